import { describe, expect, test } from '@jest/globals';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNTS, load as loadText, problemsOf as problemsOfText } from './load.ts';

/** One entry per type; `more` is in each entry. */
const file = (types: readonly string[], more: string, defaults = '') =>
  `${ACCOUNTS}${defaults === '' ? '' : `defaults: { ${defaults} }\n`}cleanup:\n${types
    .map((type) => `  - { type: ${type}, accounts: [test], when: [{ rule: unused }], ${more} }\n`)
    .join('')}`;
const problemsOf = (text: string) => problemsOfText(text, { handlers });
const inEntry = (more: string, type = 'image') => problemsOf(file([type], more));
const inDefaults = (defaults: string, ...types: readonly string[]) => problemsOf(file(types, '', defaults));

describe('the loader refuses an attribute that the type does not have', () => {
  test.each([
    ['keep', 'keep: [{ attribute: { descripton: "/do not delete/" } }]', 'cleanup[0].keep[0].attribute.descripton'],
    ['only', 'only: [{ name: x }, { attribute: { descripton: x } }]', 'cleanup[0].only[1].attribute.descripton'],
  ])('L42 in %s, with the nearest name and all names of the type', (_where, more, place) => {
    expect(inEntry(more)).toEqual([
      expect.stringMatching(
        /unknown attribute "descripton"; did you mean "description"\? allowed for image: aliases, /,
      ),
    ]);
    expect(inEntry(more)[0]).toContain(` ${place}: `);
  });

  test.each([
    ['the rule', 'when: [{ rule: attribute, where: { stat: failed } }]', 'when[0].where.stat'],
    [
      'the rule in `all`',
      'when: [{ all: [{ rule: unused }, { rule: attribute, where: { stat: x } }] }]',
      'when[0].all[1].where.stat',
    ],
  ])('L39 in %s', (_where, when, place) => {
    const text = file(['image'], '').replace('when: [{ rule: unused }], ', `${when}`);
    expect(problemsOf(text)).toEqual([
      expect.stringContaining(`${place}: unknown attribute "stat"; did you mean "state"? allowed for image: `),
    ]);
  });

  test.each([
    ['desc', 'image', 'description'],
    ['kind', 'object', 'reference.kind'],
    ['volumeT', 'volume', 'volumeType'],
  ])('L42 %s of a %s, with the only name that begins or ends so', (written, type, meant) => {
    const more = type === 'object' ? 'source: { dir: ./r }, ' : '';
    const said = inEntry(`${more}keep: [{ attribute: { ${written}: x } }]`, type).join('\n');
    expect(said).toContain(`unknown attribute "${written}"; did you mean "${meant}"?`);
  });

  test('L42 twice, in two spellings: hardly anything matches both', () => {
    expect(inEntry('keep: [{ attribute: { description: a, Description: b } }]')).toEqual([
      expect.stringContaining('attribute.Description: the attribute is given twice, as "description" too'),
    ]);
    expect(inEntry('keep: [{ attribute: { state: a } }, { attribute: { State: b } }]')).toEqual([]);
  });

  test.each([
    'AssociationID',
    'described',
    'described.image',
    'tags',
    'note',
    'description.length',
    'constructor',
    'tag:',
  ])('L42 %s, of which nothing can be compared', (name) => {
    expect(inEntry(`keep: [{ attribute: { "${name}": x } }]`)).toEqual([expect.stringContaining('unknown attribute ')]);
  });

  test.each(['VolumeType', 'volumetype', 'Tags.Keep', 'tag:Keep', 'AvailabilityZone', 'createdat'])(
    'L42 and takes %s, which differs only in case from one that it has',
    (name) => {
      expect(inEntry(`keep: [{ attribute: { "${name}": "*" } }]`, 'volume')).toEqual([]);
    },
  );

  test('L42 and takes keys with dots below labels, and parts of the reference of an object', () => {
    const source = 'ownership: qbec, source: { dir: ./rendered }';
    const accounts = 'accounts: [{ name: prod, provider: kubernetes, kubeconfig: ./k, locations: [a/b] }]';
    const entry = (attribute: string) =>
      problemsOf(
        `${accounts}\ncleanup: [{ type: object, ${source}, when: [{ rule: notInSource }], keep: [{ attribute: { "${attribute}": x } }] }]`,
      );
    expect(entry('labels.app.kubernetes.io/name')).toEqual([]);
    expect(entry('reference.kind')).toEqual([]);
    expect(entry('reference.knd')).toEqual([
      expect.stringContaining('unknown attribute "reference.knd"; did you mean "reference.kind"? allowed for object: '),
    ]);
    expect(entry('content')).toHaveLength(1);
  });
});

