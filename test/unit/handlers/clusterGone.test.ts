import { describe, expect, test } from '@jest/globals';
import type { SourcedFinding } from '../../../src/core/common/finding.ts';
import type { Facts } from '../../../src/core/evaluation/rule.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import type { Absence } from '../../../src/core/resource/absence.ts';
import * as rules from '../../../src/handlers/aws/resources/clusterGone.ts';
import { clusterParameters } from '../../../src/handlers/aws/resources/clusterParameters.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';

const clusterGone = rules.clusterGone({});
const said = (...given: Parameters<typeof clusterGone.matches>) => {
  const reason = clusterGone.matches(...given);
  return reason && inEnglish(reason);
};
const clusterStands = rules.clusterStands({});
const managedByCluster = rules.managedByCluster({});
const SHOP = { 'kubernetes.io/cluster/shop': 'owned', 'kubernetes.io/service-name': 'shop/web' };
const leftover = { ...resource('sg-1', { tags: SHOP }), vpcId: 'vpc-1' };
const gone: Absence = { alias: 'cluster/shop@vpc-1', by: 'cluster shop', forMs: 2 * DAY, wasSeen: true };

function facts(absences: readonly Absence[], more: Partial<Facts> = {}): Facts {
  return { now: NOW, findings: [], absences, rules: ['clusterGone'], ...more };
}

describe('C4 clusterGone', () => {
  test('C4 nominates a resource whose cluster is gone', () => {
    expect(said(leftover, {}, facts([gone]))).toBe('cluster shop is gone: no survey has found it for 2 days');
  });

  test('C4 nominates nothing without evidence that the cluster is gone', () => {
    expect(said(leftover, {}, facts([]))).toBeUndefined();
    expect(said(leftover, {}, { now: NOW, findings: [] })).toBeUndefined();
  });

  test('C6 the absence from another VPC nominates nothing', () => {
    const elsewhere = { ...gone, alias: 'cluster/shop@vpc-2' };
    expect(said(leftover, {}, facts([elsewhere]))).toBeUndefined();
  });

  test('C3 nominates a resource of two clusters only when both are gone', () => {
    const both = { ...leftover, tags: { ...SHOP, 'kubernetes.io/cluster/blog': 'owned' } };
    const blog = { ...gone, alias: 'cluster/blog@vpc-1', by: 'cluster blog' };
    expect(said(both, {}, facts([gone]))).toBeUndefined();
    expect(said(both, {}, facts([gone, blog]))).toContain('cluster blog is gone');
  });

  test('C1 nominates no resource that a cluster only shares', () => {
    const shared = { ...leftover, tags: { 'kubernetes.io/cluster/shop': 'shared' } };
    expect(said(shared, {}, facts([gone]))).toBeUndefined();
    expect(said(shared, {}, facts([], { isFirstLook: true }))).toBeUndefined();
  });

  test('C7 the reason says that Holystone never saw the cluster alive', () => {
    expect(said(leftover, {}, facts([{ ...gone, wasSeen: false }]))).toContain('never saw it alive');
  });
});

describe('C5 clusterStands', () => {
  const parameters = clusterParameters.parse({});

  test('C5 keeps a resource whose cluster has not been gone for `absentFor`, and says how long it waits', () => {
    expect(clusterStands.keeps(leftover, parameters, facts([{ ...gone, forMs: 0 }]))).toBe(
      'cluster shop is gone: candidate after 1d of surveys',
    );
    expect(clusterStands.keeps(leftover, parameters, facts([{ ...gone, forMs: DAY - 1 }]))).toContain(
      'candidate after',
    );
    expect(clusterStands.keeps(leftover, parameters, facts([{ ...gone, forMs: DAY }]))).toBeUndefined();
  });

  test('C7 keeps the leftovers of a cluster never seen alive with `requireSeenAlive`', () => {
    const strict = clusterParameters.parse({ clusters: { requireSeenAlive: true } });
    expect(clusterStands.keeps(leftover, strict, facts([{ ...gone, wasSeen: false }]))).toContain('requireSeenAlive');
    expect(clusterStands.keeps(leftover, strict, facts([gone]))).toBeUndefined();
  });

  test('C4 names the part of the cluster that exists', () => {
    const place = { account: 'test', location: 'us-east-1' };
    const exists: SourcedFinding = {
      alias: gone.alias,
      says: 'exists',
      by: 'instance i-1 (stopped)',
      source: 'clusters',
      place,
    };
    expect(clusterStands.keeps(leftover, parameters, facts([], { findings: [exists] }))).toBe(
      'its cluster exists: instance i-1 (stopped)',
    );
  });

  test.each(['0s', '-1h', 'soon', 24])('absentFor: %p is refused', (absentFor) => {
    expect(clusterParameters.safeParse({ clusters: { absentFor } }).success).toBe(false);
  });
});

describe('C4 the safeguard managedBy of a type that clusters leave behind', () => {
  const parameters = clusterParameters.parse({});

  test('C4 keeps a resource of a cluster until the cluster is gone', () => {
    expect(managedByCluster.keeps(leftover, parameters, facts([]))).toBe('managed-by:kubernetes');
    expect(managedByCluster.keeps(leftover, parameters, facts([gone]))).toBeUndefined();
  });

  test('C8 leaves a resource whose evidence is not complete to the verdict unknown, only with the rule clusterGone', () => {
    expect(managedByCluster.keeps(leftover, parameters, facts([], { isUnread: true }))).toBeUndefined();
    const withoutRule = facts([gone], { isUnread: true, rules: ['unused'] });
    expect(managedByCluster.keeps(leftover, parameters, withoutRule)).toBe('managed-by:kubernetes');
  });

  test('C4 keeps a leftover that another manager has too', () => {
    const stacked = { ...leftover, tags: { ...SHOP, 'aws:cloudformation:stack-id': 'x' } };
    expect(managedByCluster.keeps(stacked, parameters, facts([gone]))).toBe('managed-by:cloudformation');
  });

  test.each([
    ['false', 'tag aws.cluster.x-k8s.io/external-resource-gc says false'],
    ['maybe', 'tag aws.cluster.x-k8s.io/external-resource-gc says "maybe", which is neither true nor false'],
  ])('C9 names the tag of Cluster API that keeps it: %s', (value, why) => {
    const optedOut = { ...leftover, tags: { ...SHOP, 'aws.cluster.x-k8s.io/external-resource-gc': value } };
    expect(managedByCluster.keeps(optedOut, parameters, facts([gone]))).toBe(`managed-by:kubernetes; ${why}`);
    const withoutRule = facts([gone], { rules: ['unused'] });
    expect(managedByCluster.keeps(optedOut, parameters, withoutRule)).toBe('managed-by:kubernetes');
  });

  test('C1 a tag that counts only with `ownerTags` is named beside the manager that keeps it', () => {
    const named = {
      ...leftover,
      tags: { 'elbv2.k8s.aws/cluster': 'shop', 'gateway.k8s.aws.alb/stack': 'web/gateway' },
    };
    expect(managedByCluster.keeps(named, parameters, facts([]))).toBe(
      'managed-by:kubernetes; clusterGone looks for cluster shop only with clusters: { ownerTags: true }',
    );
    expect(managedByCluster.keeps(named, parameters, facts([], { rules: ['unused'] }))).toBe('managed-by:kubernetes');
  });

  test('C1 keeps a resource that a cluster only shares', () => {
    const shared = { ...leftover, tags: { 'kubernetes.io/cluster/shop': 'shared' } };
    expect(managedByCluster.keeps(shared, parameters, facts([gone]))).toBe('managed-by:kubernetes');
  });
});
