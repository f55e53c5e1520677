import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { StoreError } from '../../../src/core/common/errors.ts';
import type { ResourceSummary } from '../../../src/core/evaluation/nomination.ts';
import {
  type Intent,
  type Mark,
  type Notice,
  newMark,
  type Quarantine,
  refreshMark,
} from '../../../src/core/mark/mark.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { checksum } from '../../../src/state/redis/markFields.ts';
import { decodeMark, encodeMark, identityField, versionOf } from '../../../src/state/redis/markValue.ts';
import { anyReason } from '../../support/anyReason.ts';

const NS = namespaceOf({ provider: 'aws', account: 'a|b', location: 'l', resourceType: 'image' });
const OTHER_NS = namespaceOf({ provider: 'aws', account: 'a', location: 'l', resourceType: 'image' });

/** Everything that means something in a stored value, and halves of characters. */
const odd = fc.string({
  unit: fc.constantFrom('|', '=', '~', '"', '\\', '\n', '\0', 'a', 'ü', '🜁', '\ud83d', '\udf01'),
});
const text = fc.oneof(fc.string({ unit: 'grapheme' }), odd);
const generation = fc.oneof(text, fc.uuid());
const instant = fc.nat({ max: 8.64e15 });
const amount = fc.double({ min: 0.0001, max: 1e9, noNaN: true });

const aReason = anyReason(text);

/** Every field, also those that a mark may lack: with a field that is not named here this does not compile. */
type Fields<T> = { [K in keyof Required<T>]: fc.Arbitrary<Required<T>[K]> };
const resource: Fields<ResourceSummary> = {
  name: text,
  group: text,
  keptAs: fc.array(text),
  team: text,
  createdAt: instant,
  sizeBytes: fc.maxSafeNat(),
  note: aReason,
  monthlyCost: fc.oneof(
    fc.record({ amount }),
    fc.record({ amount, upTo: fc.constant(true as const) }),
    fc.record({ amount, upTo: fc.constant(true as const), stays: fc.constant(true as const) }),
  ),
  lastUse: fc.oneof(fc.record({ at: instant }), fc.record({ at: instant, by: text })),
};
const intent: Fields<Intent> = {
  passId: text,
  at: instant,
  acceptedAt: instant,
  requestId: text,
  isOver: fc.constant(true as const),
  to: fc.constant('quarantine' as const),
};
const quarantine: Fields<Quarantine> = { at: instant, until: instant, made: text };
const notice: Fields<Notice> = {
  messageId: text,
  recipient: text,
  acceptedAt: instant,
  shownAt: instant,
  generation,
  validUntil: instant,
  remindedBy: text,
  deletionAt: instant,
  linksUntil: instant,
};
const NOTICE_NEEDS: (keyof Notice)[] = ['messageId', 'recipient', 'acceptedAt', 'shownAt', 'generation', 'validUntil'];
const fields: Fields<Mark> = {
  unproven: fc.constant(true as const),
  namespace: fc.constantFrom(NS, OTHER_NS),
  id: text,
  identity: text,
  generation,
  revision: fc.nat(),
  state: fc.constantFrom('marked', 'noticed', 'deleting'),
  resource: fc.record(resource, { requiredKeys: ['name'] }) as fc.Arbitrary<ResourceSummary>,
  reasons: fc.array(text),
  because: fc.array(aReason),
  entry: text,
  owner: text,
  ownerVia: text,
  unowned: fc.boolean(),
  disclaimedBy: fc.array(text),
  markedAt: instant,
  projectedDeletionAt: instant,
  nextAttemptAt: instant,
  attempts: fc.nat(),
  refusals: fc.nat(),
  problem: text,
  inUse: fc.record({ since: instant, endedAt: instant, toldBy: text }, { requiredKeys: ['since'] }),
  waitsFor: fc.array(
    fc.record({ type: text, id: text, by: text, findings: fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.nat()) }),
  ),
  notice: fc.record(notice, { requiredKeys: NOTICE_NEEDS }) as fc.Arbitrary<Notice>,
  intent: fc.record(intent, { requiredKeys: ['passId', 'at'] }) as fc.Arbitrary<Intent>,
  quarantine: fc.record(quarantine, { requiredKeys: ['at', 'until'] }) as fc.Arbitrary<Quarantine>,
};
const OPTIONAL = [
  ...([
    'because',
    'entry',
    'owner',
    'unowned',
    'disclaimedBy',
    'refusals',
    'nextAttemptAt',
    'problem',
    'inUse',
    'notice',
    'intent',
    'quarantine',
  ] as const),
];
const REQUIRED = (Object.keys(fields) as (keyof Mark)[]).filter((field) => !OPTIONAL.some((name) => name === field));
const unrelated = fc.record(fields, { requiredKeys: REQUIRED }) as fc.Arbitrary<Mark>;