describe('the loader refuses a pattern that no value of the attribute matches', () => {
  test.each([
    ['volumeSize: big', 'a number, '],
    ['volumeSize: "05"', 'a number, '],
    ['volumeSize: true', 'a number, '],
    ['encrypted: "yes"', 'true, false, '],
    ['encrypted: 1', 'true, false, '],
    ['createdAt: soon', '"2026-10-28", '],
    ['createdAt: 2026', '"2026-10-28", '],
    ['createdAt: "2026-02-30"', '"2026-10-28", '],
  ])('L42 %s', (pattern, allowed) => {
    expect(inEntry(`keep: [{ attribute: { ${pattern} } }]`, 'snapshot')).toEqual([
      expect.stringContaining(`; allowed: ${allowed}`),
    ]);
  });

  test.each(['volumeSize: 8', 'volumeSize: "8"', 'volumeSize: /^8/', 'encrypted: true', 'encrypted: "false"'])(
    'L42 and takes %s',
    (pattern) => {
      expect(inEntry(`keep: [{ attribute: { ${pattern} } }]`, 'snapshot')).toEqual([]);
    },
  );

  test.each(['"2026-10-28"', '"2026-10-28T00:00:00.000Z"', '"/^2026-10/"', '"*"'])(
    'L42 and takes the date %s',
    (date) => {
      expect(inEntry(`keep: [{ attribute: { createdAt: ${date} } }]`, 'snapshot')).toEqual([]);
    },
  );
});

describe('the loader refuses a tag of a type without tags', () => {
  test.each([
    'keep: [{ tag: { team: x } }]',
    'only: [{ tag: { team: x } }]',
    'keep: [{ attribute: { "tag:team": x } }]',
  ])('L42 %s', (more) => {
    expect(inEntry(more, 'launchConfiguration')).toEqual([
      expect.stringContaining('resources of the type launchConfiguration carry no tags, so this matches none'),
    ]);
    expect(inEntry(more)).toEqual([]);
  });
});

describe('an entry of `defaults.keep` has to fit one type of the file', () => {
  test('L42 and may name what the other types do not have', () => {
    expect(inDefaults('keep: [{ attribute: { volumeType: io2 } }]', 'image', 'volume')).toEqual([]);
    expect(inDefaults('keep: [{ tag: { team: x } }]', 'launchConfiguration', 'volume')).toEqual([]);
  });

  test('L42 else it is refused', () => {
    expect(inDefaults('keep: [{ attribute: { volumeTyp: io2 } }]', 'image', 'volume')).toEqual([
      expect.stringContaining('defaults.keep[0].attribute.volumeTyp: no type of this file fits: unknown attribute'),
    ]);
    expect(inDefaults('keep: [{ attribute: { volumeType: io2 } }]', 'image')).toHaveLength(1);
    expect(inDefaults('keep: [{ tag: { team: x } }]', 'launchConfiguration')).toHaveLength(1);
  });
});

test('L42 the built-in entry of `keep` is no problem of a type without tags', () => {
  expect(() => loadText(file(['launchConfiguration'], ''), { handlers })).not.toThrow();
});

