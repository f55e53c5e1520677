import { expect, test } from '@jest/globals';
import { assetAliases } from '../../../src/handlers/aws/resources/cdk/assetHash.ts';
import {
  blocksDeletions,
  gapIn,
  protectedBy,
  protects,
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
