import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { programIdentity } from '../../../src/composition/program.ts';
import { ACCOUNT, IMAGES, OTHER_ACCOUNT, type World } from '../../support/awsWorld.ts';

const SCRIPT = fileURLToPath(new URL('./stopped.mjs', import.meta.url));

/** The time to live of its lock: longer than a slow machine needs. A permit ends 10 s before its lock. */
export const LOCK_MS = 120_000;

/** Where it stops itself: directly after the permit, or as the request is about to be signed. */
export type StopAt = 'permit' | 'request';

/** How its pass ended. */
export interface End {
  readonly counts?: Readonly<Record<string, number>>;
  readonly problem?: string;
  /** The name of the error that it threw. */
  readonly error?: string;
}

/** A process with a delete pass that stops itself between a permit and its request; see stopped.mjs. */
export interface StoppedWorker {
  /** Resolves when it stops itself. */
  readonly stopped: Promise<void>;
  readonly ended: Promise<End>;
  /** SIGCONT, until it has heard it. */
  wake(): void;
  kill(): Promise<void>;
}

/** @param sleepMs by how much its monotonic clock goes on while it is stopped, besides the real time */
export function startStoppedWorker(world: World, stopAt: StopAt, sleepMs: number): StoppedWorker {
  const argument = {
    yaml: yamlOf(world),
    redisUrl: world.redis.url,
    beatFile: join(world.dir, 'redis-beat.json'),
    namespace: IMAGES,
    now: world.clock.now(),
    lockTtlMs: LOCK_MS,
    sleepMs,
    stopAt,
    program: programIdentity(),
  };
  const child = fork(SCRIPT, [JSON.stringify(argument)], {
    execArgv: [],
    // Jest's own environment, which is not the one that children inherit.
    env: process.env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let complaints = '';
  child.on('message', (message) => {
    complaints += JSON.stringify(message);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const heard = <T>(what: string, pick: (message: End & { stopping?: true }) => T | undefined) => {
    const promise = new Promise<T>((resolve, reject) => {
      child.on('message', (message) => {
        const picked = pick(message as End & { stopping?: true });
        if (picked !== undefined) resolve(picked);
      });
      child.once('exit', () => reject(new Error(`the worker ended before it ${what}: ${complaints}`)));
    });
    promise.catch(() => {});
    return promise;
  };
  return {
    stopped: heard('stopped', ({ stopping }) => stopping).then(() => {}),
    ended: heard('said how', (message) => (message.stopping ? undefined : message)),
    wake: () => wake(child),
    kill: () => killed(child),
  };
}

/** It says that it stops before it does: a single SIGCONT may come in between, and be lost. */
function wake(child: ChildProcess): void {
  const again = setInterval(() => child.kill('SIGCONT'), 100);
  child.once('exit', () => clearInterval(again));
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The configuration of the world: while configurations differ nothing is deleted. */
function yamlOf({ redis, mail, dir }: World): string {
  const account = (name: string, id: string) => {
    const role = (kind: string) => `arn:aws:iam::${id}:role/${kind}`;
    const roles = `readRole: "${role('reader')}", deleteRole: "${role('deleter')}"`;
    return `{ name: ${name}, provider: aws, id: "${id}", locations: [us-east-1], ${roles} }`;
  };
  return `
dryRun: false
redis: { url: "${redis.url}" }
mail: { smtp: "${mail.smtpUrl}", from: holystone@example.com }
http: { public: { url: "https://holystone.example.com" } }
definitions: { dir: ${JSON.stringify(join(dir, 'definitions'))} }
work: { callRateShare: 100% }
optOut: { keys: [{ id: test, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
accounts: [${account('test', ACCOUNT)}, ${account('other', OTHER_ACCOUNT)}]
defaults: { notice: { fallback: cloud@example.com, validFor: 365d } }
cleanup: [{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off }]
`;
}
