import { expect, test } from '@jest/globals';
import type { ControlState } from '../../../src/core/policy/fleet.ts';
import type { PassCause, PassRecord } from '../../../src/core/policy/pass.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { NamespaceState } from '../../../src/http/operator/api/namespaceState.ts';
import { attentionItems } from '../../../src/http/operator/dashboard/attentionItems.ts';
import { passRecord, workConfiguration } from '../../support/queue.ts';

const DENIED = 'ec2:DescribeLaunchTemplates is denied; allow it for the role arn:aws:iam::1:role/X';

function state(location: string, passes: readonly Partial<PassRecord>[], deferred = 0): NamespaceState {
  const namespace = namespaceOf({ provider: 'aws', account: 'acme', location, resourceType: 'image' });
  return {
    configuration: workConfiguration({ namespace }),
    state: 'idle',
    passes: passes.map((pass) => passRecord({ namespace, outcome: 'incomplete', ...pass })),
    approvals: [],
    counts: { marked: 0, due: 0 },
    deferred,
    missingEvidence: [],
  };
}

const CONTROL: ControlState = { service: 'in', killed: false, stages: {}, canaries: {}, version: 1 };

const unread = (...causes: readonly PassCause[]): Partial<PassRecord> => ({
  problem: `somewhere: ${causes.map(({ why }) => why).join('; ')}`,
  causes,
});
const itemsUnder = (control: ControlState, ...namespaces: readonly NamespaceState[]) =>
  attentionItems({ namespaces, waiting: [], unreadyBecause: [], drift: new Map(), control, now: 0 }).map(
    ({ where, text, reported, places }) => ({ where, said: text ?? reported, places: places?.length }),
  );

const items = (...namespaces: readonly NamespaceState[]) => itemsUnder(CONTROL, ...namespaces);

test('P13 a cause that four namespaces have is one item, with the sum of its unknown resources', () => {
  const all = ['a', 'b', 'c', 'd'].map((location) => state(location, [unread({ why: DENIED, unknown: 11 })]));
  const text = '44 resources are unknown and stay, in 4 namespaces.';
  expect(items(...all)).toEqual([{ where: DENIED, said: text, places: 4 }]);
});

test('P13 what a namespace alone has stays an item of its own, without what is told already', () => {
  const own = unread({ why: DENIED, unknown: 1 }, { why: 'ec2:DescribeInstances failed', unknown: 2 });
  expect(items(state('a', [unread({ why: DENIED, unknown: null })]), state('b', [own]))).toMatchObject([
    { where: DENIED, said: '1 resource is unknown and stays, in 2 namespaces; 1 of them could not be listed.' },
    { where: 'aws:acme:b:image', said: 'ec2:DescribeInstances failed', places: undefined },
  ]);
  const alone = unread({ why: DENIED, unknown: 3 });
  expect(items(state('a', [alone]))).toMatchObject([{ where: 'aws:acme:a:image', said: alone.problem }]);
});

test('P13 a record of an earlier version has its sentence alone: equal sentences are one item, others are not', () => {
  const [same, other] = [{ problem: 'AWS did not answer' }, { problem: 'AWS throttled' }];
  expect(items(state('a', [same]), state('b', [same]), state('c', [other]))).toMatchObject([
    { where: 'AWS did not answer', said: 'In 2 namespaces.', places: 2 },
    { where: 'aws:acme:c:image', said: 'AWS throttled' },
  ]);
});

test('P13 two actions of one namespace with one cause are two passes of it, and each blocked set waits for its own approval', () => {
  const blocked = {
    ...unread({ why: DENIED, unknown: 1 }),
    outcome: 'blocked',
    blocked: { digest: 'd', size: 1 },
  } as const;
  expect(items(state('a', [blocked]), state('b', [blocked]))).toHaveLength(2);
  const pass = unread({ why: DENIED, unknown: 1 });
  expect(items(state('a', [pass, { ...pass, action: 'delete' }]))).toHaveLength(2);
});

test('P13 resources past their date are one item, and it leads to all of them', () => {
  expect(items(state('a', [], 2), state('b', [], 3), state('c', []))).toMatchObject([
    { where: '2 namespaces', said: expect.stringContaining('5 resources'), places: 2 },
  ]);
});

test('P13 resources past their date are grouped by the cause that holds their namespaces', () => {
  const failed = { action: 'delete', outcome: 'failed', problem: 'no definitions: disk full' } as const;
  const all = [state('a', [failed], 2), state('b', [failed], 1), state('c', [], 4)];
  expect(items(...all).filter(({ where }) => !where.includes('disk full'))).toMatchObject([
    { where: 'Waits: the last delete pass failed', said: '3 dates have passed, in 2 namespaces.', places: 2 },
    { where: 'aws:acme:c:image', said: expect.stringContaining('each mark says why') },
  ]);
  expect(itemsUnder({ ...CONTROL, killed: true }, state('a', [], 2), state('b', [], 1))).toMatchObject([
    { where: 'Waits: the kill switch is on', said: '3 dates have passed, in 2 namespaces.' },
  ]);
});

test('P13 a stopped pass says what it would have done, and the limit', () => {
  const trips = [{ code: 'newMarks', values: { count: 2970, limit: 500 } }] as const;
  const pass = { outcome: 'blocked', problem: 'newMarks: …', trips, blocked: { digest: 'd', size: 2970 } } as const;
  expect(items(state('a', [pass]))).toMatchObject([
    { said: '2,970 images would be marked at once; the limit is 500.' },
  ]);
});

test('P13 what is held for people is an item until it is decided', () => {
  const pass = { outcome: 'complete', review: { passId: 'p', digest: 'd', size: 312 } } as const;
  expect(items(state('a', [pass]))).toMatchObject([
    { where: 'aws:acme:a:image', said: '312 images are held until somebody approves or keeps them.' },
  ]);
  expect(items(state('a', [{ ...pass, review: { ...pass.review, size: 0 } }]))).toEqual([]);
});
