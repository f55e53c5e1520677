// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of Swabbie
/** Random files: none crashes the import, every output validates, and none keeps less than Swabbie kept. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { ConfigurationError } from '../../../../src/core/common/errors.ts';
import { matchesOnly, matchKeep } from '../../../../src/core/evaluation/matcher.ts';
import type { Resource } from '../../../../src/core/resource/resource.ts';
import { entry, imported, loaded } from './support.ts';

const scalar = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 1, -1, 14, 1.5, 99_999_999, '', '14', 'true', 'on', '09:00', '25:00'),
  fc.constantFrom('*', '\\*', '/x/', 'a,b', 'pattern:^a', 'pattern:(?!a)', 'pattern:a:b', 'pattern:[', 'never'),
  fc.constantFrom('${X}', '${X:1}', '${X:a,b}', '${A:${B:x}}', '$${X}', '${', 'test', 'us-east-1', 'aws', 'x@y.org'),
  fc.string({ maxLength: 12 }),
);
const listOf = (member: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.array(member, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.dictionary(fc.constantFrom('0', '1', '2', 'x'), member, { maxKeys: 2 }) },
    { weight: 1, arbitrary: scalar },
  );
const or = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: scalar });
const some = (shape: Record<string, fc.Arbitrary<unknown>>) => or(fc.record(shape, { requiredKeys: [] }));

const KINDS = ['Tag', 'Literal', 'Allowlist', 'Application', 'Account', 'Naive', 'Whim'];
const KEYS = ['name', 'resourceId', 'description', 'swabbieResourceOwner', 'minSize', 'team', '__proto__', 'a.b'];
const RULES = [
  'AgeRule',
  'AttributeRule',
  'ExpiredResourceRule',
  'OrphanedImageRule',
  'ZeroInstanceRule',
  'NotInDiscoveryRule',
  'Mine',
];
const attribute = some({ key: or(fc.constantFrom(...KEYS)), value: listOf(scalar) });
const exclusion = some({ type: or(fc.constantFrom(...KINDS)), attributes: listOf(attribute) });
const rule = some({
  name: or(fc.constantFrom(...RULES)),
  parameters: fc.dictionary(fc.constantFrom('moreThanDays', 'name', 'state'), scalar, { maxKeys: 2 }),
});
const type = some({
  name: or(fc.constantFrom('image', 'serverGroup', 'snapshot')),
  enabled: fc.constantFrom<unknown>(true, true, true, 'yes', '${ON:true}', false),
  dryRun: scalar,
  retention: or(fc.integer({ min: -1, max: 5000 })),
  'max-age': or(fc.nat(400)),
  enabledActions: listOf(fc.constantFrom('MARK', 'NOTIFY', 'DELETE', 'UNMARK')),
  exclusions: listOf(exclusion),
  notification: some({
    enabled: fc.boolean(),
    types: listOf(fc.constantFrom('email', 'slack')),
    itemsPerMessage: scalar,
    defaultDestination: scalar,
  }),
  enabledRules: listOf(some({ operator: fc.constantFrom('AND', 'or', 'X'), rules: listOf(rule) })),
});
const provider = some({
  name: fc.constantFrom('aws', 'AWS', 'titus'),
  locations: listOf(or(fc.constantFrom('us-east-1', 'eu-west-1', '${REGION}'))),
  accounts: listOf(or(fc.constantFrom('test', 'prod', 'Test', '${ACCOUNT:test}'))),
  exclusions: listOf(exclusion),
  resourceTypes: listOf(type),
  maxItemsProcessedPerCycle: scalar,
  itemsProcessedBatchSize: scalar,
  deleteSpreadMs: scalar,
});
const file = fc.record({
  swabbie: some({
    dryRun: scalar,
    outOfUseThresholdDays: scalar,
    schedule: some({
      enabled: scalar,
      startTime: scalar,
      endTime: scalar,
      allowedDaysOfWeek: listOf(fc.constantFrom('MONDAY', 'x')),
      defaultTimeZone: scalar,
    }),
    providers: listOf(provider),
    'work.enabled': scalar,
    '<<': fc.constant({ dryRun: true }),
  }),
});

/** A file that Swabbie would start with more often than not. */
const sound = fc.record({
  swabbie: fc.record({
    providers: fc.array(
      fc.record({
        name: fc.constant('aws'),
        locations: fc.constant(['us-east-1']),
        accounts: fc.uniqueArray(fc.constantFrom('test', 'Test', 'prod', '${ACCOUNT:test}'), {
          minLength: 1,
          maxLength: 3,
        }),
        exclusions: fc.array(
          fc.record({
            type: fc.constantFrom(...KINDS),
            attributes: fc.array(
              fc.record({ key: fc.constantFrom(...KEYS), value: fc.array(scalar, { maxLength: 3 }) }),
              { maxLength: 2 },
            ),
          }),
          { maxLength: 3 },
        ),
        resourceTypes: fc.array(
          fc.record({
            name: fc.constantFrom('image', 'serverGroup'),
            enabled: fc.constant(true),
            retention: fc.integer({ min: -1, max: 5000 }),
            enabledRules: fc.array(
              fc.record({
                operator: fc.constantFrom('AND', 'OR'),
                rules: fc.array(
                  fc.record({
                    name: fc.constantFrom(...RULES),
                    parameters: fc.dictionary(fc.constantFrom('moreThanDays', 'name', 'state'), scalar, { maxKeys: 2 }),
                  }),
                  { maxLength: 3 },
                ),
              }),
              { minLength: 1, maxLength: 2 },
            ),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      { minLength: 1, maxLength: 2 },
    ),
  }),
});

describe('any file', () => {
  test('L10 is imported into a file that validates, or refused with places', () => {
    let written = 0;
    const property = fc.property(fc.oneof(file, sound), (content) => {
      try {
        // The import itself loads its output, and throws an ordinary Error when it does not validate.
        const { text, variables } = imported(stringify(content));
        if (variables.length === 0) loaded(stringify(content));
        expect(text).toContain('dryRun: true\n');
        written++;
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
        expect(error.problems.every(({ line, column }) => line >= 1 && column >= 1)).toBe(true);
      }
    });
    fc.assert(property, { numRuns: 100 });
    expect(written).toBeGreaterThan(15);
  });

  test('L5 any text is refused with a place, or imported', () => {
    const property = fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      try {
        imported(`swabbie:\n  ${text}`);
      } catch (error) {
        if (!(error instanceof ConfigurationError)) throw error;
      }
    });
    fc.assert(property, { numRuns: 100 });
  });
});

describe('exclusions', () => {
  const words = fc.constantFrom(
    'gold',
    'base',
    'gold-1',
    'a,b',
    'b',
    '*',
    '/b/',
    'pattern:gold',
    'pattern:^b',
    'pattern:x:b',
    'pattern:(?!g)',
    'pattern:[ab]$',
    'pattern:(?:b|c)',
    '\\*',
  );
  const attributes = fc.array(
    fc.record({
      key: fc.constantFrom('name', 'description', 'resourceId', 'grouping'),
      value: fc.array(words, { minLength: 1, maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 2 },
  );
  const lists = fc.array(fc.record({ type: fc.constantFrom('Literal', 'Allowlist'), attributes }), { maxLength: 3 });
  const resources = fc.record({
    name: fc.constantFrom('gold', 'gold-1', 'base', 'b', 'x', 'a,b', '/b/', '*'),
    description: fc.constantFrom('gold', 'x,b', 'b, base', 'none'),
    grouping: fc.constantFrom('g', 'b'),
  });

  test('L42 an imported entry keeps every resource that Swabbie kept, or is plan-only', () => {
    let decided = 0;
    const types = fc.constantFrom('image', 'serverGroup');
    const property = fc.property(types, lists, lists, resources, (type, ofType, ofProvider, resource) => {
      const { name: given, description, grouping } = resource;
      // AWS allows no commas in names of images.
      const name = type === 'image' ? given.replace(',', '') : given;
      const text = fileWith(type, ofType, ofProvider);
      const swabbie: Record<string, string> = { name, description, grouping, resourceId: name };
      if (!swabbieKeeps([...ofType, ...ofProvider], swabbie) || !entry(text).live) return;
      decided++;
      const native = { id: name, identity: name, name, description, tags: {}, aliases: [] } as Resource;
      expect(nativeKeeps(text, native)).toBe(true);
    });
    fc.assert(property, { numRuns: 200 });
    expect(decided).toBeGreaterThan(15);
  });
});

interface Exclusion {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: readonly string[] }[];
}

function fileWith(name: string, ofType: readonly Exclusion[], ofProvider: readonly Exclusion[]): string {
  const type = {
    name,
    enabled: true,
    exclusions: ofType,
    enabledRules: [{ rules: [{ name: 'AgeRule', parameters: { moreThanDays: 1 } }] }],
  };
  const provider = {
    name: 'aws',
    locations: ['us-east-1'],
    accounts: ['test'],
    exclusions: ofProvider,
    resourceTypes: [type],
  };
  return stringify({ swabbie: { providers: [provider] } });
}

/** Swabbie's own reading of its exclusions: a repeated key replaces, a pattern is the text after the last colon. */
function swabbieKeeps(exclusions: readonly Exclusion[], resource: Record<string, string>): boolean {
  const flat = (type: string) => {
    const all = exclusions.filter((one) => one.type === type).flatMap((one) => one.attributes);
    return new Map(all.map(({ key, value }) => [key, value]));
  };
  const literal = flat('Literal');
  const allow = flat('Allowlist');
  if ([literal, allow].some((map) => isWildcard(map))) return true;
  if ([...literal].some(([key, values]) => matches(values, resource[key]))) return true;
  return allow.size > 0 && ![...allow].some(([key, values]) => matches(values, resource[key]));
}

function isWildcard(map: ReadonlyMap<string, readonly string[]>): boolean {
  const all = [...map.values()].flat();
  return all.length === 1 && all[0] === '\\*';
}

function matches(values: readonly string[], value: string | undefined): boolean {
  if (value === undefined) return false;
  const tokens = value.split(',').map((token) => token.trim());
  return values.some((one) => {
    if (one === value || tokens.includes(one)) return true;
    if (!one.startsWith('pattern:')) return false;
    try {
      return new RegExp(one.slice(one.lastIndexOf(':') + 1)).test(value);
    } catch {
      return false;
    }
  });
}

function nativeKeeps(text: string, resource: Resource): boolean {
  const [wc] = loaded(text).workConfigurations;
  const asked = { resource, account: 'test', owner: undefined, now: 0 };
  const kept = wc?.keep.some((matcher) => matchKeep(matcher, asked) !== undefined);
  const allowed = wc?.only?.some((matcher) => matchesOnly(matcher, asked)) ?? true;
  return kept === true || !allowed;
}
