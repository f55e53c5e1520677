/** The surroundings of a daemon, all of them real but AWS: Redis, a mail server, the sandbox, a folder. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AccountSeed,
  type ImageSeed,
  type Place,
  type RunningSandbox,
  startSandbox,
} from '../../sandbox/aws/index.ts';
import { type MailSink, startMailSink } from '../../sandbox/mail/mailSink.ts';
import { cliHere } from '../support/cliHere.ts';
import { type CliResult, cliRun, type Environment, plainEnvironment } from '../support/cliRun.ts';
import { Daemon } from '../support/daemon.ts';
import { forAll } from '../support/lifetimes.ts';
import { ageInstances, startRedis, type TestRedis } from '../support/redis.ts';

export const ACCOUNT = '111111111111';
export const HERE: Place = { account: ACCOUNT, region: 'us-east-1' };
export const IMAGES = 'aws:test:us-east-1:image';
/** As printed: in lower case. */
export const GROUPS = 'aws:test:us-east-1:autoscalinggroup';
const DAY_MS = 24 * 3_600_000;

const TEST_ACCOUNT =
  `{ name: test, provider: aws, id: "${ACCOUNT}", alias: acme-test, locations: [us-east-1], ` +
  `readRole: "arn:aws:iam::${ACCOUNT}:role/reader", deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter" }`;

export interface ConfigOptions {
  readonly name?: string;
  readonly dryRun?: boolean;
  /** A Redis of its own unless said otherwise. */
  readonly redis?: string;
  readonly smtp?: string;
  /** In YAML flow style: the lists `accounts` and `cleanup`; more of `defaults`, without braces. */
  readonly accounts?: string;
  readonly cleanup?: string;
  readonly defaults?: string;
  /** How often each action is done; default: surveyed each second, which leaves little room for the others. */
  readonly every?: string;
  /** Of `tripwires`, without braces; all shares are 100 % unless given. */
  readonly tripwires?: string;
  readonly http?: string;
  readonly work?: string;
  /** More keys at the top. */
  readonly top?: string;
}

export class Stage {
  readonly redis: TestRedis;
  readonly sandbox: RunningSandbox;
  readonly mail: MailSink;
  readonly dir: string;
  readonly env: Environment;
  #images = 0;

  private constructor(redis: TestRedis, sandbox: RunningSandbox, mail: MailSink) {
    this.redis = redis;
    this.sandbox = sandbox;
    this.mail = mail;
    this.dir = mkdtempSync(join(tmpdir(), 'holystone-e2e-'));
    this.env = { ...plainEnvironment(), ...this.awsEnvironment(sandbox.url) };
  }

  static async start(accounts: readonly AccountSeed[] = []): Promise<Stage> {
    const test: AccountSeed = { id: ACCOUNT, alias: 'acme-test', roles: ['reader', 'deleter'] };
    const [redis, sandbox, mail] = await Promise.all([
      startRedis(),
      startSandbox({ accounts: [test, ...accounts] }),
      startMailSink(),
    ]);
    await ageInstances(redis);
    return new Stage(redis, sandbox, mail);
  }

  /** The SDK's own variables: keys of the first account, and no other place to look for any. */
  awsEnvironment(endpoint: string): Environment {
    const key = this.sandbox.control.accounts()[0]?.accessKeys[0];
    return {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
      AWS_CONFIG_FILE: join(this.dir, 'no-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(this.dir, 'no-credentials'),
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_MAX_ATTEMPTS: '2',
    };
  }

  /** Writes a configuration that is quick in everything; answers its path. */
  config(options: ConfigOptions = {}): string {
    return this.file(options.name ?? 'holystone.yaml', this.#yaml(options));
  }

  file(name: string, text: string): string {
    const path = join(this.dir, name);
    writeFileSync(path, text);
    return path;
  }

  /** {@link run} within this process: where the command matters, and not that it is a program. */
  here(args: readonly string[]): Promise<CliResult> {
    return cliHere(args, this.env);
  }

  run(args: readonly string[], env: Environment = {}): Promise<CliResult> {
    return cliRun(args, { env: { ...this.env, ...env } });
  }

  serve(config: string, name = 'one', env: Environment = {}): Daemon {
    return new Daemon({ config, name, env: { ...this.env, ...env } });
  }

  /** {@link serve} within this process: where the daemon's work matters, and not the end or stop of a process. */
  serveHere(config: string, name = 'one'): Daemon {
    return new Daemon({ config, name, env: this.env, here: true });
  }

  /** Old, unused images with an owner, each of a family of its own; answers their ids. */
  addImages(count: number, { place = HERE, ...given }: ImageSeed & { place?: Place } = {}): readonly string[] {
    const seeds = Array.from({ length: count }, () => ({
      Name: `app-${letters(this.#images++)}`,
      CreationDate: new Date(Date.now() - 100 * DAY_MS).toISOString(),
      ...given,
      tags: { owner: 'ann@example.com', ...given.tags },
    }));
    return this.sandbox.control.addImages(place, seeds);
  }

  /** Requests that changed something in the cloud, and were not EC2's own dry run. */
  writes() {
    const calls = this.sandbox.control.calls();
    return calls.filter(
      ({ operation, dryRun }) => !/^(BatchGet|Describe|Get|List|AssumeRole)/.test(operation) && !dryRun,
    );
  }

  /** Ids of images that were deregistered, with every repetition. */
  deregistered(): readonly string[] {
    return this.writes()
      .filter(({ operation, error }) => operation === 'DeregisterImage' && error === undefined)
      .map(({ input }) => String(input.ImageId));
  }

  async stop(): Promise<void> {
    await Promise.all([this.redis.stop(), this.sandbox.close(), this.mail.close()]);
    await rm(this.dir, { recursive: true, force: true });
  }

  #yaml(options: ConfigOptions): string {
    const { dryRun = false, defaults = '', top = '', work = 'tick: "* * * * * *"' } = options;
    const { every = '{ mark: 1s, notify: 3s, delete: 1s }' } = options;
    return `
dryRun: ${dryRun}
redis: { url: "${options.redis ?? this.redis.url}" }
mail: { smtp: "${options.smtp ?? this.mail.smtpUrl}", from: holystone@example.com }
http: ${options.http ?? '{ public: { port: 0, bind: 127.0.0.1, url: "https://holystone.example.com" }, operator: { port: 0 } }'}
optOut: { keys: [{ id: e2e, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
definitions: { dir: ${JSON.stringify(join(this.dir, 'definitions'))} }
work: { ${work}, callRateShare: 100% }
accounts: ${options.accounts ?? `[${TEST_ACCOUNT}]`}
defaults:
  every: ${every}
  retention: 2s
  notice: { fallback: cloud@example.com, expediteNotBefore: 1s }
  tripwires: { ${options.tripwires ?? 'markedShare: 100%, unmarkedShare: 100%, dueShare: 100%'} }
  ${defaults}
${top}
cleanup: ${options.cleanup ?? '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }]'}
`;
  }
}

/** 0 → aaa, 1 → aab: names without digits, so that no two are of one family. */
function letters(n: number): string {
  return [676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(n / unit) % 26))).join('');
}

/** For all tests of a file. */
export function stageForAll(): Stage {
  return forAll(
    () => Stage.start(),
    (stage) => stage.stop(),
  );
}
