/**
 * The process that runs the tests of a mutated file. Without a mutant in its environment it runs them once, tells which
 * mutants each reaches, and is then asked for one mutant after the other; with one it runs them until one fails.
 */
import { pathToFileURL } from 'node:url';
import { end, run, type Test, testsOf } from './globals.ts';
import { cpuMs, type Limit, limited } from './limit.ts';

/** What Stryker's instrumented code reads and writes. */
interface Stryker {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: {
    readonly static: Readonly<Record<string, number>>;
    readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
  };
}

export interface Order {
  readonly suites: readonly string[];
  /** For what is done at once. */
  readonly limit: Limit;
  readonly mutant?: string;
}

export interface Question {
  readonly mutant: string;
  readonly limit: Limit;
}

export type Answer =
  | { readonly kind: 'failed'; readonly why: string }
  /** `reached`: mutant → suites; `atLoad`: mutants that the modules reach as they load. */
  | {
      readonly kind: 'ready';
      readonly reached: Readonly<Record<string, readonly string[]>>;
      readonly atLoad: readonly string[];
      readonly cpuMs: number;
    }
  | { readonly kind: 'killed' | 'alive' }
  /** The test that failed fails without the mutant, too: this process can judge nothing any more. */
  | { readonly kind: 'spoilt' };

const stryker: Stryker = {};
Object.assign(globalThis, { __stryker__: stryker });
// A mutant may leave work behind that fails later.
process.on('uncaughtException', () => {}).on('unhandledRejection', () => {});
process.on('disconnect', () => process.exit());

const tell = (answer: Answer) => new Promise((told) => process.send?.(answer, told));
const moduleOf = (path: string) => pathToFileURL(`${process.cwd()}/${path.replace(/\.ts$/, '.js')}`).href;
const order: Order = JSON.parse(process.argv[2] ?? '');
const begin = await limited();

begin(order.limit);
if (order.mutant === undefined) await judgeEach();
else {
  stryker.activeMutant = order.mutant;
  await tell({ kind: (await failureOfAll()) === undefined ? 'alive' : 'killed' });
  process.exit();
}

/** @returns the tests of all suites @throws what they throw as they load */
async function load(): Promise<readonly Test[]> {
  await import(moduleOf('test/support/seed.ts'));
  const tests: Test[] = [];
  for (const suite of order.suites) tests.push(...(await testsOf(suite, () => import(moduleOf(suite)))));
  return tests;
}

async function failureOfAll(): Promise<string | undefined> {
  try {
    for (const test of await load()) {
      const failure = await failureOf(test);
      if (failure !== undefined) return failure;
    }
    await end();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

async function failureOf(test: Test): Promise<string | undefined> {
  try {
    await run(test);
    return undefined;
  } catch (error) {
    return `${test.suite}: ${test.name}: ${error instanceof Error ? error.stack : error}`;
  }
}

async function judgeEach(): Promise<void> {
  const tests = new Map<string, { readonly test: Test; readonly hits: number }[]>();
  const cost = new Map<Test, number>();
  let n = 0;
  try {
    for (const test of await load()) {
      stryker.currentTestId = `${n++}`;
      const from = performance.now();
      const failure = await failureOf(test);
      if (failure !== undefined) return void (await tell({ kind: 'failed', why: failure }));
      cost.set(test, performance.now() - from);
      for (const [mutant, hits] of Object.entries(stryker.mutantCoverage?.perTest[stryker.currentTestId] ?? {}))
        tests.set(mutant, [...(tests.get(mutant) ?? []), { test, hits }]);
      stryker.currentTestId = undefined;
    }
  } catch (error) {
    return void (await tell({ kind: 'failed', why: error instanceof Error ? `${error.stack}` : String(error) }));
  }
  for (const of of tests.values()) of.sort((a, b) => (cost.get(a.test) ?? 0) - (cost.get(b.test) ?? 0));
  begin(undefined);
  process.on('message', async ({ mutant, limit }: Question) => {
    begin(limit);
    await tell({ kind: await judge(mutant, tests.get(mutant) ?? []) });
    begin(undefined);
  });
  const reached = [...tests].map(([mutant, of]) => [mutant, [...new Set(of.map(({ test }) => test.suite))]]);
  const atLoad = Object.keys(stryker.mutantCoverage?.static ?? {});
  await tell({ kind: 'ready', reached: Object.fromEntries(reached), atLoad, cpuMs: cpuMs() });
}

async function judge(mutant: string, tests: readonly { readonly test: Test; readonly hits: number }[]) {
  for (const { test, hits } of tests) {
    // Ends most endless loops at once.
    Object.assign(stryker, { activeMutant: mutant, hitCount: 0, hitLimit: hits * 100 + 1000 });
    const failure = await failureOf(test);
    Object.assign(stryker, { activeMutant: undefined, hitCount: undefined });
    if (failure !== undefined) return (await failureOf(test)) === undefined ? 'killed' : 'spoilt';
  }
  return 'alive';
}
