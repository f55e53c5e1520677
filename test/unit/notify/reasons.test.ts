import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LANGUAGES } from '../../../src/core/common/language.ts';
import { isTranslated, type Reason } from '../../../src/core/common/reason.ts';
import type { Rule } from '../../../src/core/evaluation/rule.ts';
import { genericRules } from '../../../src/core/evaluation/rules/index.ts';
import { earlierReason } from '../../../src/core/reason/earlierReason.ts';
import { inEnglish, wordsIn } from '../../../src/core/reason/english.ts';
import { storedReasons } from '../../../src/core/reason/storedReasons.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { renderDigest } from '../../../src/notify/mail/renderDigest.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { anyReason, withTexts } from '../../support/anyReason.ts';
import { digest, row } from './digests.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 2);
const facts = { createdAt: NOW - 412 * DAY, now: NOW, findings: [] };
const SUSPENDED = {
  suspensions: [{ process: 'AddToLoadBalancer', reason: `User suspended at ${new Date(NOW - 9 * DAY).toISOString()}` }],
};

const OF_STACK = {
  tags: {
    'aws:cloudformation:stack-id': 'arn:aws:cloudformation:us-east-1:111111111111:stack/shop/1a2b',
    'aws:cloudformation:logical-id': 'Address',
  },
};
const OF_CLUSTER = { vpcId: 'vpc-1', tags: { 'kubernetes.io/cluster/shop': 'owned' } };
const CAUTION = {
  code: 'clusterElsewhere',
  values: { name: 'shop', vpc: 'vpc-2', more: 2, part: 'EKS cluster shop (ACTIVE)', here: 'vpc-1' },
} as const;
const GONE = { alias: 'cluster/shop@vpc-1', by: 'cluster shop', forMs: 3 * DAY, wasSeen: false };

/** For each rule an example that it nominates. @returns the resource, the parameters and more facts */
const EXAMPLES: Readonly<Record<string, readonly (readonly [resource: object, parameters?: object, more?: object])[]>> =
  {
    unused: [
      [{ backedImage: 'ami-1' }, {}, { isFirstLook: true }],
      [{ backedImage: 'ami-1' }, {}, { isFirstLook: true, isByOurRecord: true }],
    ],
    age: [[{}, { moreThan: 90 * DAY }]],
    attribute: [
      [{ tags: { stage: 'test' }, state: 'available' }, { where: { state: 'available', 'tag:stage': 'test' } }],
    ],
    expired: [[{ tags: { ttl: '10d' } }]],
    notInSource: [[{}]],
    policy: [
      [{}],
      [{ sharesWith: ['latest', 'v2', 'v3', 'v4'] }],
      [{ followedBy: ['sha256-1.sig'] }],
      [{ followedBy: ['1.sig', '2.sig', '3.sig', '4.sig'] }],
    ],
    orphan: [[{ name: 'sbom', belongsTo: `sha256:${'1'.repeat(64)}` }, {}, { isFirstLook: true, rules: ['orphan'] }]],
    untagged: [[{ untagged: true, createdAt: new Date(0) }]],
    volumeGone: [[{ volumeId: 'vol-1', tags: {} }, {}, { isFirstLook: true }]],
    zeroInstances: [[{ instanceIds: [] }]],
    zeroLoadBalancers: [[{ loadBalancers: [] }]],
    disabledFor: [[SUSPENDED, { moreThan: 2 * DAY }]],
    clusterGone: [
      [OF_CLUSTER, {}, { absences: [GONE] }],
      [OF_CLUSTER, {}, { absences: [{ ...GONE, forMs: 0, wasSeen: true }] }],
      [OF_CLUSTER, {}, { absences: [{ ...GONE, cautions: [CAUTION] }] }],
    ],
    notInState: [
      [
        { aliases: ['terraformWorkspace/prod'] },
        {},
        { findings: [{ alias: 'terraformWorkspace/prod', says: 'exists' }] },
      ],
    ],
    stackGone: [[OF_STACK, {}, { isFirstLook: true }]],
  };

