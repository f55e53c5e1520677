/** Two real processes of Holystone in one fleet, and the world about them: Sentinels, a mail server, the sandbox as cloud. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import type { Operation } from '../simulation/history/linearizable.ts';
import { plainEnvironment } from '../support/cliRun.ts';
import { Daemon } from '../support/daemon.ts';
import type { Account, Mail, Span } from './judge.ts';
import { INSTANCES, Servers } from './servers.ts';

const ACCOUNT = '111111111111';
const REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1'] as const;
const RETENTION_MS = 3_000;
const DAY_MS = 86_400_000;

export interface Image {
  readonly id: string;
  readonly namespace: string;
}

export class World {
  readonly replicas: number;
  readonly servers: Servers;
  readonly daemons: readonly Daemon[];
  readonly failovers: Span[] = [];
  readonly control: Operation[] = [];
  readonly images: Image[] = [];
  readonly #histories = new Map<string, Operation[]>();
  readonly #sandbox: RunningSandbox;
  readonly #mail: MailSink;
  readonly #dir: string;
  #names = 0;

  private constructor(replicas: number, servers: Servers, sandbox: RunningSandbox, mail: MailSink) {
    this.replicas = replicas;
    this.servers = servers;
    this.#sandbox = sandbox;
    this.#mail = mail;
    this.#dir = mkdtempSync(join(tmpdir(), 'holystone-histories-'));
    this.daemons = INSTANCES.map((name) => {
      const config = join(this.#dir, `${name}.yaml`);
      writeFileSync(config, this.#yaml(servers.urlFor(name), name));
      return new Daemon({ config, name, env: this.#environment() });
    });
  }

  static async start(replicas: number): Promise<World> {
    const [servers, sandbox, mail] = await Promise.all([
      Servers.start(),
      startSandbox({ accounts: [{ id: ACCOUNT, alias: 'acme-test', roles: ['reader', 'deleter'] }] }),
      startMailSink(),
    ]);
    const world = new World(replicas, servers, sandbox, mail);
    await Promise.all(world.daemons.map((daemon) => daemon.serving()));
    return world;
  }

  /** Old, unused, with an owner; spread over the namespaces. */
  addImages(count: number): readonly Image[] {
    const added = Array.from({ length: count }, (_, n) => {
      const region = REGIONS[n % REGIONS.length] ?? REGIONS[0];
      const seed = {
        Name: `app-${letters(this.#names++)}`,
        CreationDate: new Date(Date.now() - 100 * DAY_MS).toISOString(),
        tags: { owner: 'ann@example.com' },
      };
      const [id = ''] = this.#sandbox.control.addImages({ account: ACCOUNT, region }, [seed]);
      return { id, namespace: `aws:test:${region}:image` };
    });
    this.images.push(...added);
    return added;
  }

  add(id: string, operation: Operation): void {
    this.#histories.set(id, [...(this.#histories.get(id) ?? []), operation]);
  }

  /** Ids of images that are still there. */
  left(): ReadonlySet<string> {
    const all = REGIONS.flatMap((region) => this.#sandbox.control.state({ account: ACCOUNT, region }).images);
    return new Set(all.map(({ ImageId }) => String(ImageId)));
  }

  account(): Account {
    const histories = new Map(this.images.map(({ id }) => [id, [...(this.#histories.get(id) ?? [])]]));
    const to = (id: string, operation: Operation) => histories.get(id)?.push(operation);
    for (const { time, id, event, msg } of this.daemons.flatMap(({ lines }) => lines)) {
      // The permit was given before its line; when it was asked for, nobody says.
      if (msg === 'audit' && event === 'permitted')
        to(String(id), { name: 'permit', calledAt: 0, answeredAt: Date.parse(time), answer: 'granted' });
    }
    for (const { at, operation, input, dryRun } of this.#sandbox.control.calls()) {
      const instant = Date.parse(at);
      if (operation === 'DeregisterImage' && !dryRun)
        to(String(input.ImageId), { name: 'request', calledAt: instant, answeredAt: instant, answer: 'sent' });
    }
    const { control, failovers, replicas } = this;
    return { histories, control, failovers, mayLose: replicas === 0, mails: this.#mails(), retentionMs: RETENTION_MS };
  }

  async stop(): Promise<void> {
    await Promise.all(this.daemons.map((daemon) => daemon.kill()));
    await Promise.all([this.servers.stop(), this.#sandbox.close(), this.#mail.close()]);
    await rm(this.#dir, { recursive: true, force: true });
  }

  #mails(): readonly Mail[] {
    return this.#mail.messages().map(({ receivedAt, text, html, attachments }) => {
      const whole = [text, html, ...attachments.map(({ content }) => content)].join('\n');
      return { at: receivedAt, ids: [...new Set(whole.match(/ami-[0-9a-f]{17}/g))] };
    });
  }

  #environment(): Record<string, string> {
    const key = this.#sandbox.control.accounts()[0]?.accessKeys[0];
    return {
      ...plainEnvironment(),
      AWS_ENDPOINT_URL: this.#sandbox.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
      AWS_CONFIG_FILE: join(this.#dir, 'no-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(this.#dir, 'no-credentials'),
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '2',
    };
  }

  #yaml(url: string, name: string): string {
    return `
redis: { url: "${url}", replicas: ${this.replicas}, beatFile: ${JSON.stringify(join(this.#dir, `${name}-beat.json`))} }
dryRun: false
mail: { smtp: "${this.#mail.smtpUrl}", from: holystone@example.com }
http: { public: { port: 0, bind: 127.0.0.1, url: "https://holystone.example.com" }, operator: { port: 0 } }
optOut: { keys: [{ id: histories, secret: "0123456789abcdef0123456789abcdef" }] }
signing: { keys: [{ id: histories, secret: "fedcba9876543210fedcba9876543210" }] }
owner: { domains: any }
definitions: { dir: ${JSON.stringify(join(this.#dir, 'definitions'))} }
work: { tick: "* * * * * *", concurrency: 4, callRateShare: 100% }
accounts:
  - { name: test, provider: aws, id: "${ACCOUNT}", locations: [${REGIONS.join(', ')}], readRole: "arn:aws:iam::${ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter" }
defaults:
  every: { mark: 3s, notify: 1s, delete: 1s }
  retention: ${RETENTION_MS / 1_000}s
  unusedFor: off
  notice: { fallback: cloud@example.com, expediteNotBefore: 1s }
  tripwires: { markedShare: 100%, unmarkedShare: 100%, dueShare: 100%, shrunkBy: 100% }
  pace: { deletesPerPass: 1000, deletesPerDay: 100000, batch: 1 }
cleanup: [{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }]
`;
  }
}

/** 0 → aaa, 1 → aab: names without digits, so that no two are of one family. */
function letters(n: number): string {
  return [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join('');
}
