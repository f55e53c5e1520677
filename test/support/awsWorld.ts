/** Real except AWS and the calendar: Redis, SMTP, the SDK over HTTP to the sandbox, the daemon's wiring. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImageSeed, type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import { type Parts, type Wired, wire } from '../../src/composition/parts.ts';
import type { Configuration } from '../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import type { Logger } from '../../src/core/common/logger.ts';
import type { Mark } from '../../src/core/mark/mark.ts';
import type { Listings } from '../../src/core/policy/listing.ts';
import type { PassRecord } from '../../src/core/policy/pass.ts';
import type { Action } from '../../src/core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../src/core/resource/audit.ts';
import { type Namespace, parseNamespace } from '../../src/core/resource/namespace.ts';
import type { Known } from '../../src/handlers/contract/known.ts';
import { typesIn } from '../../src/handlers/contract/types.ts';
import { handlers } from '../../src/handlers/index.ts';
import { EvidenceReader, sendDigest } from '../../src/lifecycle/index.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { redisState } from '../../src/state/redis/redisState.ts';
import type { AwsType } from './awsTypes.ts';
import { InProcessClients } from './inProcess.ts';
import { KeptAnswers } from './keptAnswers.ts';
import { KeptClients } from './keptClients.ts';
import { forAll } from './lifetimes.ts';
import { openedWith } from './openedWith.ts';
import { PATIENT_MS, startRedis, type TestRedis } from './redis.ts';
import { type Sabotaged, sabotaged } from './sabotaged.ts';
import { UNPACED } from './unpaced.ts';

export const DAY = 24 * 3_600_000;
export const HOUR = 3_600_000;
export const ACCOUNT = '111111111111';
export const OTHER_ACCOUNT = '222222222222';
export const HERE = { account: ACCOUNT, region: 'us-east-1' };
export const THERE = { account: OTHER_ACCOUNT, region: 'us-east-1' };

/** The namespace of a type in the account `test`; some have short names. */
export const namespaceOf = (type: AwsType) => parseNamespace(`aws:test:us-east-1:${type}`) as Namespace;
export const IMAGES = namespaceOf('image');
export const CONFIGURATIONS = namespaceOf('launchConfiguration');
export const TEMPLATES = namespaceOf('launchTemplate');
export const GROUPS = namespaceOf('autoScalingGroup');
export const SNAPSHOTS = namespaceOf('snapshot');
export const VOLUMES = namespaceOf('volume');

/** A fixed day: a test that names a date is green on each real one. */
const START = Date.UTC(2026, 4, 13, 12);

/** Business time that only a test moves, for dates and for ages of evidence; Redis's time is shifted to it. */
export class WorldClock {
  #now = START;

  now(): number {
    return this.#now;
  }
  /** With a fraction, like the real one. */
  monotonicMs(): number {
    return this.#now + 0.25;
  }
  advance(ms: number): void {
    this.#now += ms;
  }
  reset(): void {
    this.#now = START;
  }
}

export interface WorldOptions {
  /** Providers and types to add or replace, and entries of `accounts` in YAML, one per line. */
  readonly known?: Known & { readonly accounts: string; readonly listings?: Listings };
  /** The `cleanup` list, YAML in one line or many; default: unused images, live. */
  readonly cleanup?: string;
  /** More of `defaults`, YAML flow style without braces: `retention: 2d, minimumAge: 1d`. */
  readonly defaults?: string;
  readonly dryRun?: boolean;
  /** No notice goes out about resources without an owner. */
  readonly noFallback?: boolean;
  /** The account `test` is declared without its id. */
  readonly withoutId?: boolean;
  /** Of the account `test`. */
  readonly regions?: readonly string[];
  /** More keys of the account `test`, YAML flow style without braces. */
  readonly account?: string;
  /** More top-level keys. */
  readonly top?: string;
  /** Paces calls through Redis, as in production: one command per call. Default: within the process. */
  readonly pacedByRedis?: boolean;
  readonly swap?: (parts: Parts) => Parts;
}

