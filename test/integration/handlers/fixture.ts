import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import type { PermitGate } from '../../../src/core/ports/permitGate.ts';
import type { CallBucket, CallPacer } from '../../../src/core/ports/ports.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { ClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { Io, Scope } from '../../../src/handlers/contract/handler.ts';
import { forAll, forEach } from '../../support/lifetimes.ts';

export const ID = '111111111111';
export const OTHER_ID = '222222222222';
export const REGION = 'us-east-1';
export const HERE = { account: ID, region: REGION };
export const THERE = { account: OTHER_ID, region: REGION };

const role = (id: string, name: string) => `arn:aws:iam::${id}:role/${name}`;

export const account: Account = {
  name: 'test',
  provider: 'aws',
  id: ID,
  settings: { alias: 'acme-test', readRole: role(ID, 'reader'), deleteRole: role(ID, 'deleter') },
  locations: [REGION],
};
export const otherAccount: Account = {
  name: 'other',
  provider: 'aws',
  id: OTHER_ID,
  settings: { readRole: role(OTHER_ID, 'reader') },
  locations: [REGION],
};

/** A gate that lets everything through, and counts how often it was asked. */
export function openGate(): PermitGate & { asked: number } {
  return {
    asked: 0,
    denies() {
      this.asked += 1;
      return undefined;
    },
  };
}

export interface TestAws {
  readonly control: RunningSandbox['control'];
  readonly pacer: RecordingPacer;
  /** Of the calls the sandbox saw, in order. */
  operations(): readonly string[];
  io(change?: Partial<Io>): Io;
  close(): Promise<void>;
}

/**
 * A sandbox with two accounts, and this process's environment pointed at it, as an operator would.
 * @param attempts of the SDK for reads; one keeps tests quick
 * @param regions that are switched on; absent: those of the partition `aws`
 */
export async function startAws({
  attempts = 1,
  ...own
}: {
  attempts?: number;
  regions?: readonly string[];
} = {}): Promise<TestAws> {
  const sandbox = await startSandbox({
    accounts: [
      { id: ID, alias: 'acme-test', roles: ['reader', 'deleter', 'restorer'], ...own },
      { id: OTHER_ID, roles: ['reader', 'deleter'] },
    ],
  });
  const keys = sandbox.control.accounts()[0]?.accessKeys[0];
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_ACCESS_KEY_ID: keys?.accessKeyId,
    AWS_SECRET_ACCESS_KEY: keys?.secretAccessKey,
    AWS_MAX_ATTEMPTS: String(attempts),
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  const { destroy, ...effects } = testEffects();
  return {
    control: sandbox.control,
    ...effects,
    operations: () => sandbox.control.calls().map(({ operation }) => operation),
    async close() {
      destroy();
      await sandbox.close();
    },
  };
}

/** Called once for each new client of AWS. */
type OnNew = (client: { readonly config: unknown }) => void;

/** Effects for a handler: real clients, a pacer that writes down. */
export function testEffects(onNew: OnNew = () => {}): {
  io(change?: Partial<Io>): Io;
  pacer: RecordingPacer;
  destroy(): void;
} {
  const clients = new TestPool(onNew);
  const pacer = new RecordingPacer();
  return {
    pacer,
    io: (change = {}) => ({
      signal: new AbortController().signal,
      log: silent,
      clock: { now: () => Date.now() },
      pacer,
      clients,
      ...change,
    }),
    destroy: () => clients.destroy(),
  };
}

export function scopeOf<P>(parameters: P, change: Partial<Scope<P>> = {}): Scope<P> {
  const parts = { provider: 'aws', account: 'test', location: REGION, resourceType: 'image' };
  return {
    namespace: namespaceOf(parts),
    account,
    location: REGION,
    accounts: [account, otherAccount],
    parameters,
    ...change,
  };
}

/** The error that was thrown, for assertions on it. */
export async function failureOf(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error(`something else than an Error was thrown: ${String(error)}`);
  }
  throw new Error('nothing was thrown');
}

export async function collect<T>(pages: AsyncIterable<readonly T[]>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

class TestPool implements ClientPool {
  readonly #clients = new Map<string, { destroy(): void }>();
  readonly #onNew: OnNew;

  constructor(onNew: OnNew) {
    this.#onNew = onNew;
  }

  get<T extends { destroy(): void }>(key: string, make: () => T): T {
    const known = this.#clients.get(key);
    if (known) return known as T;
    const client = make();
    if ('config' in client) this.#onNew(client as T & { config: unknown });
    this.#clients.set(key, client);
    return client;
  }

  destroy(): void {
    for (const client of this.#clients.values()) client.destroy();
  }
}

/** Lets everything through and writes it down. */
class RecordingPacer implements CallPacer {
  readonly taken: CallBucket[] = [];
  readonly throttles: CallBucket[] = [];

  async take(bucket: CallBucket, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.taken.push(bucket);
  }

  async throttled(bucket: CallBucket): Promise<void> {
    this.throttles.push(bucket);
  }
}

const silent = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  child: () => silent,
};

const closed = (aws: TestAws) => aws.close();

/** Anew for each test of a file. */
export function awsForEach(options?: Parameters<typeof startAws>[0]): TestAws {
  return forEach(() => startAws(options), closed);
}

/** For all tests of a file. */
export function awsForAll(options?: Parameters<typeof startAws>[0]): TestAws {
  return forAll(() => startAws(options), closed);
}
