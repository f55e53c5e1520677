/** Converts policies of Cloud Custodian that delete unused or old resources of our types. */

import { groupBy } from '../../../src/core/common/groupBy.ts';
import { attributeNames } from '../../../src/core/resource/attribute.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { AWS_TYPES, type AwsType } from '../awsTypes.ts';
import { type ImportedFile, type Native, whyRefused, writeNative } from '../nativeFile.ts';
import { AWS_PLACE } from '../places.ts';
import { isPlain, type Plain, type Row, readSourceFile, refused, type SourceFile } from '../sourceFile.ts';
import { actionsOf } from './actions.ts';
import { filtersOf } from './filters.ts';
import { all, alternativesOf, reasonsIn, whenOf } from './formula.ts';
import { afterMark } from './marks.ts';

/** One policy that was carried over. */
interface Carried {
  readonly type: string;
  readonly when: readonly Plain[];
  /** Where the type asks which backups may go: those that the policy names. */
  readonly only: readonly Plain[];
  readonly days: number;
  readonly deletes: boolean;
  readonly row: (message: string) => Row;
}

type Outcome = { readonly carried?: Carried; readonly rows: readonly Row[] };

/** @throws ConfigurationError if it has no policies, or none of them can be carried over */
export function importCustodian(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const source = readSourceFile(text, file);
  const policies = isPlain(source.data) ? source.data.policies : undefined;
  if (!Array.isArray(policies))
    throw refused(file, 'there is no list "policies:" at its top, as Cloud Custodian has it');
  const outcomes = policies.map((_policy, index) => outcomeOf(policies, index, source, handlers));
  const carried = outcomes.flatMap(({ carried: one }) => one ?? []);
  const acting = carried.filter(
    ({ type, deletes }) => deletes || !carried.some((one) => one.type === type && one.deletes),
  );
  const idle = carried.filter((one) => !acting.includes(one));
  const rows = [
    ...outcomes.flatMap(({ rows: some }) => some),
    ...idle.map(({ row }) => row('it only reports, and another policy deletes resources of this type')),
  ];
  const entries = [...groupBy(acting, ({ type }) => type)].map(([type, ofType]) => entryOf(type, ofType));
  const native = { ...HEAD, file, entries, rows: rows.toSorted((a, b) => a.line - b.line) };
  return writeNative(native, handlers);
}

const HEAD: Omit<Native, 'file' | 'entries' | 'rows'> = {
  of: 'Cloud Custodian',
  source: 'custodian',
  accounts: [AWS_PLACE],
  says: [
    'The policies of one type are one entry: what any of them selects. Its retention is the longest of theirs. Everywhere a ' +
      'resource in use is kept, and so is one younger than 30 days or used within 14 (`minimumAge`, `unusedFor`). Keys of ' +
      'tags are compared without case. Owners are notified before anything is deleted.',
  ],
};

function entryOf(type: string, policies: readonly Carried[]): Plain {
  const days = Math.max(...policies.map((one) => one.days));
  const only = policies.flatMap((one) => one.only);
  const when = whenOf(policies.flatMap(({ when: some }) => some.map((one) => (isAll(one) ? one.all : [one]))));
  return {
    type,
    ...(policies.some(({ deletes }) => deletes) ? {} : { live: false }),
    when,
    ...(only.length > 0 ? { only } : {}),
    ...(days > 0 ? { retention: `${days}d` } : {}),
  };
}

/** The attributes that all have to match, by their conditions. */
function attributesOf(rules: readonly Plain[]): Plain {
  return Object.assign({}, ...rules.map(({ where }) => where ?? {}));
}

function isAll(one: Plain): one is { readonly all: readonly Plain[] } {
  return Array.isArray(one.all);
}

/** Keys of a policy that select nothing. */
const WORDS = [
  'name',
  'resource',
  'filters',
  'actions',
  'mode',
  'comment',
  'comments',
  'description',
  'title',
  'tags',
  'metadata',
  'vars',
];
const SCHEDULED = ['pull', 'periodic', 'schedule'];

