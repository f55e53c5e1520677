import { expect, test } from '@jest/globals';
import type { EarlierPlan } from '../../../src/core/evaluation/earlierPlan.ts';
import { type Plan, planDiff } from '../../../src/lifecycle/index.ts';

type Listed = EarlierPlan['namespaces'][number]['resources'][number];
const listed = (reasons: readonly string[], verdict: Listed['verdict'] = 'candidate'): Listed => ({
  id: 'ami-1',
  name: 'app',
  verdict,
  reasons,
});
const plan = (resource: Listed) => {
  const namespace = { namespace: 'aws:test:us-east-1:image', status: 'complete', resources: [resource] } as const;
  return { generatedAt: '2026-01-01T00:00:00Z', namespaces: [namespace] };
};
const diffOf = (before: Listed, now: Listed) => planDiff(plan(before), plan(now) as unknown as Plan).namespaces[0];

test('that a resource is older now is no other reason; anything else is', () => {
  const [then, later] = ['it is 100 days old, more than 90d', 'it is 1 year old, more than 90d'];
  expect(diffOf(listed([then]), listed([later]))).toMatchObject({ appeared: [], disappeared: [], changed: [] });
  expect(diffOf(listed([then]), listed([then, 'nothing uses it']))?.changed).toHaveLength(1);
  expect(diffOf(listed(['a tag x=1']), listed(['a tag x=2']))?.changed).toHaveLength(1);
});

test('a resource that became unknown would not be deleted any more, and the plan says why', () => {
  const { disappeared = [] } = diffOf(listed(['unused']), listed(['instances were not read'], 'unknown')) ?? {};
  expect(disappeared).toMatchObject([{ now: { verdict: 'unknown', reasons: ['instances were not read'] } }]);
});
