/**
 * Law 1 as one property: to read less never makes a candidate. Every type is planned with everything readable, and then
 * again and again with more and more taken away, in both accounts and in every way in which a read can fail.
 *
 * HOLYSTONE_PROPERTY_RUNS=100 tries more losses; HOLYSTONE_SEED=… tries the same again. HOLYSTONE_EXHAUSTIVE=true also takes
 * each single call away in every way.
 */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CallRecord } from '../../../sandbox/aws/index.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { KITS } from '../../kits/index.ts';
import { EVERYTHING, IN_ANOTHER_ACCOUNT } from '../../support/graph/everything.ts';
import { accountLosses, lose, lossOf, WAYS } from '../../support/graph/losses.ts';
import { candidatesOf, OTHER, OWN } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { isReadByDefault } from '../../support/readByDefault.ts';
import { EXHAUSTIVE, someOf } from '../../support/sampled.ts';

const { handlers } = provider;

/** How many chains of losses each type is given. */
const RUNS = Number(process.env.HOLYSTONE_PROPERTY_RUNS ?? (EXHAUSTIVE ? 30 : 2));
const TIMEOUT = Math.max(900_000, RUNS * 10_000);
/** A listing comes in several pages, and one of them can be lost. */
const PAGE = 50;

/** Types that other accounts may use, or name. */
const READS_OTHERS = new Set<string>(KITS.filter(({ othersMayUse }) => othersMayUse).map(({ type }) => type));

/** Sources that the plan of everything does not ask, and where their reads are taken away. */
const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  clusters: 'lessEvidenceOfClusters.test.ts',
  clusterOptOuts: 'lessEvidenceOfClusters.test.ts',
  clustersElsewhere: 'lessEvidenceOfClusters.test.ts',
  managementClusters: 'handlers/clusters.test.ts',
  clusterObjects: 'kubernetes/clusterObjects.test.ts',
  podImages: 'tags/podImages.test.ts',
  subjects: 'lifecycle/orphanTags.test.ts',
  terraformStates: 'lifecycle/terraformStates.test.ts',
  usageReports: 'handlers/usageReports.test.ts',
};

const surveyed = surveyedForAll();
afterEach(() => surveyed.recover());

describe.each(handlers.map(({ resourceType }, row) => [resourceType, row] as const))('%s', (type, row) => {
  const account = type === 'image' ? IN_ANOTHER_ACCOUNT : EVERYTHING[type];
  if (!account) throw new Error(`nothing is known about everything of ${type}`);
  const plan = () => surveyed.plan(account.entry(surveyed), { afresh: true });
  let calls: readonly CallRecord[] = [];
  let candidates: readonly string[] = [];

  beforeAll(async () => {
    await account.build(surveyed, PAGE);
    calls = await surveyed.callsOf(async () => {
      candidates = candidatesOf(await plan());
    });
    const asksOthers = calls.some(({ account, operation }) => account === OTHER.account && operation !== 'AssumeRole');
    expect(asksOthers).toBe(READS_OTHERS.has(type));
  });

  test('A15 the plan asks every source of the type, so that each can be taken away', () => {
    const asked = new Set(calls.map(({ operation }) => operation));
    // IAM names the calls of API Gateway by the HTTP method.
    const isAsked = (right: string) =>
      asked.has(right.split(':')[1] ?? '') ||
      (right === 'apigateway:GET' && ['GetRestApis', 'GetVpcLinks'].some((one) => asked.has(one)));
    const handler = handlerOf(handlers, type);
    const sources = handler.evidence.filter((source) => isReadByDefault(handler, source));
    const unasked = sources.filter(
      ({ name, permissions }) => permissions.length > 0 && !permissions.some(isAsked) && !ASKED_ELSEWHERE[name],
    );
    expect(sources.length).toBeGreaterThan(0);
    expect(unasked.map(({ name }) => name)).toEqual([]);
  });

  const places = READS_OTHERS.has(type) ? [OWN, OTHER] : [OWN];
  // In CI each type loses the other account in one way, and each way meets some types: these plans are the slowest.
  const losses = places.flatMap((place) =>
    (place === OWN ? accountLosses : someOf(accountLosses, accountLosses.length, row)).map(
      (loss) => [loss.name, place.account, loss, place] as const,
    ),
  );

  test.each(losses)(
    'A15 %s in %s: less evidence makes no new candidate, and the plan names the unreadable account once',
    async (_name, _account, loss, place) => {
      loss.begin(surveyed, place);
      const planned = await plan();
      expect(candidates).toEqual(expect.arrayContaining([...candidatesOf(planned)]));
      expect(planned.problem?.match(loss.says) ?? []).toHaveLength(1);
      expect(planned.status).toBe('incomplete');
    },
  );

  test(
    'A15 taking any read away never moves a verdict towards candidate, however many are gone already',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(lossOf, { minLength: 3, maxLength: 3 }), async (losses) => {
          surveyed.recover();
          let before = candidates;
          const lost: string[] = [];
          for (const loss of losses) {
            lost.push(lose(surveyed, calls, loss));
            const after = candidatesOf(await plan());
            const wrong = after.filter((id) => !before.includes(id));
            expect({ lost, wrong }).toEqual({ lost, wrong: [] });
            before = after;
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    },
    TIMEOUT,
  );

  if (EXHAUSTIVE) {
    test('A15 without any single call, in every way in which it can fail, no new candidate appears', async () => {
      const each = [...new Map(calls.map((call, which) => [`${call.account} ${call.operation}`, which])).values()];
      const wrong: unknown[] = [];
      for (const which of each) {
        for (const way of WAYS) {
          surveyed.recover();
          const lost = lose(surveyed, calls, { which, way });
          const more = candidatesOf(await plan()).filter((id) => !candidates.includes(id));
          if (more.length > 0) wrong.push({ lost, more });
        }
      }
      expect(wrong).toEqual([]);
    }, 3_600_000);
  }
});
