// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of both files
import { describe, expect, test } from '@jest/globals';
import { data, entry, exclusion, imported, lost, swabbie } from './support.ts';

/** The `keep` of an entry, and whether it may be live. */
function kept(type: string, name = 'image'): { keep: readonly unknown[]; live: boolean } {
  const { keep = [], live } = entry(swabbie({ type, name }));
  return { keep: keep as unknown[], live };
}

describe('exclusions with a counterpart', () => {
  const cases: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['Literal name', exclusion('Literal', 'name', 'a', 'pattern:^b-'), [{ name: 'a' }, { name: '/^b-/' }]],
    ['Literal id', exclusion('literal', 'resourceId', 'ami-1'), [{ id: 'ami-1' }]],
    ['Literal detail', exclusion('LITERAL', 'architecture', 'arm64'), [{ attribute: { architecture: 'arm64' } }]],
    ['Literal boolean', exclusion('Literal', 'public', true), [{ attribute: { public: true } }]],
    [
      'Tag',
      exclusion('Tag', 'team', 'infra', 5, 'yes'),
      [{ tag: { team: 'infra' } }, { tag: { team: 5 } }, { tag: { team: 'yes' } }],
    ],
    ['Tag pattern', exclusion('Tag', 'aws:x.y', 'pattern:^a'), [{ tag: { 'aws:x.y': '/^a/' } }]],
    ['Account', exclusion('Account', 'name', 'pattern:^prod', 'x'), [{ account: '/^prod/' }, { account: 'x' }]],
    ['a wildcard', exclusion('Literal', 'name', '\\*'), [{ account: '*' }]],
    ['a wildcard without its backslash', exclusion('Literal', 'name', '*'), [{ account: '*' }]],
    [
      'text that is written like a regex',
      exclusion('Literal', 'name', '/opt/', 'a*b'),
      [{ name: '/^/opt/$/' }, { name: '/^a\\*b$/' }],
    ],
    [
      'text with a list of names',
      exclusion('Literal', 'name', 'a, b'),
      [{ name: 'a, b' }, { name: 'a' }, { name: 'b' }],
    ],
    ['text with dollar and brace', exclusion('Literal', 'name', 'a${'), [{ name: 'a$${' }]],
    [
      'a colon in a pattern: what Swabbie took, and what was meant',
      exclusion('Literal', 'name', 'pattern:^a:b'),
      [{ name: '/b/' }, { name: '/^a:b/' }],
    ],
    [
      'a group in a pattern, of which Swabbie took nothing',
      exclusion('Literal', 'name', 'pattern:^(?:a|b)$'),
      [{ name: '/^(?:a|b)$/' }],
    ],
    ['an empty pattern', exclusion('Literal', 'name', 'pattern:'), [{ name: '*' }]],
    [
      'a variable',
      exclusion('Literal', 'name', '${KEEP:gold}', 'pattern:^${P:x}-'),
      [{ name: '${KEEP:-gold}' }, { name: '/^${P:-x}-/' }],
    ],
    [
      'free text',
      exclusion('Literal', 'description', 'x.y'),
      [{ attribute: { description: 'x.y' } }, { attribute: { description: '/(^|,)\\s*x\\.y\\s*(,|$)/' } }],
    ],
    ['nothing', 'exclusions: []', []],
    ['no attributes', 'exclusions: [{ type: Literal }]', []],
    ['Naive', exclusion('Naive', 'x', 'y'), []],
    ['Application of an image', exclusion('Application', 'name', 'x'), []],
  ];
  test.each(cases)('L42 %s', (_what, type, keep) => {
    expect(kept(type)).toEqual({ keep, live: true });
  });

  test('L42 Application of a group: read off its name', () => {
    const type = exclusion('Application', 'name', 'pay.ments');
    expect(kept(type, 'serverGroup')).toEqual({ keep: [{ name: '/^pay\\.ments(-|$)/i' }], live: true });
  });

  test('L42 a detail of a group', () => {
    const type = exclusion('Literal', 'launchConfigurationName', 'pattern:^lc-');
    const keep = [{ attribute: { 'described.LaunchConfigurationName': '/^lc-/' } }];
    expect(kept(type, 'serverGroup')).toEqual({ keep, live: true });
  });

  test('L8 those of the type and of the provider add up, each once', () => {
    const both = swabbie({
      type: exclusion('Literal', 'name', 'a', 'b'),
      provider: exclusion('Literal', 'name', 'b', 'c'),
    });
    expect(data(both).cleanup[0]?.keep).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
    expect(imported(both).text).toMatch(/replaced the one above; here\s+# they add up/);
  });
});