export class World {
  readonly clock = new WorldClock();
  readonly audit: AuditEntry[] = [];
  readonly logs: { level: string; message: string; fields: object }[] = [];
  readonly redis: TestRedis;
  readonly sandbox: RunningSandbox;
  readonly mail: MailSink;
  readonly dir: string;
  connection: RedisConnection;
  wired!: Wired;
  configuration!: Configuration;
  /** The configuration file's text. */
  text = '';
  readonly #env: NodeJS.ProcessEnv;
  /** SDK clients and credentials; they read the environment once. */
  readonly #clients: InProcessClients;
  #sabotaged!: Sabotaged;

  private constructor(redis: TestRedis, sandbox: RunningSandbox, mail: MailSink, dir: string, keepsAnswers: boolean) {
    this.redis = redis;
    this.sandbox = sandbox;
    this.mail = mail;
    this.dir = dir;
    this.connection = new RedisConnection({ url: redis.url, log: this.log, commandTimeoutMs: PATIENT_MS });
    this.#env = { ...process.env };
    const kept = new KeptAnswers(sandbox);
    this.#clients = new InProcessClients(sandbox, keepsAnswers ? kept.share : undefined);
  }

  /** @param keepsAnswers false: sends each read, also where nothing changed since the same one; see keptAnswers.ts */
  static async start({ keepsAnswers = true } = {}): Promise<World> {
    const roles = ['reader', 'deleter'];
    const [redis, sandbox, mail, dir] = await Promise.all([
      startRedis(),
      startSandbox({
        accounts: [
          { id: ACCOUNT, alias: 'acme-test', roles },
          { id: OTHER_ACCOUNT, roles },
        ],
      }),
      startMailSink(),
      mkdtemp(join(tmpdir(), 'holystone-world-')),
    ]);
    const world = new World(redis, sandbox, mail, dir, keepsAnswers);
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_ACCESS_KEY_ID: key?.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey,
      AWS_MAX_ATTEMPTS: '1',
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    });
    await world.connection.whenReady();
    world.#sabotaged = await sabotaged(world.connection);
    return world;
  }

  /** Wires the daemon's parts again with this configuration; the data in Redis stay. */
  async configure(options: WorldOptions = {}): Promise<void> {
    await this.wired?.close();
    this.text = this.#yaml(options);
    this.configuration = loadConfiguration(
      { text: this.text, file: 'world.yaml' },
      { env: { ...process.env, AWS_ENDPOINT_URL: this.sandbox.url }, handlers, ...options.known },
    );
    const made = { configuration: this.configuration, connection: this.connection, log: this.log };
    this.wired = wire(
      made,
      openedWith(made, (parts) => {
        const types = options.known?.handlers ?? parts.handlers;
        const redis = redisState(this.connection, {
          ...typesIn(types),
          signingKeys: this.configuration.signing.keys,
          log: this.log,
          callRateShare: 1,
          clock: this.clock,
          monotonic: this.clock,
          beatFile: this.#beatFile,
          redisTimeShiftMs: () => this.clock.now() - Date.now(),
        });
        const evidence = new EvidenceReader(this.clock);
        const pacer = options.pacedByRedis ? redis.pacer : UNPACED;
        const timed = {
          ...parts,
          ...redis,
          handlers: types,
          clients: new KeptClients(this.#clients, isLasting),
          pacer,
          clock: this.clock,
          monotonic: this.clock,
          steady: this.clock,
          evidence,
        };
        return this.#sabotaged.parts(options.swap?.(timed) ?? timed);
      }),
    );
  }

  /** Empties Redis, the mailbox, the faults and the places, and starts at a new day. */
  async reset(options: WorldOptions = {}): Promise<void> {
    await this.redis.flush();
    await rm(this.#beatFile, { force: true });
    this.clock.reset();
    this.mail.faults.clear();
    this.sandbox.control.clearFaults();
    for (const denial of this.#denied.splice(0)) this.sandbox.control.allow(denial);
    for (const place of [HERE, THERE]) this.sandbox.control.empty(place);
    this.audit.length = 0;
    this.unrecorded = undefined;
    this.#unrecorded = undefined;
    this.logs.length = 0;
    this.#seen = this.sandbox.control.calls().length;
    this.#mailSeen = this.mail.messages().length;
    await this.configure(options);
  }

  /** One pass under the namespace's lock, as by a worker. */
  async pass(
    action: Action,
    namespace: Namespace = IMAGES,
    signal = new AbortController().signal,
  ): Promise<PassRecord> {
    const lease = await this.wired.parts.lock.acquire(namespace);
    if (!lease) throw new Error(`${namespace} is locked`);
    try {
      return await this.wired.lifecycle.pass(namespace, action, lease, signal);
    } finally {
      await lease.release();
    }
  }

  /** Lets days pass, with a survey every six hours that changes nothing. */
  async watched(days: number, ...namespaces: readonly Namespace[]): Promise<void> {
    for (let gone = 0; gone < days * DAY; gone += 6 * HOUR) {
      this.clock.advance(6 * HOUR);
      for (const each of namespaces) await this.wired.deps.lastUsed.surveyed(each, this.clock.now());
    }
  }

  /** The notify pass of the namespaces, then one message per owner. */
  async notify(...namespaces: readonly Namespace[]): Promise<void> {
    for (const namespace of namespaces.length > 0 ? namespaces : [IMAGES]) await this.pass('notify', namespace);
    for (const { owner } of await this.wired.deps.outbox.owners()) await sendDigest(this.wired.deps, owner);
  }

  /** Marks, notifies, and lets the retention of ten days pass. */
  async untilDue(namespace: Namespace = IMAGES): Promise<void> {
    await this.pass('mark', namespace);
    await this.notify(namespace);
    this.clock.advance(10 * DAY + HOUR);
  }

  /** Writes pending opt-out tags on the resources. */
  async protect(namespace: Namespace = IMAGES): Promise<void> {
    const lease = await this.wired.parts.lock.acquire(namespace);
    if (!lease) throw new Error(`${namespace} is locked`);
    await this.wired.lifecycle.protect(namespace, lease, new AbortController().signal);
    await lease.release();
  }

  /** Releases resources from quarantine, which also works while the kill switch is on. */
  async release(namespace: Namespace = IMAGES): Promise<void> {
    const lease = await this.wired.parts.lock.acquire(namespace);
    if (!lease) throw new Error(`${namespace} is locked`);
    await this.wired.lifecycle.release(namespace, lease, new AbortController().signal);
    await lease.release();
  }

  async marks(namespace: Namespace = IMAGES): Promise<readonly Mark[]> {
    const marks: Mark[] = [];
    for await (const page of this.wired.deps.marks.all(namespace)) marks.push(...page);
    return marks.sort((a, b) => a.id.localeCompare(b.id));
  }

  async markOf(id: string, namespace: Namespace = IMAGES): Promise<Mark | undefined> {
    return this.wired.deps.marks.get(namespace, id);
  }

  /** Old, unused images with an owner, each in its own family. */
  addImages(count: number, given: ImageSeed = {}, place = HERE): readonly string[] {
    const from = this.#images;
    this.#images += count;
    const created = new Date(this.clock.now() - 100 * DAY).toISOString();
    return this.sandbox.control.addImages(
      place,
      Array.from({ length: count }, (_, index) => ({
        Name: `app-${letters(from + index)}`,
        CreationDate: created,
        ...given,
        tags: { owner: 'ann@example.com', ...given.tags },
      })),
    );
  }

  /** SDK clients and credentials begin anew. */
  forgetClients(): void {
    this.#clients.close();
  }

  deny(action: string, account = ACCOUNT): void {
    // Roles that are assumed already need no permission to be.
    if (action === 'sts:AssumeRole') this.forgetClients();
    const denial = { account, action };
    this.#denied.push(denial);
    this.sandbox.control.deny(denial);
  }

  allow(action: string, account = ACCOUNT): void {
    this.sandbox.control.allow({ account, action });
  }

  /** Requests that changed the cloud since the reset, without EC2 dry runs. */
  writes(): readonly { operation: string; input: unknown; status: number }[] {
    const calls = this.sandbox.control.calls().slice(this.#seen);
    return calls.filter(
      ({ operation, dryRun }) => !/^(BatchGet|Describe|Get|List|AssumeRole)/.test(operation) && !dryRun,
    );
  }

  /** Ids of the images that were deregistered since the reset, with every repetition. */
  deregistered(): readonly string[] {
    return this.writes()
      .filter(({ operation, status }) => operation === 'DeregisterImage' && status === 200)
      .map(({ input }) => (input as { ImageId: string }).ImageId);
  }

  /** Messages that arrived since the reset. */
  messages() {
    return this.mail.messages().slice(this.#mailSeen);
  }

  events(id: string): readonly string[] {
    return this.audit.filter((entry) => entry.id === id).map(({ event }) => event);
  }

  /** Why the record cannot be written, from the line on of an entry that fits; the lines of before are. */
  unrecorded: { readonly why: string; readonly from?: (entry: AuditEntry) => boolean } | undefined;
  #unrecorded: string | undefined;

  readonly log: Logger = {
    record: {
      write: (entry) => {
        if (this.unrecorded?.from?.(entry as AuditEntry)) this.#unrecorded = this.unrecorded.why;
        this.#line('info', entry, 'audit');
      },
      problem: () => (this.unrecorded?.from ? this.#unrecorded : this.unrecorded?.why),
    },
    debug: () => {},
    info: (fields, message) => this.#line('info', fields, message),
    warn: (fields, message) => this.#line('warn', fields, message),
    error: (fields, message) => this.#line('error', fields, message),
    child: () => this.log,
  };

  async stop(): Promise<void> {
    await this.wired?.close();
    this.#clients.close();
    await this.connection.close();
    await Promise.all([this.redis.stop(), this.sandbox.close(), this.mail.close()]);
    await rm(this.dir, { recursive: true, force: true });
    for (const name of Object.keys(process.env)) if (!(name in this.#env)) delete process.env[name];
    Object.assign(process.env, this.#env);
  }

  get #beatFile(): string {
    return join(this.dir, 'redis-beat.json');
  }

  #images = 0;
  #seen = 0;
  #mailSeen = 0;
  readonly #denied: { account: string; action: string }[] = [];

  #line(level: string, fields: object, message: string): void {
    this.logs.push({ level, message, fields });
    if (message === 'audit') this.audit.push(fields as AuditEntry);
  }

  #yaml({
    cleanup,
    defaults = '',
    dryRun = false,
    noFallback = false,
    withoutId = false,
    regions = ['us-east-1'],
    account,
    top = '',
    known,
  }: WorldOptions): string {
    return `
dryRun: ${dryRun}
redis: { url: "${this.redis.url}" }
mail: { smtp: "${this.mail.smtpUrl}", from: holystone@example.com }
http: { public: { url: "https://holystone.example.com" } }
definitions: { dir: ${JSON.stringify(join(this.dir, 'definitions'))} }
work: { callRateShare: 100% }
optOut: { keys: [{ id: test, secret: "0123456789abcdef0123456789abcdef" }] }
accounts:
  - { name: test, provider: aws, ${withoutId ? '' : `id: "${ACCOUNT}", `}locations: [${regions}], readRole: "arn:aws:iam::${ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter"${account ? `, ${account}` : ''} }
  - { name: other, provider: aws, id: "${OTHER_ACCOUNT}", locations: [us-east-1], readRole: "arn:aws:iam::${OTHER_ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${OTHER_ACCOUNT}:role/deleter" }
${known?.accounts ?? ''}
defaults: { notice: { ${noFallback ? '' : 'fallback: cloud@example.com, '}validFor: 365d }${defaults ? `, ${defaults}` : ''} }
${/^owner:/m.test(top) ? '' : 'owner: { domains: any }'}
${top}
cleanup: ${cleanup ?? '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off }]'}
`;
  }
}

/** Clients and credentials are the same for each configuration; the rest of a pool's cache begins anew with it. */
function isLasting(key: string): boolean {
  return /^aws\/[^/]+\/([^/]+\/)?(reader|deleter|restorer)\/(?!verified\/)/.test(key);
}

/** 0 → aaa, 1 → aab: names without digits, so that no two are in one family. */
function letters(n: number): string {
  return [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join('');
}

/** For all tests of a file. */
export function worldForAll(options?: Parameters<typeof World.start>[0]): World {
  return forAll(
    () => World.start(options),
    (world) => world.stop(),
  );
}