function outcomeOf(
  policies: readonly unknown[],
  index: number,
  source: SourceFile,
  handlers: readonly Handler[],
): Outcome {
  const plain = policies.map((one): Plain => (isPlain(one) ? one : {}));
  const given = plain[index] ?? {};
  const name = JSON.stringify(given.name ?? index + 1);
  const tell = (carried: Row['carried']) => (why: string) =>
    source.row(carried, ['policies', index], `policy ${name}: ${why}`);
  const no = (...reasons: readonly string[]): Outcome => ({ rows: [...new Set(reasons)].map(tell('no')) });
  const resource = resourceOf(given);
  const aws = AWS_TYPES.find(({ custodian }) => custodian.includes(resource));
  if (!aws) return no(`the import knows no type for \`${resource}\``);
  const odd = Object.keys(given).filter((key) => !WORDS.includes(key) && !KNOWN_LIMITS.includes(key));
  if (odd.length > 0)
    return no(...odd.map((key) => `\`${key}\` has no counterpart, and without it more would be selected`));
  const mode = isPlain(given.mode) ? String(given.mode.type) : 'pull';
  if (!SCHEDULED.includes(mode)) return no(`the mode \`${mode}\` judges only the resource of an event`);
  const { deletion, differences } = actionsOf(given.actions, aws);
  const handler = handlers.find(({ resourceType, provider }) => resourceType === aws.type && provider === 'aws');
  if (!handler) return no(`the import knows no type for \`${resource}\``);
  const of = ofType(aws, handler);
  const ofSame = plain.filter((one) => aws.custodian.includes(resourceOf(one)));
  const after = afterMark(given.actions, ofSame, of);
  const formula = all(filtersOf(given.filters, of), ...(after ? [after.also] : []));
  const reasons = [...(deletion.kind === 'refused' ? [deletion.why] : []), ...reasonsIn(formula)];
  const alternatives = alternativesOf(formula);
  if (reasons.length > 0) return no(...reasons);
  if (!alternatives) return no('its filters have too many alternatives');
  if (alternatives.some((rules) => rules.length === 0)) return no('its filters select every resource');
  const when = whenOf(alternatives);
  const named = alternatives.map(attributesOf);
  const only = named.every((one) => Object.keys(one).length > 0) ? named.map((attribute) => ({ attribute })) : [];
  const isEnough = whyRefused({ type: aws.type, when }, HEAD, handlers) === undefined;
  const problem = isEnough ? undefined : whyRefused({ type: aws.type, when, only }, HEAD, handlers);
  if (problem) return no(problem);
  const limits = Object.keys(given).filter((key) => KNOWN_LIMITS.includes(key));
  const rows = [
    ...differences.map(tell('narrower')),
    ...limits.map((key) => tell('narrower')(`\`${key}\`: see \`tripwires\`, which stop a pass, and \`pace\``)),
    ...(given.mode === undefined ? [] : [tell('narrower')('`mode`: see `every` and `window`')]),
  ];
  const deletes = deletion.kind === 'deletes' && after?.isDeleted !== false;
  if (after?.isDeleted === false)
    rows.push(tell('narrower')('it only marks, and no policy here deletes what it marks'));
  const days = deletion.kind === 'deletes' ? deletion.days : 0;
  return { carried: { type: aws.type, when, only: isEnough ? [] : only, days, deletes, row: tell('no') }, rows };
}

/** Limits of a pass: without them not more is selected, and Holystone has its own. */
const KNOWN_LIMITS = ['max-resources', 'max-resources-percent'];

function resourceOf({ resource }: Plain): string {
  return String(resource).replace(/^aws\./, '');
}

function ofType(aws: AwsType, { attributes = {} }: Handler) {
  return { aws, attributes, names: attributeNames(attributes) };
}