describe('the loader checks comparisons against the type of the attribute', () => {
  test.each([
    ['volumeSize: { above: 100 }', ''],
    ['volumeSize: { above: 100GiB, below: 2TiB }', ''],
    ['volumeSize: { is: [8, 16GiB] }', ''],
    ['createdAt: { olderThan: 90d }', ''],
    ['createdAt: { above: "2026-10-28" }', ''],
    ['encrypted: { not: true }', ''],
    ['state: { matches: "/^comp/" }', ''],
    ['"tag:env": { absent: true }', ''],
    ['"tag:env": { not: [prod, stage] }', ''],
    ['"tag:size": { above: 100 }', ''],
    ['volumeSize: { above: big }', 'volumeSize is a number of GiB; allowed: a number, or a size such as 100GiB'],
    ['"tag:x": { below: big }', 'tag:x is a text; allowed: a number, a size such as 100GiB, a day'],
    ['"tag:x": { above: true }', 'found true; allowed: a number, or a text'],
    ['volumeSize: { olderThan: 90d }', 'volumeSize is a number of GiB; allowed: is, not, above, below'],
    [
      'volumeSize: { above: "2026-10-28" }',
      'volumeSize is a number of GiB; allowed: a number, or a size such as 100GiB',
    ],
    ['createdAt: { above: 100 }', 'createdAt is a date; allowed: "2026-10-28", or an instant'],
    ['createdAt: { matches: "/^2026/" }', 'createdAt is a date; allowed: is, not, above, below, olderThan'],
    ['state: { above: 3 }', 'state is a text; allowed: is, not, matches'],
    ['encrypted: { below: 3 }', 'encrypted is true or false; allowed: is, not'],
    ['encrypted: { not: "yes" }', 'allowed: true, false'],
    ['state: { absent: true }', 'state is a text: only of a tag it is known that it is absent ("tag:KEY")'],
    [
      'volumeSize: { abov: 3 }',
      'unknown key "abov"; did you mean "above"? allowed: is, not, matches, above, below, olderThan, absent',
    ],
    ['volumeSize: {}', 'a comparison must say something'],
    ['createdAt: { olderThan: 90 }', 'allowed: a span of time above zero'],
    ['createdAt: { olderThan: 10bd }', 'allowed: a span of time above zero'],
    ['state: { matches: "^comp" }', 'a regex stands between slashes: "/^comp/"'],
    ['state: { matches: "/(/" }', 'not a regex of RE2'],
    ['state: { not: "*" }', '`not` excludes every value'],
    ['state: { not: "/.*/" }', '`not` excludes every value'],
    ['state: { not: [x, "/.*/"] }', '`not` excludes every value'],
    ['state: { is: [] }', 'a list of them'],
    ['state: { is: x, not: x }', '`is` and `not` exclude each other'],
    ['volumeSize: { above: 100, below: 100 }', 'nothing is above 100 and below 100'],
    ['"tag:x": { above: 100, below: 2TiB }', '`above` and `below` compare different kinds of values'],
    ['"tag:x": { absent: true, not: y }', '`absent: true` stands alone'],
    ['nme: { is: x }', 'unknown attribute "nme"; did you mean "name"?'],
  ])('L42 %s', (pattern, why) => {
    const found = inEntry(`keep: [{ attribute: { ${pattern} } }]`, 'snapshot');
    expect(found).toEqual(why === '' ? [] : [expect.stringContaining(why)]);
  });

  test('L42 names, ids, owners and accounts take them too, and so do tags', () => {
    expect(
      inEntry('keep: [{ name: { not: x } }, { tag: { env: { absent: true } } }, { owner: { matches: "/^a/" } }]'),
    ).toEqual([]);
  });

  test('L42 and are refused where they cannot compare a text', () => {
    expect(inEntry('keep: [{ name: { above: 3 } }, { owner: { absent: true } }]')).toEqual([
      expect.stringContaining('keep[0].name.above: unknown key "above"; allowed: is, not, matches'),
      expect.stringContaining('keep[1].owner.absent: unknown key "absent"; allowed: is, not, matches'),
    ]);
  });

  test('L42 a size is compared in the unit of the attribute', () => {
    const text = file(['volume'], 'keep: [{ attribute: { size: { above: 100GiB }, sizeBytes: 1GiB } }]');
    expect(loadText(text, { handlers }).workConfigurations[0]?.keep[1]).toEqual({
      attribute: { size: { above: 100 }, sizeBytes: 1024 ** 3 },
    });
  });
});
