import { describe, expect, test } from '@jest/globals';
import { assetAliases } from '../../../src/handlers/aws/resources/cdk/assetHash.ts';
import {
  blocksDeletions,
  gapIn,
  holdingBack,
  mayGoBack,
  protectedBy,
  protects,
  reviewWords,
  type StackParameter,
} from '../../../src/handlers/aws/resources/cdk/stacks.ts';

const HASH = 'ab'.repeat(32);
const ours = assetAliases([`${HASH}.zip`], 'ours');

function keepsOurs(...parameters: StackParameter[]): boolean {
  return [...protectedBy([HASH], parameters)].some((alias) => ours.includes(alias));
}

const version = (byDefault: string, actual?: string): StackParameter => ({
  key: 'BootstrapVersion',
  byDefault,
  ...(actual !== undefined && { actual }),
});

test('K1 each stack protects until its deletion is complete', () => {
  expect(protects('DELETE_COMPLETE')).toBe(false);
  for (const status of [
    'DELETE_FAILED',
    'DELETE_IN_PROGRESS',
    'ROLLBACK_COMPLETE',
    'REVIEW_IN_PROGRESS',
    'NEW_STATUS',
  ]) {
    expect(protects(status)).toBe(true);
  }
});

test.each([
  ['settled', ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'IMPORT_COMPLETE'], false],
  ['cleaning up', ['UPDATE_COMPLETE_CLEANUP_IN_PROGRESS', 'UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS'], false],
  ['new', ['REVIEW_IN_PROGRESS', 'CREATE_IN_PROGRESS', 'CREATE_FAILED', 'ROLLBACK_FAILED', 'ROLLBACK_COMPLETE'], false],
  ['going', ['DELETE_IN_PROGRESS', 'DELETE_FAILED'], false],
  ['updated', ['UPDATE_IN_PROGRESS', 'UPDATE_FAILED', 'UPDATE_ROLLBACK_IN_PROGRESS', 'UPDATE_ROLLBACK_FAILED'], true],
  ['imported', ['IMPORT_IN_PROGRESS', 'IMPORT_ROLLBACK_IN_PROGRESS', 'IMPORT_ROLLBACK_FAILED'], true],
  ['in a state that nobody knows', ['NEW_STATUS', ''], true],
] as const)('K3 does a stack that is %s go back to an earlier template?', (_what, statuses, does) => {
  for (const status of statuses) expect([status, mayGoBack(status)]).toEqual([status, does]);
});

test('K3 a nested stack goes back with the one around it, unless it is new', () => {
  expect(mayGoBack('UPDATE_COMPLETE', 'UPDATE_FAILED')).toBe(true);
  expect(mayGoBack('UPDATE_COMPLETE', 'UPDATE_COMPLETE')).toBe(false);
  expect(mayGoBack('CREATE_COMPLETE', 'UPDATE_FAILED')).toBe(false);
  expect(mayGoBack('CREATE_IN_PROGRESS', 'CREATE_IN_PROGRESS')).toBe(false);
  expect(mayGoBack('UPDATE_COMPLETE', 'DELETE_FAILED')).toBe(false);
});

test('K2 a stack of another qualifier does not protect, one of ours or of none does', () => {
  expect(keepsOurs(version('/cdk-bootstrap/other/version'))).toBe(false);
  expect(keepsOurs(version('/cdk-bootstrap/ours/version'))).toBe(true);
  expect(keepsOurs()).toBe(true);
  expect(keepsOurs({ key: 'Stage', byDefault: '/cdk-bootstrap/other/version' })).toBe(true);
});

test('K2 a stack protects if its actual value names our qualifier, or a path that nobody can read', () => {
  expect(keepsOurs(version('/cdk-bootstrap/other/version', '/cdk-bootstrap/ours/version'))).toBe(true);
  expect(keepsOurs(version('/cdk-bootstrap/other/version', 'latest'))).toBe(true);
  expect(keepsOurs(version('/company/cdk/other/version'))).toBe(true);
  expect(keepsOurs(version(''))).toBe(true);
});

test('K2 a qualifier that contains ours is another one', () => {
  expect(keepsOurs(version('/cdk-bootstrap/ours2/version'))).toBe(false);
});

test('K4 one unreadable template makes a gap that names its stack, unless it may be skipped', () => {
  const reads = [{ stack: 'app' }, { stack: 'legacy', unreadable: 'AccessDenied' }];
  expect(gapIn(reads, () => false)).toBe('the template of the stack legacy cannot be read: AccessDenied');
  expect(gapIn(reads, (stack) => stack === 'legacy')).toBeUndefined();
  expect(gapIn(reads, (stack) => stack === 'app')).toContain('legacy');
});

test('K4 zero readable templates make a gap, also where all may be skipped', () => {
  expect(gapIn([], () => true)).toBe('not one template can be read');
  expect(gapIn([{ stack: 'legacy', unreadable: 'AccessDenied' }], () => true)).toBe('not one template can be read');
});

test('K5 only a stack under review blocks deletions', () => {
  expect(blocksDeletions('REVIEW_IN_PROGRESS')).toBe(true);
  expect(blocksDeletions('UPDATE_IN_PROGRESS')).toBe(false);
});

describe('K5 stacks under review', () => {
  const DAY = 86_400_000;
  const now = 100 * DAY;
  const fresh = { name: 'shop', createdAt: now - 60_000 };
  const old = { name: 'pr-123', createdAt: now - 30 * DAY };
  const undated = { name: 'undated' };
  const isSkipped = (stack: string) => stack.startsWith('skipped-');

  test('K5 all hold deletions back; those older than a day, which nobody deploys, are told apart', () => {
    const held = holdingBack([fresh, old, undated], { isSkipped }, now);
    expect(held).toEqual({ all: ['shop', 'pr-123', 'undated'], long: ['pr-123'] });
  });

  test('K5 one that is older than `abandonedAfter` holds nothing back, and one without a date always does', () => {
    const held = holdingBack([fresh, old, undated], { isSkipped, abandonedAfter: 14 * DAY }, now);
    expect(held).toEqual({ all: ['shop', 'undated'], long: [] });
  });

  test('K5 one whose name `skip` has holds nothing back', () => {
    expect(holdingBack([{ ...old, name: 'skipped-1' }], { isSkipped }, now)).toEqual({ all: [], long: [] });
  });

  test('K5 the words name the first and count the others', () => {
    expect([reviewWords([]), reviewWords(['shop', 'pr-123'])]).toEqual([
      undefined,
      'the stack shop (and 1 more stack) is in REVIEW_IN_PROGRESS: a deployment may have found its assets in place',
    ]);
  });
});