/** A field in terms of another, as most marks have it: `=` the same, `…` with more text behind it. */
const relation = fc.constantFrom('', '=', '…');
const relations = fc.record({
  identity: relation,
  name: relation,
  recipient: relation,
  generation: relation,
  shown: relation,
});
const marks: fc.Arbitrary<Mark> = fc.tuple(unrelated, relations).map(([mark, how]) => ({
  ...mark,
  ...(mark.because && { reasons: mark.because.map(inEnglish) }),
  identity: related(how.identity, mark.identity, mark.id),
  resource: { ...mark.resource, name: related(how.name, mark.resource.name, mark.id) },
  ...(mark.notice && {
    notice: {
      ...withoutLoneEnd(mark.notice),
      recipient: related(how.recipient, mark.notice.recipient, mark.owner ?? ''),
      generation: related(how.generation, mark.notice.generation, mark.generation),
      shownAt: how.shown === '' ? mark.notice.shownAt : mark.projectedDeletionAt,
    },
  }),
}));

/** The end of the links is only kept beside the date of a deletion after a quarantine. */
function withoutLoneEnd({ linksUntil, ...notice }: Notice): Notice {
  return notice.deletionAt === undefined || linksUntil === undefined ? notice : { ...notice, linksUntil };
}

function related(how: string, own: string, base: string): string {
  if (how === '=') return base;
  return how === '' ? own : base + own;
}

const read = (mark: Mark, value = encodeMark(mark)) => decodeMark(mark.namespace, mark.id, value);

describe('L66 any mark, whatever is in it', () => {
  test('a stored mark is read unchanged', () => {
    fc.assert(
      fc.property(marks, (mark) => expect(read(mark)).toEqual(mark)),
      { numRuns: 1_000 },
    );
  });

  test('has a value without line breaks that UTF-8 can hold', () => {
    fc.assert(
      fc.property(marks, (mark) => {
        const value = encodeMark(mark);
        expect(Buffer.from(value).toString()).toBe(value);
        expect(value).not.toContain('\n');
      }),
    );
  });

  test('has nine fields where scripts look for them', () => {
    fc.assert(
      fc.property(marks, (mark) => {
        const [, revision, state, identity, owner, noticeGeneration, recipient, validUntil, dueAt] =
          encodeMark(mark).split('|');
        expect({ revision, state, identity, dueAt }).toEqual({
          revision: String(mark.revision),
          state: mark.state,
          identity: identityField(mark.id, mark.identity),
          dueAt: String(mark.projectedDeletionAt),
        });
        expect(owner === '').toBe(mark.owner === undefined);
        expect(noticeGeneration === '').toBe(mark.notice === undefined);
        expect(noticeGeneration === '=').toBe(mark.notice?.generation === mark.generation);
        expect(recipient === '=').toBe(mark.notice !== undefined && mark.notice.recipient === mark.owner);
        expect(validUntil).toBe(String(mark.notice?.validUntil ?? ''));
      }),
    );
  });

  test('has an identity that equals only the same one', () => {
    fc.assert(
      fc.property(text, text, text, (id, a, b) => {
        const identities = [a, b, id, id + a, id + b];
        const fields = identities.map((identity) => identityField(id, identity));
        expect(new Set(fields).size).toBe(new Set(identities).size);
      }),
    );
  });

  test('has a version that matches no other, also among revisions that begin alike', () => {
    fc.assert(
      fc.property(marks, marks, (a, b) => {
        expect(encodeMark(a).startsWith(versionOf(a))).toBe(true);
        const isSame = a.generation === b.generation && a.revision === b.revision;
        expect(encodeMark(b).startsWith(versionOf(a))).toBe(isSame);
        const next = { ...a, revision: Number(`${a.revision}0`) + 1 };
        expect(encodeMark(next).startsWith(versionOf(a))).toBe(false);
      }),
    );
  });
});

