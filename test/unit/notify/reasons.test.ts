import { describe, expect, test } from '@jest/globals';
import type { Rule } from '../../../src/core/evaluation/rule.ts';
import { genericRules } from '../../../src/core/evaluation/rules/index.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { reasonIn } from '../../../src/notify/texts/reasons.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 2);
const facts = { createdAt: NOW - 412 * DAY, now: NOW, findings: [] };
const SUSPENDED = {
  suspensions: [{ process: 'AddToLoadBalancer', reason: `User suspended at ${new Date(NOW - 9 * DAY).toISOString()}` }],
};

const OF_CLUSTER = { vpcId: 'vpc-1', tags: { 'kubernetes.io/cluster/shop': 'owned' } };
const CAUTION =
  'there is a cluster shop in vpc-2 and 2 more (EKS cluster shop (ACTIVE)): keep it if that one works in vpc-1 too';
const GONE = { alias: 'cluster/shop@vpc-1', by: 'cluster shop', forMs: 3 * DAY, wasSeen: false };

/** For each rule an example that it nominates. @returns the resource, the parameters and more facts */
const EXAMPLES: Readonly<Record<string, readonly (readonly [resource: object, parameters?: object, more?: object])[]>> =
  {
    unused: [[{ backedImage: 'ami-1' }, {}, { isFirstLook: true }]],
    age: [[{}, { moreThan: 90 * DAY }]],
    attribute: [
      [{ tags: { stage: 'test' }, state: 'available' }, { where: { state: 'available', 'tag:stage': 'test' } }],
    ],
    expired: [[{ tags: { ttl: '10d' } }]],
    notInSource: [[{}]],
    policy: [[{}], [{ sharesWith: ['latest', 'v2', 'v3', 'v4'] }]],
    zeroInstances: [[{ instanceIds: [] }]],
    zeroLoadBalancers: [[{ loadBalancers: [] }]],
    disabledFor: [[SUSPENDED, { moreThan: 2 * DAY }]],
    clusterGone: [
      [OF_CLUSTER, {}, { absences: [GONE] }],
      [OF_CLUSTER, {}, { absences: [{ ...GONE, forMs: 0, wasSeen: true }] }],
      [OF_CLUSTER, {}, { absences: [{ ...GONE, caution: CAUTION }] }],
    ],
  };

/** Notes of handlers that a message shows beside the reasons. */
const NOTES = [
  'its snapshot stays: snap-1',
  'its snapshots stay: snap-1, snap-2 and 3 more',
  'all its versions go with it; the latest is 7',
  'its data goes with it (40 GiB gp3 in us-east-1a); snapshots of it stay',
  'it was made for the claim shop/data-web-0; its data goes with it (8 GiB gp3); snapshots of it stay',
  'its listeners and their rules are deleted with it; its target groups, certificates and security groups are not. A load balancer that is made again has another DNS name',
  'only the garbage collection of the registry frees its space',
  'only the garbage collection of the registry frees its space: up to 1.2 GB',
  'its address 10.0.0.7 in subnet-1 is free afterwards',
  'the image goes with this tag, which is its last',
  'the image stays, with the tag stable; the lifecycle policy of ECR would expire the image too',
  'the image stays, with the tags a, b, c and 2 more',
  'the address 203.0.113.9 goes back to AWS, which may give it to another account; then nobody can get it back',
];

const rules: readonly Rule[] = [...new Set([...genericRules, ...handlers.flatMap((handler) => handler.rules)])];
const examples = rules.flatMap((rule) =>
  (EXAMPLES[rule.name] ?? []).flatMap(([resource, parameters = {}, more = {}]) => {
    const reason = rule.matches(resource as never, parameters as never, { ...facts, ...more } as never);
    return reason === undefined ? [] : [[rule.name, reason] as const];
  }),
);
const BY_RECORD = genericRules
  .find(({ name }) => name === 'unused')
  ?.matches({} as never, {} as never, { ...facts, isByOurRecord: true } as never);

test('every rule has an example here that it nominates', () => {
  const named = new Set(examples.map(([name]) => name));
  expect(rules.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
});

test.each([...examples, ...NOTES.map((note) => ['a note', note] as const), ['unused', BY_RECORD ?? ''] as const])(
  'P9 %s: "%s" has German words',
  (_name, reason) => {
    const { text, language } = reasonIn('de', reason);
    expect(language).toBe('de');
    expect(text).not.toMatch(/\b(it|its|the|is|old|than|and|nothing|days?|more|stays?|with)\b/);
  },
);

test('P9 two rules that must both match give one German sentence', () => {
  expect(reasonIn('de', 'nothing uses it, and it is 412 days old, more than 90d')).toEqual({
    text: 'nichts benutzt sie, und sie ist 412 Tage alt, mehr als 90 Tage',
    language: 'de',
  });
});

test('P9 a reason without a translation stays as it is, and says that it is English', () => {
  expect(reasonIn('de', 'it is empty')).toEqual({ text: 'it is empty', language: 'en' });
});

describe('P9 both languages', () => {
  const keysOf = (texts: object, at = ''): readonly string[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !('type' in value)
        ? keysOf(value, `${at}${key}.`)
        : [`${at}${key}`],
    );
  // Problems are written in English where they arise.
  const textsOf = (language: 'en' | 'de') =>
    keysOf(catalogueOf(language)).filter((key) => !/pages\.problems/.test(key));

  test('have the same texts', () => {
    expect(textsOf('de').toSorted()).toEqual(textsOf('en').toSorted());
  });

  test('have a name for every type, as people call it', () => {
    const named = handlers.filter(({ called }) => called !== undefined && called.en !== '' && called.de !== '');
    expect(named.length).toBe(handlers.length);
  });
});

test('C6 P9 that there is a cluster of the name in another VPC has German words', () => {
  expect(reasonIn('de', `cluster shop is gone: no survey has found it for 3 days; ${CAUTION}`)).toEqual({
    text: 'den Cluster shop gibt es nicht mehr: Seit 3 Tagen hat ihn keine Prüfung gefunden; einen Cluster shop gibt es in vpc-2 und 2 weiteren (EKS cluster shop (ACTIVE)): Behalten, wenn er auch in vpc-1 arbeitet',
    language: 'de',
  });
});

test('a reason of a held resource is German in German, with the users as the evidence names them', () => {
  expect(reasonIn('de', 'nothing else uses it')).toEqual({ text: 'nichts anderes benutzt sie', language: 'de' });
  expect(reasonIn('de', 'deleted after load balancer shop, target group shop')).toEqual({
    text: 'sie wird gelöscht nach: load balancer shop, target group shop',
    language: 'de',
  });
});
