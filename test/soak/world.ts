/** Two processes of `serve` with every type of AWS and a registry, at 60 times the speed, and a world that goes on about them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import { type RunningRegistry, startRegistry } from '../../sandbox/registry/server.ts';
import { KITS } from '../kits/index.ts';
import { plainEnvironment } from '../support/cliRun.ts';
import { Daemon } from '../support/daemon.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { ENTRIES, RETENTION } from './entries.ts';

const ACCOUNT = '111111111111';
const HERE = { account: ACCOUNT, region: 'us-east-1' };
const DAY_MS = 86_400_000;
const LOG_LINES = 5_000;
/** Tags a minute in the registry. */
const REPOSITORY = 'shop/web';

export class World {
  readonly redis: TestRedis;
  readonly daemons: readonly Daemon[];
  /** Turns in which the API said that the store does not answer. */
  unanswered = 0;
  readonly #sandbox: RunningSandbox;
  readonly #registry: RunningRegistry;
  readonly #mail: MailSink;
  readonly #dir = mkdtempSync(join(tmpdir(), 'holystone-soak-'));
  #turn = 0;

  private constructor(redis: TestRedis, sandbox: RunningSandbox, registry: RunningRegistry, mail: MailSink) {
    this.redis = redis;
    this.#sandbox = sandbox;
    this.#registry = registry;
    this.#mail = mail;
    const config = join(this.#dir, 'holystone.yaml');
    writeFileSync(config, this.#yaml());
    this.daemons = ['one', 'two'].map((name) => new Daemon({ config, name, env: this.#environment() }));
  }

  static async start(): Promise<World> {
    const [redis, sandbox, registry, mail] = await Promise.all([
      startRedis(),
      startSandbox({ accounts: [{ id: ACCOUNT, alias: 'acme-test', roles: ['reader', 'deleter'] }] }),
      startRegistry(),
      startMailSink(),
    ]);
    const world = new World(redis, sandbox, registry, mail);
    await Promise.all(world.daemons.map((daemon) => daemon.serving()));
    return world;
  }

  /** An hour of the world: something of every type appears unused, and somebody keeps one and takes another back. */
  async turn(): Promise<void> {
    const turn = this.#turn++;
    for (const kit of KITS) kit.make(this.#sandbox.control, HERE, 1);
    const created = new Date(Date.now() - 100 * DAY_MS).toISOString();
    this.#registry.store.image(REPOSITORY, `v${turn}`, { salt: `${turn}`, created });
    const [daemon] = this.daemons;
    if (!daemon) return;
    const namespace = `aws:test:${HERE.region}:volume`;
    for (const { id } of await this.#firstMark(daemon, namespace)) {
      const url = `${daemon.operatorUrl}/api/v1/opt-outs/${namespace}/${id}`;
      const body = JSON.stringify({ until: '5m' });
      await fetch(url, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
      if (turn % 2 === 0) await fetch(url, { method: 'DELETE' });
    }
    // Their logs are kept whole for tests that read them.
    for (const { lines } of this.daemons) lines.splice(0, Math.max(0, lines.length - LOG_LINES));
  }

  /** None while the store does not answer: on a machine with other work that is no end of the run, but it is told. */
  async #firstMark({ operatorUrl }: Daemon, namespace: string): Promise<readonly { id: string }[]> {
    const response = await fetch(`${operatorUrl}/api/v1/marks?namespace=${namespace}&limit=1`);
    if (response.status === 503) {
      this.unanswered++;
      return [];
    }
    if (!response.ok) throw new Error(`the marks answer ${response.status}: ${await response.text()}`);
    return ((await response.json()) as { items: readonly { id: string }[] }).items;
  }

  /** Requests that deleted something so far. */
  get deleted(): number {
    const calls = this.#sandbox.control.calls();
    return calls.filter(
      ({ operation, dryRun, status }) => /^(Delete|Deregister|Release)/.test(operation) && !dryRun && status < 300,
    ).length;
  }

  async stop(): Promise<void> {
    await Promise.all(this.daemons.map((daemon) => daemon.kill()));
    await Promise.all([this.redis.stop(), this.#sandbox.close(), this.#registry.close(), this.#mail.close()]);
    await rm(this.#dir, { recursive: true, force: true });
  }

  #environment(): Record<string, string> {
    const key = this.#sandbox.control.accounts()[0]?.accessKeys[0];
    return {
      ...plainEnvironment(),
      AWS_ENDPOINT_URL: this.#sandbox.url,
      AWS_REGION: HERE.region,
      AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
      AWS_CONFIG_FILE: join(this.#dir, 'no-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(this.#dir, 'no-credentials'),
      AWS_EC2_METADATA_DISABLED: 'true',
    };
  }

  /** Minutes are hours: surveys each minute, notices and deletions every 5 s, a retention and a quarantine of 3 minutes. */
  #yaml(): string {
    return `
dryRun: false
redis: { url: "${this.redis.url}" }
mail: { smtp: "${this.#mail.smtpUrl}", from: holystone@example.com }
http: { public: { port: 0, bind: 127.0.0.1, url: "https://holystone.example.com" }, operator: { port: 0 } }
optOut: { keys: [{ id: soak, secret: "0123456789abcdef0123456789abcdef" }] }
signing: { keys: [{ id: soak, secret: "fedcba9876543210fedcba9876543210" }] }
owner: { domains: any }
definitions: { dir: ${JSON.stringify(join(this.#dir, 'definitions'))} }
work: { tick: "*/2 * * * * *", callRateShare: 100% }
accounts:
  - { name: test, provider: aws, id: "${ACCOUNT}", locations: [${HERE.region}], readRole: "arn:aws:iam::${ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter" }
  - { name: hub, provider: registry, url: "${this.#registry.url}", id: "${new URL(this.#registry.url).host}", locations: ["shop/*"], owner: web@example.com, deletes: tags }
defaults:
  every: { mark: 1m, notify: 5s, delete: 5s }
  retention: ${RETENTION}
  unusedFor: off
  minimumAge: 1s
  notice: { fallback: cloud@example.com, expediteNotBefore: 1s }
  tripwires: { markedShare: 100%, unmarkedShare: 100%, dueShare: 100%, shrunkBy: 100%, newMarks: 100000 }
  pace: { deletesPerPass: 1000, deletesPerDay: 100000 }
cleanup:
${ENTRIES.join('\n')}
  - { type: tag, accounts: [hub], live: true, nameRegexDelete: "v.*", keepN: 2, olderThan: 30d, timestampSource: image-created }
`;
  }
}