/** Notes of handlers that a message shows beside the reasons. */
const NOTES: readonly Reason[] = [
  { code: 'snapshotsFollow', values: { go: { names: ['snap-1'], more: 0 }, others: { names: [], more: 0 } } },
  {
    code: 'snapshotsFollow',
    values: { go: { names: ['snap-1', 'snap-2'], more: 1 }, others: { names: ['snap-9'], more: 0 } },
  },
  { code: 'snapshotsMayFollow', values: { names: ['snap-1'], more: 0 } },
  { code: 'snapshotsMayFollow', values: { names: ['snap-1', 'snap-2'], more: 3 } },
  { code: 'snapshotsStay', values: { names: ['snap-1'], more: 0 } },
  { code: 'snapshotsStay', values: { names: ['snap-1', 'snap-2'], more: 3 } },
  { code: 'versionsGo', values: { latest: 7 } },
  { code: 'numberGone', values: { number: 3, template: 'web' } },
  { code: 'dataGoes', values: { gibibytes: 40, type: 'gp3', zone: 'us-east-1a' } },
  { code: 'dataGoes', values: { claim: 'shop/data-web-0', gibibytes: 8 } },
  { code: 'onlyStops', values: {} },
  { code: 'listenersGo', values: {} },
  { code: 'policiesGo', values: {} },
  { code: 'hooksGo', values: {} },
  { code: 'collectedLater', values: {} },
  { code: 'collectedLater', values: { upTo: '1.2 GB' } },
  { code: 'addressFree', values: { address: '10.0.0.7' } },
  { code: 'addressReturned', values: { address: '203.0.113.9', provider: 'AWS' } },
  { code: 'addressesStay', values: { names: ['203.0.113.9'], more: 0 } },
  { code: 'imageTagged', values: { names: [], more: 0 } },
  { code: 'imageTagged', values: { names: ['stable'], more: 0, expires: true } },
  { code: 'imageTagged', values: { names: ['a', 'b', 'c'], more: 2 } },
  { code: 'after', values: { users: ['load balancer shop', 'target group shop'] } },
  { code: 'markedElsewhere', values: { on: '2026-01-31' } },
];

const german = (reason: Reason) => wordsIn(catalogueOf('de').reasons, reason);
const rules: readonly Rule[] = [...new Set([...genericRules, ...handlers.flatMap((handler) => handler.rules)])];
const examples = rules.flatMap((rule) =>
  (EXAMPLES[rule.name] ?? []).flatMap(([resource, parameters = {}, more = {}]) => {
    const reason = rule.matches(resource as never, parameters as never, { ...facts, ...more } as never);
    return reason === undefined ? [] : [[rule.name, reason] as const];
  }),
);

test('every rule has an example here that it nominates', () => {
  const named = new Set(examples.map(([name]) => name));
  expect(rules.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
});

test.each(
  [...examples, ...NOTES.map((note) => ['a note', note] as const)].map(
    ([name, one]) => [name, inEnglish(one), one] as const,
  ),
)('P9 %s: "%s" has German words', (_name, _english, reason) => {
  expect(isTranslated(reason)).toBe(true);
  expect(german(reason)).not.toMatch(/\b(it|its|the|is|old|than|and|nothing|days?|more|stays?|with)\b/);
});

test('P9 two rules that must both match give one sentence', () => {
  const all: readonly Reason[] = [
    { code: 'unused', values: {} },
    { code: 'older', values: { age: { count: 412, unit: 'day' }, moreThan: { count: 90, unit: 'day' } } },
  ];
  const both: Reason = { code: 'and', values: { all } };
  expect(inEnglish(both)).toBe('nothing uses it, and it is 412 days old, more than 90d');
  expect(german(both)).toBe('nichts benutzt sie, und sie ist 412 Tage alt, mehr als 90 Tage');
});

test('C6 P9 that there is a cluster of the name in another VPC has words in both languages', () => {
  const clusters = [{ name: 'shop', age: { count: 3, unit: 'day' }, cautions: [CAUTION] }] as const;
  const reason: Reason = { code: 'clustersGone', values: { clusters } };
  expect(inEnglish(reason)).toBe(
    'cluster shop is gone: no survey has found it for 3 days; there is a cluster shop in vpc-2 and 2 more (EKS cluster shop (ACTIVE)): keep it if that one works in vpc-1 too',
  );
  expect(german(reason)).toBe(
    'den Cluster shop gibt es nicht mehr: Seit 3 Tagen hat ihn keine Prüfung gefunden; einen Cluster shop gibt es in vpc-2 und 2 weiteren (EKS cluster shop (ACTIVE)): Behalten, wenn er auch in vpc-1 arbeitet',
  );
});

describe('P9 the words of a person', () => {
  const odd = fc.constantFrom(
    'hello, this is mine',
    'it is old, and nothing uses it',
    ' is gone; is is',
    'a and 3 more',
    'x (4 tags)',
    '$1 $& $`',
    '2.5 GB',
    'its snapshot stays: x',
  );
  const text = fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 12 }));

  test.each(LANGUAGES)('come out as they went in: %s', (language) => {
    const { reasons } = catalogueOf(language);
    fc.assert(
      fc.property(anyReason(text), (reason) => {
        const texts: string[] = [];
        // No words of any catalogue.
        const marked = withTexts(reason, (own) => `⟦${texts.push(own) - 1}⟧`);
        const words = wordsIn(reasons, marked).replace(/⟦(\d+)⟧/g, (_all, at) => texts[Number(at)] ?? '');
        expect(wordsIn(reasons, reason)).toBe(words);
        expect([...wordsIn(reasons, marked).matchAll(/⟦\d+⟧/g)].length).toBeGreaterThanOrEqual(texts.length);
      }),
      { numRuns: 500 },
    );
  });

  test.each(LANGUAGES)('come out of a mail as they went in: %s', async (language) => {
    const rule = genericRules.find(({ name }) => name === 'attribute');
    const resource = { tags: { purpose: 'hello, this is mine' } };
    const why = rule?.matches(resource as never, { where: { 'tag:purpose': '/mine/' } } as never, facts) as Reason;
    const rows = [row({ because: [why], reasons: [inEnglish(why)] })];
    const { text: mail } = await renderDigest(digest(rows), { from: 'Holystone <h@example.com>', language });
    expect(mail.replace(/\s+/g, ' ')).toContain('hello, this is mine');
    expect(mail).not.toContain('this ist mine');
  });
});

