import { expect, test } from '@jest/globals';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { chosenIn, KeepForm, targetOf, UndoForm } from '../../../src/http/public/link/choice.ts';

const DAY = 24 * 3_600_000;
const NOW = Date.parse('2026-06-01T12:00:00Z');
const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
const claims = { namespace, id: 'ami-1', owner: 'ann@example.com', expiresAt: NOW + 1 };

test('P7 an empty reason is none', () => {
  const form = KeepForm.parse({ keep: '7d', reason: '  ' });
  expect(chosenIn(form, claims, NOW)).toEqual({ until: NOW + 7 * DAY, actor: 'ann@example.com', at: NOW });
});

test.each([
  [{ keep: 'day', until: '2026-06-03' }, Date.parse('2026-06-04')],
  [{ keep: '7d', until: '2026-06-03' }, NOW + 7 * DAY],
  [{ keep: '7d', until: '2026-09-30' }, Date.parse('2026-10-01')],
  [{ keep: 'forever', until: '2026-09-30' }, 'forever'],
  [{ keep: '90d', until: '' }, NOW + 90 * DAY],
])('L101 P7 %j keeps until %j: with another button than its own a day never shortens', (form, until) => {
  expect(chosenIn(KeepForm.parse(form), claims, NOW)?.until).toBe(until);
});

test.each([
  { keep: 'day' },
  { keep: 'day', until: '' },
  { keep: 'day', until: '2026-05-31' },
  { keep: '7d', until: '2026-05-31' },
  { keep: 'forever', until: '2026-02-30' },
])('L101 P7 %j decides nothing', (form) => {
  expect(chosenIn(KeepForm.parse(form), claims, NOW)).toBeUndefined();
});

test('P7 a form without a choice decides nothing', () => {
  expect(KeepForm.safeParse({}).success).toBe(false);
  expect(KeepForm.safeParse({ keep: ['7d', 'forever'] }).success).toBe(false);
});

test('a group can be kept only by a link that names one', () => {
  expect(() => targetOf(claims, 'group')).toThrow('not about a group');
  expect(targetOf({ ...claims, group: 'web' }, 'group')).toEqual({ kind: 'group', value: 'web' });
});

test('an undo without a body is about the resource', () => {
  expect(UndoForm.parse(undefined)).toEqual({ scope: 'id', pattern: '' });
});
