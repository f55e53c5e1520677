/**
 * What tests import of '@jest/globals', so that one process may run them again and again, each run with another mutant.
 * It has what our tests use: a suite that imports or calls more fails to load, which the run reports.
 */
import { createRequire } from 'node:module';
import type { expect as Expect } from '@jest/globals';

type Action = (...values: never[]) => unknown;

interface Group {
  readonly parent: Group | undefined;
  readonly hooks: Readonly<Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Action[]>>;
  hasBegun: boolean;
}

export interface Test {
  readonly suite: string;
  readonly name: string;
  readonly action: () => unknown;
  readonly group: Group;
}

const require = createRequire(import.meta.url);
export const expect: typeof Expect = createRequire(require.resolve('@jest/globals'))('@jest/expect').jestExpect;

let suite = '';
let group = groupIn(undefined);
let tests: Test[] = [];
let begun: Group[] = [];

function groupIn(parent: Group | undefined): Group {
  return { parent, hooks: { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] }, hasBegun: false };
}

/** @returns the tests of a suite @throws whatever its modules throw as they load */
export async function testsOf(name: string, load: () => Promise<unknown>): Promise<readonly Test[]> {
  [suite, group, tests] = [name, groupIn(undefined), []];
  await load();
  return tests;
}

export function test(name: string, action: Action): void {
  if (action.length > 0) throw new Error(`${name}: a test gets no callback here`);
  tests.push({ suite, name, action: action as () => unknown, group });
}
export const it = (name: string, action: Action): void => test(name, action);

export function describe(_name: string, define: Action): void {
  const outer = group;
  group = groupIn(outer);
  (define as () => void)();
  group = outer;
}

const skip = Object.assign(() => {}, { each: () => () => {} });
test.skip = skip;
describe.skip = skip;
test.each = eachWith(test);
describe.each = eachWith(describe);

/** As Jest has it: a table of rows only is spread, anything else is one value a row. */
function eachWith(define: (name: string, action: () => unknown) => void) {
  return (table: readonly unknown[]) => (name: string, action: (...values: unknown[]) => unknown) => {
    const isTable = table.every(Array.isArray);
    for (const [n, row] of table.entries()) {
      define(`${name} (${n})`, () => action(...(isTable ? (row as unknown[]) : [row])));
    }
  };
}

const hook = (kind: keyof Group['hooks']) => (action: Action) => void group.hooks[kind].push(action);
export const beforeAll = hook('beforeAll');
export const beforeEach = hook('beforeEach');
export const afterEach = hook('afterEach');
export const afterAll = hook('afterAll');

const pathTo = (of: Group | undefined): readonly Group[] => (of ? [...pathTo(of.parent), of] : []);
const call = async (actions: readonly Action[]) => {
  for (const action of actions) await (action as () => unknown)();
};

/**
 * Runs a test with its hooks; `beforeAll` before the first of its group. It waits as long as the test takes (see limit.ts).
 * An error that nobody catches is the test's.
 * @throws what makes the test fail
 */
export async function run({ action, group: of }: Test): Promise<void> {
  const groups = pathTo(of);
  let stop = (_: unknown): void => {};
  const uncaught = new Promise<never>((_, reject) => {
    stop = reject;
  });
  process.on('uncaughtException', stop).on('unhandledRejection', stop);
  const whole = async () => {
    for (const one of groups) {
      if (one.hasBegun) continue;
      one.hasBegun = true;
      begun.push(one);
      await call(one.hooks.beforeAll);
    }
    try {
      for (const one of groups) await call(one.hooks.beforeEach);
      await action();
    } finally {
      for (const one of groups.toReversed()) await call(one.hooks.afterEach);
    }
  };
  try {
    await Promise.race([whole(), uncaught]);
  } finally {
    process.off('uncaughtException', stop).off('unhandledRejection', stop);
  }
}

/** Runs `afterAll` of each group that began, the inner ones first. */
export async function end(): Promise<void> {
  const groups = begun.toReversed();
  begun = [];
  for (const { hooks } of groups) await call(hooks.afterAll);
}