describe('P9 a reason that a later version stored stops no message and no page', () => {
  const SENTENCE = 'nothing has read it since May';
  const shown = async (because: unknown, language: 'en' | 'de', sentence = SENTENCE) => {
    const rows = [row({ because: [because] as readonly Reason[], reasons: [sentence] })];
    const { text } = await renderDigest(digest(rows), { from: 'Holystone <h@example.com>', language });
    return text.replace(/\s+/g, ' ');
  };
  const LATER: readonly (readonly [what: string, stored: unknown])[] = [
    ['another code', { code: 'unread', values: { month: 5 } }],
    ['no values', { code: 'older' }],
    ['values of another shape', { code: 'older', values: { moreThan: '90d' } }],
    ['a part of another code', { code: 'and', values: { all: [{ code: 'unread', values: {} }] } }],
    ['a code that every object has', { code: 'toString', values: {} }],
    ['a text', 'unread'],
    ['nothing', null],
  ];

  test.each(LANGUAGES.flatMap((language) => LATER.map(([what, stored]) => [language, what, stored] as const)))(
    '%s: %s',
    async (language, _what, stored) => {
      expect(await shown(stored, language)).toContain(SENTENCE);
    },
  );

  test('a unit that one language has no word for', async () => {
    const aged = { code: 'aged', values: { age: { count: 3, unit: 'week' } } };
    expect(await shown(aged, 'de', 'it is 3 weeks old')).toContain('it is 3 weeks old');
  });

  test('a known one beside it keeps its language', () => {
    const both = [
      { code: 'unread', values: {} },
      { code: 'unused', values: {} },
    ] as unknown as readonly Reason[];
    const reasons = storedReasons([SENTENCE, 'nothing uses it'], both);
    expect(reasons.map(german)).toEqual([SENTENCE, 'nichts benutzt sie']);
  });
});

describe('a sentence of an earlier version', () => {
  test('is read into values where it has no words of people', () => {
    expect(german(earlierReason('nothing uses it, and it is 412 days old, more than 90d'))).toBe(
      'nichts benutzt sie, und sie ist 412 Tage alt, mehr als 90 Tage',
    );
    expect(german(earlierReason('nothing else uses it'))).toBe('nichts anderes benutzt sie');
    expect(german(earlierReason('cluster shop is gone: no survey has found it for 3 days'))).toContain('Seit 3 Tagen');
  });

  test('stays as it is otherwise, and says that it is English', () => {
    const reason = earlierReason('tag:purpose is hello, this is mine');
    expect([german(reason), isTranslated(reason)]).toEqual(['tag:purpose is hello, this is mine', false]);
  });

  test('has the same words in English, whatever it says', () => {
    const any = fc.oneof(fc.string(), anyReason(fc.string({ maxLength: 9 })).map(inEnglish));
    fc.assert(fc.property(any, (sentence) => expect(inEnglish(earlierReason(sentence))).toBe(sentence)));
  });
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
