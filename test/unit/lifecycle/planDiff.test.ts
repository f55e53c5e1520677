import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Reason } from '../../../src/core/common/reason.ts';
import type { EarlierPlan } from '../../../src/core/evaluation/earlierPlan.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import { type Plan, planDiff } from '../../../src/lifecycle/index.ts';
import { anyReason, withTexts } from '../../support/anyReason.ts';

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

const older = (days: number, most: number): Reason => ({
  code: 'older',
  values: { age: { count: days, unit: 'day' }, moreThan: { count: most, unit: 'day' } },
});
const because = (...all: readonly Reason[]): Listed => ({ ...listed(all.map(inEnglish)), because: [...all] as never });

test('that a resource is older now is no other reason; another limit is', () => {
  expect(diffOf(because(older(100, 90)), because(older(400, 90)))?.changed).toEqual([]);
  expect(diffOf(because(older(100, 90)), because(older(100, 30)))?.changed).toHaveLength(1);
  expect(diffOf(listed([inEnglish(older(100, 90))]), because(older(101, 90)))?.changed).toEqual([]);
  expect(diffOf(listed([inEnglish(older(100, 90))]), because(older(101, 30)))?.changed).toHaveLength(1);
});

test('every other value of a reason shows, and no age', () => {
  fc.assert(
    fc.property(anyReason(fc.string({ maxLength: 5 })), anyReason(fc.string({ maxLength: 5 })), (before, now) => {
      const values = (one: Reason) => JSON.stringify(one, (key, value) => (key === 'age' ? 0 : value));
      const isOther = values(before) !== values(now);
      expect(diffOf(because(before), because(now))?.changed).toHaveLength(isOther ? 1 : 0);
    }),
  );
  const words = fc.string({ minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(anyReason(words), (before) => {
      const now = withTexts(before, (text) => `${text}!`);
      const isOther = JSON.stringify(now) !== JSON.stringify(before);
      expect(diffOf(because(before), because(now))?.changed).toHaveLength(isOther ? 1 : 0);
    }),
  );
});

test('a plan of an earlier version has sentences: a higher age is no other reason; anything else is', () => {
  const [then, later] = ['it is 100 days old, more than 90d', 'it is 400 days old, more than 90d'];
  expect(diffOf(listed([then]), listed([later]))).toMatchObject({ appeared: [], disappeared: [], changed: [] });
  expect(diffOf(listed([then]), listed([then, 'nothing uses it']))?.changed).toHaveLength(1);
  expect(diffOf(listed(['a tag x=1']), listed(['a tag x=2']))?.changed).toHaveLength(1);
});

test('a resource that became unknown would not be deleted any more, and the plan says why', () => {
  const { disappeared = [] } = diffOf(listed(['unused']), listed(['instances were not read'], 'unknown')) ?? {};
  expect(disappeared).toMatchObject([{ now: { verdict: 'unknown', reasons: ['instances were not read'] } }]);
});