const GENERATION = '0b6f3a52-7c1e-4a43-9d58-2f6f1e8c9a07';
const nomination = {
  namespace: NS,
  resource: {
    id: 'ami-00000000000000001',
    identity: 'ami-00000000000000001@2025-03-14T09:26:53.000Z',
    name: 'team-11-service-120-20250314-1',
    tags: {},
    aliases: [],
    group: 'g',
    createdAt: new Date(1_741_944_413_000),
    sizeBytes: 8_589_934_592,
  },
  monthlyCost: { amount: 12.34, upTo: true as const, stays: true as const },
  reasons: ['unused: nothing uses it'],
  owner: 'owner-1@example.com',
  ownerVia: 'tag owner',
  projectedDeletionAt: 1_764_500_000_000,
};
const marked = newMark(nomination, GENERATION, 1_763_000_000_000);

test('L33 a mark that was read is still the same as its resource', () => {
  expect(refreshMark(read(marked), nomination)).toBeUndefined();
});

test('A13 the stored cost takes few bytes', () => {
  const { monthlyCost: _, ...without } = marked.resource;
  const bytes = (mark: Mark) => Buffer.byteLength(encodeMark(mark));
  expect(bytes(marked) - bytes({ ...marked, resource: without })).toBeLessThan(20);
});

test('a date that is none is read as absent', () => {
  const mark: Mark = { ...marked, resource: { name: 'n', createdAt: Number.NaN } };

  expect(read(mark).resource).toEqual({ name: 'n' });
});

describe('nothing is said twice', () => {
  const { group: _, ...summary } = marked.resource;
  const noticed: Mark = {
    ...marked,
    resource: summary,
    state: 'noticed',
    notice: {
      messageId: `<${'5'.repeat(40)}@holystone.example.com>`,
      recipient: nomination.owner,
      acceptedAt: 1_763_000_000_001,
      shownAt: marked.projectedDeletionAt,
      generation: GENERATION,
      validUntil: 1_767_000_000_000,
    },
  };

  test.each([marked.id, NS, GENERATION, marked.identity])('%s is not in the value', (known) => {
    expect(encodeMark(noticed)).not.toContain(known);
  });

  test.each([nomination.owner, String(marked.projectedDeletionAt)])('%s is there once', (text) => {
    expect(encodeMark(noticed).split(text)).toHaveLength(2);
  });
});

/** A value with a correct checksum. */
const withChecksum = (content: string) => `${content}|${checksum(2, NS, 'a', content)}`;
const mark: Mark = { ...marked, id: 'a', identity: 'a#1' };
const refusal = (act: () => unknown) => expect(act).toThrow(StoreError);

