/** What tests start before themselves and stop afterwards. What began last ends first. */
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';

type End = () => unknown;

const endsOfFile: End[] = [];
const endsOfTest: End[] = [];

/** Started once, before the tests of the file or of the block around the call. */
export function forAll<T extends object>(start: () => Promise<T>, stop: (one: T) => unknown): T {
  return living({ before: beforeAll, after: afterAll, ends: endsOfFile }, start, stop);
}

/** Started anew before each test. */
export function forEach<T extends object>(start: () => Promise<T>, stop: (one: T) => unknown): T {
  return living({ before: beforeEach, after: afterEach, ends: endsOfTest }, start, stop);
}

interface Hooks {
  before(hook: () => Promise<void>): void;
  after(hook: () => Promise<void>): void;
  readonly ends: End[];
}

/** @returns stands for the one that is started later, whichever it is then */
function living<T extends object>(
  { before, after, ends }: Hooks,
  start: () => Promise<T>,
  stop: (one: T) => unknown,
): T {
  let current: T | undefined;
  before(async () => {
    const one = await start();
    current = one;
    ends.push(() => stop(one));
  });
  after(async () => {
    current = undefined;
    await ends.pop()?.();
  });
  const now = (): T => {
    if (current) return current;
    throw new Error('it is started before the tests, and stopped after them');
  };
  return new Proxy({} as T, {
    get(_, name) {
      const value: unknown = Reflect.get(now(), name);
      return typeof value === 'function' ? value.bind(now()) : value;
    },
    set: (_, name, value) => Reflect.set(now(), name, value),
    has: (_, name) => name in now(),
    ownKeys: () => Reflect.ownKeys(now()),
    getOwnPropertyDescriptor(_, name) {
      const found = Reflect.getOwnPropertyDescriptor(now(), name);
      return found && { ...found, configurable: true };
    },
  });
}
