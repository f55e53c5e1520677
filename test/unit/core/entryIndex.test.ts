/** The index leaves out only entries that do not match, whatever they ask and whatever the resource has. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { indexOf } from '../../../src/core/evaluation/entryIndex.ts';
import { entryMatchOf } from '../../../src/core/evaluation/entryMatch.ts';
import { type Reading, readingOnce } from '../../../src/core/evaluation/reading.ts';
import type { Condition } from '../../../src/core/policy/condition.ts';
import type { Matcher } from '../../../src/core/policy/workConfiguration.ts';
import { valuesAt } from '../../../src/core/resource/attribute.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';

const NOW = Date.UTC(2026, 10, 20);
/** Remembers nothing. */
const anew: Reading = {
  at: (path) => (resource) => valuesAt(resource, path),
  hasOddKeys: ({ tags }) => Object.keys(tags).some((key) => /[^!-~]/.test(key)),
};
const TEXTS = [
  'team-1',
  'team-10',
  'team-2-db',
  'prod',
  'prod ',
  'pro\u200bd',
  'Prod',
  'gr\u00f6n',
  'gro\u0308n',
  '',
  '7',
  '2026-01-01',
];

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom(...TEXTS.filter((text) => text !== '')),
  fc.constantFrom('*', '/^team-1/', '/^team-\\d+$/', '/^(a|t)/', '/prod/', '/^gro\u0308/', '/./'),
  fc.record({ above: fc.constantFrom(3, 5) }),
  fc.record({ not: fc.constantFrom('prod', 'team-1') }),
  fc.record({ is: fc.constantFrom('prod', 7), below: fc.constant(9) }),
  fc.record({ absent: fc.boolean() }),
  fc.record({ olderThan: fc.constant('30d') }) as unknown as fc.Arbitrary<Condition>,
);
const matcher: fc.Arbitrary<Matcher> = fc.record(
  {
    name: condition,
    id: condition,
    tag: fc.dictionary(fc.constantFrom('team', 'Env', '\u0130d'), condition, { minKeys: 1 }),
    attribute: fc.dictionary(fc.constantFrom('size', 'state', 'owner', 'tag:team', 'tags.team'), condition, {
      minKeys: 1,
    }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Matcher>;
const value = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(2, 4, 7, 8, true, undefined, null),
  fc.constant(['prod', 'a']),
);
const resource = fc
  .record({
    name: fc.constantFrom(...TEXTS),
    tags: fc.dictionary(
      fc.constantFrom('team', 'Team', 'env', 'tea\u200bm', 'i\u0307d', '\u0130D'),
      fc.constantFrom(...TEXTS),
    ),
    // No type has two fields whose names differ only in case.
    more: fc
      .constantFrom('state', 'State')
      .chain((state) => fc.dictionary(fc.constantFrom('size', state, 'owner', 'createdAt'), value)),
  })
  .map(
    ({ name, tags, more }): Resource => ({ ...more, id: name || 'i-1', identity: name, name, tags, aliases: [name] }),
  );

test('L72 an entry that the index leaves out does not match, with the first resource and with later ones', () => {
  const policy = { account: 'test', ownerOf: () => ({ via: 'nothing' }) } as never;
  let matching = 0;
  fc.assert(
    fc.property(
      fc.array(fc.option(matcher, { nil: undefined }), { maxLength: 6 }),
      fc.array(resource, { maxLength: 8 }),
      (all, resources) => {
        const index = indexOf(all, readingOnce());
        for (const one of resources) {
          const places = index(one);
          expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
          const answers = all.map((match) =>
            match === undefined ? true : entryMatchOf(match, anew)(one, policy, NOW),
          );
          const left = answers.flatMap((answer, place) => (places.includes(place) ? [] : [answer]));
          expect(left.filter((answer) => answer !== false)).toEqual([]);
          matching += answers.filter((answer) => answer !== false).length;
        }
      },
    ),
    { numRuns: 1_000 },
  );
  expect(matching).toBeGreaterThan(1_000);
});