describe('an exclusion without a counterpart makes its entry plan-only, loudly', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['a look-ahead', exclusion('Literal', 'name', 'pattern:^(?!x)'), /not known to RE2/],
    ['a look-ahead after a variable', exclusion('Literal', 'name', 'pattern:^${P:a}(?=b)'), /not known to RE2/],
    [
      'a regex that RE2 takes for something else',
      exclusion('Literal', 'name', 'pattern:[a-z&&[^b]]'),
      /not known to RE2/,
    ],
    ['a look-ahead in a Tag', exclusion('Tag', 'team', 'pattern:(?!x)'), /not known to RE2/],
    [
      'a detail that the type does not have',
      exclusion('Literal', 'baseAmi', 'x'),
      /has nothing that is Swabbie's "baseAmi"/,
    ],
    [
      'an owner, whom Swabbie knew from elsewhere too',
      exclusion('Literal', 'swabbieResourceOwner', 'a@x.org'),
      /Front50/,
    ],
    ['another property of an account', exclusion('Account', 'type', 'aws'), /"type" of an account/],
    ['a type that Swabbie does not have', exclusion('Whim', 'name', 'x'), /a type that is not known/],
    ['a key of a variable', exclusion('Tag', '${KEY:team}', 'x'), /depends on a variable/],
    ['a key that no file can have', exclusion('Tag', '__proto__', 'x'), /its key is missing/],
    ['a variable that may be a regex', exclusion('Literal', 'name', '${P:/x/}'), /a variable in such a value/],
    ['a placeholder in a placeholder', exclusion('Literal', 'name', '${A:${B:x}}'), /placeholder inside/],
    [
      'a variable that holds a list',
      'exclusions: [{ type: Tag, attributes: [{ key: a, value: "${L:x,y}" }] }]',
      /holds a list/,
    ],
    ['a value that is a list', exclusion('Literal', 'name', ['a']), /no single value/],
    ['a value of enormous length', exclusion('Literal', 'name', 'x'.repeat(2000)), /longer than 1000/],
  ];
  test.each(cases)('L10 %s', (_what, type, why) => {
    const text = swabbie({ type });
    expect(entry(text).live).toBe(false);
    expect(imported(text).text.replaceAll(/\n *# {2}/g, '')).toMatch(why);
    expect(lost(text).filter((message) => message.includes('plan only: '))).toEqual([expect.stringMatching(why)]);
    expect(imported(text).planOnly).toBe(1);
  });

  test.each([
    ['a pattern', exclusion('Application', 'name', 'pattern:^x')],
    ['another property', exclusion('Application', 'email', 'x@x.org')],
  ])('L10 Application of a group: %s', (_what, type) => {
    expect(kept(type, 'serverGroup').live).toBe(false);
  });
});

describe('allowlists', () => {
  const owners = exclusion('Allowlist', 'swabbieResourceOwner', 'a@x.org', 'pattern:@y.org$');

  test('L42 owner and name → only, entries OR-ed', () => {
    expect(entry(swabbie({ type: owners }))).toMatchObject({
      only: [{ owner: 'a@x.org' }, { owner: '/@y.org$/' }],
      live: true,
    });
  });

  test('the old name Whitelist', () => {
    expect(entry(swabbie({ type: exclusion('Whitelist', 'name', 'a') })).only).toEqual([{ name: 'a' }]);
  });

  test.each([
    ['what cannot be said is left out', exclusion('Allowlist', 'name', 'a', 'pattern:(?!x)'), [{ name: 'a' }]],
    ['a key that the type does not have', exclusion('Allowlist', 'grouping', 'a'), []],
    ['a colon in a pattern: what Swabbie took', exclusion('Allowlist', 'name', 'pattern:^a:b'), [{ name: '/b/' }]],
    ['a wildcard excluded everything', exclusion('Allowlist', 'name', '\\*'), []],
    ['without attributes', 'exclusions: [{ type: Allowlist }]', []],
  ])('L42 %s: less is allowed, never more', (_what, type, only) => {
    expect(entry(swabbie({ type }))).toMatchObject({ only, live: true });
  });

  test('a key that is given again replaced the one before in Swabbie: only values of both are allowed', () => {
    const text = swabbie({
      type: exclusion('Allowlist', 'name', 'a', 'b'),
      provider: exclusion('Allowlist', 'name', 'b', 'c'),
    });
    expect(entry(text).only).toEqual([{ name: 'b' }]);
    expect(lost(text)).toContainEqual(expect.stringContaining('only values that are in every list are allowed'));
  });

  test.each([
    ['b@y.org', false],
    ['c@z.org', true],
  ])('one that allows the fallback (%s) is plan-only: Swabbie knew more owners', (fallback, live) => {
    const notification = `notification: { enabled: true, defaultDestination: ${fallback} }`;
    expect(entry(swabbie({ type: `${owners}\n${notification}` })).live).toBe(live);
  });
});

describe('TTL tags', () => {
  test.each([
    ['OrphanedImageRule', [{ rule: 'unused' }]],
    ['ExpiredResourceRule', [{ rule: 'expired' }]],
  ])(
    'L40 with %s the file says nothing about them: one that has not passed keeps here as it did there',
    (name, when) => {
      const found = entry(swabbie({ type: `enabledRules: [{ rules: [{ name: ${name} }] }]` }));
      expect(found).toMatchObject({ when, live: true });
      expect(found).not.toHaveProperty('keep');
    },
  );
});
