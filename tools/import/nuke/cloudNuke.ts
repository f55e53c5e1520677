/**
 * Converts the configuration of cloud-nuke: `exclude` is `keep`, `include` is `only`. What it deletes is not carried over:
 * here an entry selects the unused. (`gruntwork-io/cloud-nuke`, docs/configuration.md.)
 */
import { attributeNames } from '../../../src/core/resource/attribute.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { AWS_TYPES, type AwsType } from '../awsTypes.ts';
import { type ImportedFile, whyRefused, writeNative } from '../nativeFile.ts';
import { AWS_PLACE } from '../places.ts';
import { slashed } from '../regex.ts';
import { isPlain, type Plain, type Row, readSourceFile, refused, type SourceFile } from '../sourceFile.ts';

/** @throws ConfigurationError if it has no type that Holystone has too */
export function importCloudNuke(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const source = readSourceFile(text, file);
  if (!isPlain(source.data)) throw refused(file, 'it is no mapping of types, as cloud-nuke has it');
  const data = source.data;
  const rows: Row[] = [];
  const entries = Object.keys(data).flatMap((key) => entryOf(key, data[key], { source, handlers, rows }));
  return writeNative(
    { of: 'cloud-nuke', source: 'cloud-nuke', file, says: SAYS, accounts: [AWS_PLACE], entries, rows },
    handlers,
  );
}

const SAYS = [
  '`exclude` is `keep`, and `include` is `only`. What cloud-nuke deletes, everything else, is not carried over: each entry ' +
    'selects what nothing uses. The tag `cloud-nuke-excluded` keeps, as there.',
];

interface Reading {
  readonly source: SourceFile;
  readonly handlers: readonly Handler[];
  readonly rows: Row[];
}

function entryOf(key: string, given: unknown, { source, handlers, rows }: Reading): readonly Plain[] {
  const no = (why: string): readonly Plain[] => {
    rows.push(source.row('no', [key], `${key}: ${why}`));
    return [];
  };
  const aws = AWS_TYPES.find(({ cloudNuke }) => cloudNuke.includes(key));
  const handler = handlers.find(({ resourceType, provider }) => resourceType === aws?.type && provider === 'aws');
  if (!aws || !handler) return no('the import knows no such type');
  if (!isPlain(given ?? {})) return no('it is no mapping; without it more would be deleted');
  const part = (given ?? {}) as Plain;
  const odd = Object.keys(part).filter(
    (one) => !['include', 'exclude', 'timeout', 'protect_until_expire'].includes(one),
  );
  if (odd.length > 0) return no(`\`${odd.join('`, `')}\` has no counterpart`);
  const names = attributeNames(handler.attributes ?? {});
  const keep = groupsOf(part.exclude, aws, names);
  const only = groupsOf(part.include, aws, names);
  if ('why' in keep) return no(`${keep.why}; without it more would be deleted`);
  if ('why' in only) return no(`${only.why}; without it more would be deleted`);
  const hasTags = names.includes('tags.KEY');
  const kept = [...(hasTags ? [{ tag: { 'cloud-nuke-excluded': 'true' } }] : []), ...Object.values(keep).flat()];
  const allowed = crossed(only);
  const expiry =
    part.protect_until_expire === true && hasTags ? { keys: ['cloud-nuke-after'], formats: ['instant'] } : undefined;
  const entry = {
    type: aws.type,
    when: [{ rule: 'unused' }],
    ...(kept.length > 0 ? { keep: kept } : {}),
    ...(allowed.length > 0 ? { only: allowed } : {}),
    ...(expiry ? { expiry } : {}),
  };
  const why = whyRefused(entry, { accounts: [AWS_PLACE] }, handlers);
  if (why !== undefined) return no(why);
  if (part.timeout !== undefined)
    rows.push(source.row('no', [key, 'timeout'], `${key}: \`timeout\`: see \`work.budget\``));
  return [entry];
}

/** Matchers of each kind of condition; one of them has to match. */
interface Groups {
  readonly names: readonly Plain[];
  readonly times: readonly Plain[];
  readonly tags: readonly Plain[];
}

const NONE: Groups = { names: [], times: [], tags: [] };

function groupsOf(given: unknown, aws: AwsType, known: readonly string[]): Groups | { readonly why: string } {
  if (given === undefined || given === null) return NONE;
  if (!isPlain(given)) return { why: '`include` and `exclude` are mappings' };
  const { names_regex, time_after, time_before, tag, tags, tags_operator = 'OR', ...others } = given;
  const [odd] = Object.keys(others);
  if (odd) return { why: `\`${odd}\` has no counterpart` };
  if (!isPlain(tags ?? {})) return { why: '`tags` is no mapping' };
  if (tags_operator !== 'AND' && tags_operator !== 'OR') return { why: '`tags_operator` is neither AND nor OR' };
  const date = [time_after, time_before].find((one) => one !== undefined && typeof one !== 'string');
  if (date !== undefined) return { why: `${JSON.stringify(date)} is no date` };
  const hasTags = known.includes('tags.KEY');
  const names = [names_regex ?? []].flat().map((one) => {
    const regex = isPlain(one) ? one.RE : one;
    return typeof regex === 'string' && regex !== '' ? slashed(regex) : undefined;
  });
  if (names.includes(undefined)) return { why: 'a regex of `names_regex` is none of RE2' };
  const wanted = [...(tag === undefined ? [] : [[String(tag), 'true'] as const]), ...Object.entries(tags ?? {})];
  if (wanted.length > 0 && !hasTags) return { why: 'resources of this type have no tags here' };
  // It compares the value in lower case.
  const pairs = wanted.map(
    ([key, value]) => [key, /[A-Z]/.test(String(value)) ? undefined : slashed(String(value), 'i')] as const,
  );
  if (pairs.some(([, pattern]) => pattern === undefined))
    return { why: 'a value of `tags` is no regex of RE2 in lower case' };
  const times = [
    ...(time_after === undefined ? [] : [{ above: String(time_after) }]),
    ...(time_before === undefined ? [] : [{ below: String(time_before) }]),
  ];
  if (times.length > 0 && !known.includes('createdAt')) return { why: 'AWS states no date of creation of this type' };
  return {
    names: names.map((pattern) =>
      aws.named === 'tag' ? { tag: { Name: pattern } } : { attribute: { name: pattern } },
    ),
    times: times.map((time) => ({ attribute: { createdAt: time } })),
    tags:
      tags_operator === 'AND' && pairs.length > 0
        ? [{ tag: Object.fromEntries(pairs) }]
        : pairs.map(([key, pattern]) => ({ tag: { [key]: pattern } })),
  };
}

/** Of each kind one must match, and of the times each. */
function crossed({ names, times, tags }: Groups): readonly Plain[] {
  const createdAt = Object.assign({}, ...times.map(({ attribute }) => (attribute as Plain).createdAt));
  const dates = times.length === 0 ? [] : [{ attribute: { createdAt } }];
  return [names, dates, tags]
    .filter((group) => group.length > 0)
    .reduce<readonly Plain[]>(
      (made, group) => (made.length === 0 ? group : made.flatMap((left) => group.map((right) => both(left, right)))),
      [],
    );
}

function both(left: Plain, right: Plain): Plain {
  const merged = (key: string) =>
    left[key] || right[key] ? { [key]: { ...(left[key] as Plain), ...(right[key] as Plain) } } : {};
  return { ...merged('tag'), ...merged('attribute') };
}
