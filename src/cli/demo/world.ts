/** Everything around the instances: Redis, the sandbox with its seed, the mailbox, the addresses, a folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningSandbox, type SandboxControl, startSandbox } from '../../../sandbox/aws/index.ts';
import type { Seeded } from '../../../sandbox/demo/seed.ts';
import { type MailSink, startMailSink } from '../../../sandbox/mail/mailSink.ts';
import { startEmbeddedRedis } from '../../state/embedded/embedded.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { daemonEnv, type Pace } from './daemonEnv.ts';
import { Fleet } from './fleet.ts';
import { Journal } from './journal.ts';

/** The running servers of one demo, with the journal of its instances. `release` of the options ends them. */
export interface World {
  readonly sandbox: RunningSandbox;
  /** The resources of the sandbox's AWS with the truth about each, and the access key of the instances. */
  readonly seeded: Seeded;
  readonly mail: MailSink;
  readonly journal: Journal;
  readonly fleet: Fleet;
  /** It forwards to the living instances, as a load balancer does; so does `operatorPages`. */
  readonly publicPages: Balancer;
  readonly operatorPages: Balancer;
}

/** Servers of a scene beside AWS. */
export interface MoreServers {
  /** Their addresses, for the instances. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** `runDemo` passes these, most of them from the scene and from the command line. */
export interface WorldOptions {
  /** Fills the sandbox. @param now ms since the epoch, by the sandbox's clock */
  readonly seed: (control: SandboxControl, now: number) => Seeded;
  readonly scene: {
    /** The instances' configuration; absent: config/demo.yaml. */
    readonly config?: string;
    start?(): Promise<MoreServers>;
  };
  /** The file with the prices; `undefined`: the included table. */
  readonly prices: string | undefined;
  readonly pace: Pace;
  /** Whether a missing Redis server may be installed. */
  readonly install: boolean;
  readonly dryRun: boolean;
  /** The script that serves. */
  readonly entry: string;
  /** More environment for the instances; it wins over the demo's own. */
  readonly env: Readonly<Record<string, string>>;
  /** Gets a line for people before a slow step. */
  readonly say: (line: string) => void;
  /** Registers the clean-up for the end. */
  readonly release: (what: () => Promise<unknown>) => void;
}

const CONFIG = fileURLToPath(new URL('../../../config/demo.yaml', import.meta.url));
const PRICES = fileURLToPath(new URL('../../../config/prices.yaml', import.meta.url));

/** Starts all but the instances. If a start fails, the caller releases the parts that were already started. */
export async function buildWorld(options: WorldOptions): Promise<World> {
  const { scene, seed, prices = PRICES, pace, install, dryRun, entry, env, say, release } = options;
  const dir = makeFolder(release);
  const redis = await startEmbeddedRedis({ say, install });
  release(() => redis.stop());
  const sandbox = await startSandbox();
  release(() => sandbox.close());
  const seeded = seed(sandbox.control, Date.now());
  const more = await scene.start?.();
  release(async () => more?.close());
  const mail = await startMailSink();
  release(() => mail.close());
  const journal = new Journal();
  const publicPages = await startBalancer(() => fleet.ports('public'));
  release(() => publicPages.close());
  const operatorPages = await startBalancer(() => fleet.ports('operator'));
  release(() => operatorPages.close());
  const addresses = { redisUrl: redis.url, smtpUrl: mail.smtpUrl, awsUrl: sandbox.url, publicUrl: publicPages.url };
  const instances = daemonEnv({ dir, dryRun, pace, prices, accessKey: seeded.accessKey, ...addresses });
  const fleet = new Fleet({
    journal,
    entry,
    config: scene.config ?? CONFIG,
    cwd: dir,
    env: { ...instances, ...more?.env, ...env },
  });
  release(() => fleet.stop());
  return { sandbox, seeded, mail, journal, fleet, publicPages, operatorPages };
}

/** Removed at the end, also at an end that leaves no time for anything else. */
function makeFolder(release: WorldOptions['release']): string {
  const dir = mkdtempSync(join(tmpdir(), 'holystone-demo-'));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  process.once('exit', remove);
  release(async () => {
    process.removeListener('exit', remove);
    remove();
  });
  return dir;
}
