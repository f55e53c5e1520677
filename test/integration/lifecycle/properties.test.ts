/**
 * Accounts as graphs of references, in which it is known by construction who uses what: planned by the real handlers
 * through the real SDK, from a sandbox.
 *
 * HOLYSTONE_EXHAUSTIVE=true builds more accounts than CI does, HOLYSTONE_PROPERTY_RUNS=500 as many as it says;
 * HOLYSTONE_SEED=… builds the same again. A failure prints its seed, and the smallest account that still fails.
 */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import { KITS } from '../../kits/index.ts';
import type { AnyGraph, Arrangement } from '../../support/graph/kind.ts';
import { candidatesOf, verdictsOf } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { strike, trouble } from '../../support/graph/troubles.ts';
import { EXHAUSTIVE, EXPLORE_MS, runsOf, within } from '../../support/sampled.ts';

const MORE = process.env.HOLYSTONE_PROPERTY_RUNS;
const RUNS = Number(MORE ?? runsOf(6, 80));
/** Each of them plans many times; handlers/readFaults breaks every call of every source. */
const TROUBLED_RUNS = Number(MORE ?? runsOf(3, 80));
/** The three laws of each type share the time of an exploration. Who asks for more gets them all. */
const SHARE_MS = EXPLORE_MS && EXPLORE_MS / (3 * KITS.length);
const LIMIT_MS =
  MORE === undefined ? (SHARE_MS ?? (EXHAUSTIVE ? Number.POSITIVE_INFINITY : 12_000)) : Number.POSITIVE_INFINITY;
const TIMEOUT = Math.max(900_000, RUNS * 15_000);

const surveyed = surveyedForAll();

function holds<T>(property: fc.IAsyncProperty<T>, numRuns = RUNS): Promise<void> {
  return fc.assert(property, { numRuns, endOnFailure: false });
}

const arrangements: fc.Arbitrary<Arrangement> = fc.record({
  pageLimit: fc.constantFrom(1, 2, 3, 1000),
  reversed: fc.boolean(),
  swapped: fc.boolean(),
});

function laws({ graphs, sparse, edges, ...kind }: AnyGraph): void {
  const plan = (graph: unknown, options?: { afresh?: boolean; clients?: SharedClientPool }) =>
    surveyed.plan(kind.entry(graph, surveyed), options);

  test(
    'A1 A12 used resources are kept and unused ones are candidates, for any pages, order and account of the users',
    () =>
      holds(
        fc.asyncProperty(
          graphs,
          arrangements,
          within(LIMIT_MS, async (graph, arrangement) => {
            await kind.build(surveyed, graph, arrangement);
            const planned = await plan(graph);
            // A stack under review holds deletions of CDK's back, and leaves every verdict.
            const problem = planned.problem?.startsWith('nothing is deleted now: the stack ') ? null : planned.problem;
            expect({ problem, verdicts: verdictsOf(planned) }).toEqual({
              problem: [...kind.expected(graph).values()].includes('unknown') ? problem : null,
              verdicts: kind.expected(graph),
            });
          }),
        ),
      ),
    TIMEOUT,
  );

  test(
    'one more user makes no candidate, and a resource without its users gets the verdict of an unused one',
    () =>
      holds(
        fc.asyncProperty(
          graphs,
          edges,
          within(LIMIT_MS, async (graph, edge) => {
            await kind.build(surveyed, graph);
            const before = candidatesOf(await plan(graph));
            const more = kind.grown(graph, edge);
            await kind.addLast(surveyed, more);
            const after = await plan(more);
            expect(before).toEqual(expect.arrayContaining([...candidatesOf(after)]));
            expect(verdictsOf(after)).toEqual(kind.expected(more));
            const none = kind.withoutUsers(more);
            await kind.build(surveyed, none);
            expect(verdictsOf(await plan(none))).toEqual(kind.expected(none));
          }),
        ),
      ),
    TIMEOUT,
  );

  test(
    'L30 A3 A7 a failed read or a withdrawn permission makes no new candidate, and is reported',
    () =>
      holds(
        fc.asyncProperty(
          fc.oneof(graphs, { weight: 4, arbitrary: sparse }),
          arrangements,
          fc.array(trouble, { minLength: 4, maxLength: 12 }),
          within(LIMIT_MS, async (given, arrangement, troubles) => {
            const graph = kind.permitted(given);
            await kind.build(surveyed, graph, { ...arrangement, swapped: false });
            const calls = await surveyed.callsOf(() => plan(graph, { clients: surveyed.aws.record() }));
            for (const one of troubles) {
              surveyed.recover();
              const { what, isSent } = strike(surveyed, calls, one);
              const planned = await plan(graph, isSent ? { clients: surveyed.aws.replay(isSent) } : { afresh: true });
              const wrong = candidatesOf(planned).filter((id) => kind.expected(graph).get(id) !== 'candidate');
              expect({ what, wrong }).toEqual({ what, wrong: [] });
              const isSame = planned.resources.every(({ id, verdict }) => kind.expected(graph).get(id) === verdict);
              const isAll = planned.resources.length === kind.expected(graph).size;
              expect({ what, reported: (isSame && isAll) || planned.problem !== null }).toEqual({
                what,
                reported: true,
              });
            }
          }),
        ),
        TROUBLED_RUNS,
      ),
    TIMEOUT,
  );
}

describe.each(KITS.map(({ type, users }) => [type, users.graph] as const))('%s', (_type, graph) => laws(graph));
