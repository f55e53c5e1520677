import { expect, test } from '@jest/globals';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { KeepForm, optOutFrom, targetOf, UndoForm } from '../../../src/http/public/link/choice.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
const claims = { namespace, id: 'ami-1', owner: 'ann@example.com', expiresAt: NOW + 1 };

test('P7 an empty reason is none', () => {
  const form = KeepForm.parse({ keep: '7d', reason: '  ' });
  expect(optOutFrom(form, { kind: 'id', value: claims.id }, claims, NOW)).toEqual({
    target: { kind: 'id', value: 'ami-1' },
    until: NOW + 7 * 24 * 3_600_000,
    actor: 'ann@example.com',
    at: NOW,
  });
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