describe('a value that is none is an error', () => {
  test('with any character changed, or anything missing at the end', () => {
    const value = encodeMark(mark);
    for (let at = 0; at < value.length; at++) {
      refusal(() => read(mark, value.slice(0, at)));
      refusal(() => read(mark, `${value.slice(0, at)}${value[at] === 'x' ? 'y' : 'x'}${value.slice(at + 1)}`));
    }
  });

  test('of another id, or of the same id in another namespace', () => {
    refusal(() => decodeMark(NS, 'b', encodeMark(mark)));
    refusal(() => decodeMark(OTHER_NS, 'a', encodeMark(mark)));
  });

  test('as the first format had it', () => {
    const hash = '0'.repeat(32);
    const before = ['g', 1, 'marked', hash, hash, '', '', '', mark.projectedDeletionAt, JSON.stringify(mark)].join('|');

    expect(() => read(mark, before)).toThrow('the stored mark of "a" in aws:a%7cb:l:image is unreadable');
    refusal(() => read(mark, withChecksum(before)));
  });

  const good = ['~g', '1', 'marked', '=#1', 'o', '', '', '', '5', '[null,[],"via",3]'];
  const withNotice = ['~g', '1', 'noticed', '=#1', 'o', '=', '=', '9', '5', '[null,[],"via",3,null,null,["<m>",4]]'];
  const but = (fields: readonly string[], at: number, field: string) => fields.with(at, field).join('|');

  test('and only then', () => {
    expect(read(mark, withChecksum(good.join('|')))).toMatchObject({ generation: 'g', identity: 'a#1', owner: 'o' });
    expect(read(mark, withChecksum(withNotice.join('|'))).notice).toMatchObject({ recipient: 'o', shownAt: 5 });
  });

  test.each([
    ['an empty generation', but(good, 0, '')],
    ['a generation that is neither an id nor a text', but(good, 0, 'AAAA')],
    ['a revision that is no number', but(good, 1, '')],
    ['a revision as nobody writes it', but(good, 1, '1e0')],
    ['another state', but(good, 2, 'gone')],
    ['no identity', but(good, 3, '')],
    ['an owner that refers to nothing', but(good, 4, '=')],
    ['an owner with half an escape', but(good, 4, 'o\\')],
    ['no date', but(good, 8, '')],
    ['an endless date', but(good, 8, 'Infinity')],
    ['a notice without its message', but(good, 5, '=')],
    ['a validity without its notice', but(good, 7, '9')],
    ['a message without its notice', [...good.slice(0, 5), ...withNotice.slice(5).with(0, '')].join('|')],
    ['a notice to nobody', but(withNotice, 6, '')],
    ['a notice without an end', but(withNotice, 7, '')],
    ['a notice to the owner of an unowned mark', but(withNotice, 4, '')],
    ...[
      '',
      '{}',
      'null',
      '[null,[],"via"]',
      '[1,[],"via",3]',
      '[null,"r","via",3]',
      '[null,[1],"via",3]',
      '[null,[],null,3]',
      '[null,[],"via","3"]',
      '[null,[],"via",3,"4"]',
      '[null,[],"via",3,4,"5"]',
      '[null,[],"via",3,4,5,null,[]]',
      '[null,[],"via",3,4,5,null,{"group":1}]',
      '[null,[],"via",3,4,5,null,{"unowned":"yes"}]',
      '[null,[],"via",3,4,5,null,{"attempts":null}]',
      '[null,[],"via",3,4,5,null,{"nextAttemptAt":"9"}]',
      '[null,[],"via",3,4,5,null,{"problem":7}]',
      '[null,[],"via",3,4,5,null,{"intent":null}]',
      '[null,[],"via",3,4,5,null,{"intent":{"passId":"p"}}]',
      '[null,[],"via",3,4,5,null,{"intent":{"passId":"p","at":1,"acceptedAt":"2"}}]',
    ].map((json) => [`the JSON ${json}`, but(good, 9, json)]),
    ...['{}', '[]', '["<m>"]', '[1,4]', '["<m>",4,"5"]'].map((json) => [
      `the notice ${json}`,
      but(withNotice, 9, `[null,[],"via",3,4,5,${json}]`),
    ]),
  ])('with %s', (_, content) => {
    expect(() => read(mark, withChecksum(content))).toThrow('"a" in aws:a%7cb:l:image is unreadable');
  });
});
