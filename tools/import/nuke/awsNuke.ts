/**
 * Converts the filters of aws-nuke: what matches one is kept. What it deletes is all the rest, used or not, and is not
 * carried over: here an entry selects the unused. (`ekristen/libnuke`, `pkg/filter`; before it `rebuy-de/aws-nuke`.)
 */
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { AWS_TYPES, type AwsType } from '../awsTypes.ts';
import { type ImportedFile, whyRefused, writeNative } from '../nativeFile.ts';
import { ofGlob } from '../regex.ts';
import { isPlain, type Plain, type Row, readSourceFile, refused, type SourceFile } from '../sourceFile.ts';
import { type Keeps, keepsOf } from './nukeFilter.ts';

/** @throws ConfigurationError if it is no configuration of aws-nuke, or has no type that Holystone has too */
export function importAwsNuke(text: string, file: string, handlers: readonly Handler[]): ImportedFile {
  const source = readSourceFile(text, file);
  const data = isPlain(source.data) ? source.data : {};
  const { accounts } = data;
  if (!isPlain(accounts)) throw refused(file, 'there is no "accounts:" at its top, as aws-nuke has it');
  const rows: Row[] = unreadRows(data, source);
  const blocked = new Set([data.blocklist, data['account-blocklist'], data['account-blacklist']].flat().map(String));
  const ids = Object.keys(accounts).filter((id) => !blocked.has(id));
  const locations = regionsOf(data.regions, source, rows);
  const places = ids.map((id) => ({ name: nameOf(id), provider: 'aws', id, locations }));
  const entries = ids.flatMap((id) => {
    const given = accounts[id] ?? {};
    const account = isPlain(given) ? given : {};
    const path = ['accounts', id];
    const unread = isPlain(given) ? unreadIn(account, id, data) : `the account ${id} is no mapping`;
    if (unread !== undefined) {
      rows.push(source.row('no', path, `${unread}; without it more would be deleted`));
      return [];
    }
    return AWS_TYPES.flatMap((aws): Plain[] => {
      if (aws.awsNuke.length === 0 || !isTarget(aws, data, account)) return [];
      const handler = handlers.find(({ resourceType, provider }) => resourceType === aws.type && provider === 'aws');
      const of = { aws, attributes: handler?.attributes ?? {} };
      const { keep, youngerMs, reasons } = keepsOf(filtersOf(aws, data, account), of);
      const entry = entryOf(aws, id, keep, youngerMs);
      const why = reasons[0] ?? whyRefused(entry, { accounts: places }, handlers);
      if (why === undefined) return [entry];
      const others = reasons
        .slice(1)
        .map((one) => `; ${one}`)
        .join('');
      rows.push(
        source.row('no', path, `${aws.awsNuke[0]} of ${id}: ${why}${others}; without it more would be deleted`),
      );
      return [];
    });
  });
  const used = new Set(entries.flatMap(({ accounts: names }) => names as string[]));
  return writeNative(
    {
      of: 'aws-nuke',
      source: 'aws-nuke',
      file,
      says: SAYS,
      accounts: places.filter(({ name }) => used.has(name)),
      entries,
      rows,
    },
    handlers,
  );
}

const SAYS = [
  'The filters and presets are `keep`. What aws-nuke deletes, everything else, is not carried over: each entry selects what ' +
    'nothing uses, and Holystone keeps a resource in use, a young one, and one that it knows too little about.',
];

function nameOf(id: string): string {
  return `aws-${id}`;
}

function entryOf({ type }: AwsType, id: string, keep: Keeps['keep'], youngerMs: number): Plain {
  const days = Math.ceil(youngerMs / (24 * 3_600_000));
  return {
    type,
    accounts: [nameOf(id)],
    when: [{ rule: 'unused' }],
    ...(days > DEFAULT_AGE_DAYS ? { minimumAge: `${days}d` } : {}),
    ...(keep.length > 0 ? { keep } : {}),
  };
}

/** `minimumAge` unless given: what a filter keeps for a shorter time is young here, too. */
const DEFAULT_AGE_DAYS = 30;

function filtersOf({ awsNuke }: AwsType, { presets }: Plain, account: Plain): readonly unknown[] {
  const named = [account.presets ?? []].flat().map((name) => (isPlain(presets) ? presets[String(name)] : undefined));
  return [account, ...named].flatMap((one) => {
    if (!isPlain(one)) return [{ type: 'unknown preset' }];
    const filters = one.filters ?? {};
    if (!isPlain(filters)) return [{ type: 'unreadable filters' }];
    return [filters.__global__ ?? [], ...awsNuke.map((name) => filters[name] ?? [])].flat();
  });
}

/** What narrows the account and cannot be read; `undefined`: all of it can. */
function unreadIn(account: Plain, id: string, data: Plain): string | undefined {
  const odd = Object.keys(account).find((key) => !['filters', 'presets', 'resource-types'].includes(key));
  if (odd) return `\`${odd}\` of the account ${id} has no counterpart`;
  for (const { 'resource-types': chosen = {} } of [data, account]) {
    if (!isPlain(chosen)) return '`resource-types` is no mapping';
    for (const [key, given] of Object.entries(chosen)) {
      const names = namesIn(given);
      if (!names) return `\`${key}\` is no list of names`;
      // They replace types of its own, and filters then have their names.
      const isOther = ['cloud-control', 'alternatives'].includes(key);
      const isKnown = isOther ? !names.some((name) => OUR_SERVICES.test(name)) : CHOICES.includes(key);
      if (!isKnown) return `\`${key}\` of \`resource-types\` has no counterpart`;
      const pattern = names.find((name) => ofGlob(name) === undefined);
      if (pattern !== undefined) return `the name ${JSON.stringify(pattern)} of \`${key}\` has no counterpart`;
    }
  }
  return undefined;
}

const CHOICES = ['targets', 'includes', 'excludes'];
const OUR_SERVICES = /^AWS::(?:EC2|AutoScaling|ElasticLoadBalancing|RDS)/i;

function namesIn(given: unknown): readonly string[] | undefined {
  const names = [given ?? []].flat();
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

/** A name may have wildcards (libnuke's documentation, "Name Expansion"). */
function isTarget({ awsNuke }: AwsType, data: Plain, account: Plain): boolean {
  const isAmong = (given: unknown) =>
    namesIn(given)?.some((name) => awsNuke.some((one) => new RegExp(ofGlob(name) ?? '[]').test(one))) === true;
  return [data, account].every(({ 'resource-types': chosen = {} }) => {
    const { targets, includes, excludes } = chosen as Plain;
    const isNamed = [targets ?? [], includes ?? []].flat().length === 0 || isAmong(targets) || isAmong(includes);
    return isNamed && !isAmong(excludes);
  });
}

/** `global` holds IAM and the like, of which Holystone has no type; `all` is every enabled region there, too. */
function regionsOf(given: unknown, source: SourceFile, rows: Row[]): readonly string[] | 'all' {
  const regions = [given ?? []]
    .flat()
    .map(String)
    .filter((one) => one !== 'global');
  if (regions.includes('all')) return 'all';
  if (regions.length > 0) return regions;
  rows.push(source.row('no', ['regions'], 'no region but `global`: the file begins with us-east-1'));
  return ['us-east-1'];
}

/** Keys that select or keep nothing by themselves. */
const READ = [
  'regions',
  'accounts',
  'presets',
  'resource-types',
  'blocklist',
  'account-blocklist',
  'account-blacklist',
];

function unreadRows(data: Plain, source: SourceFile): Row[] {
  const others = Object.keys(data).filter((key) => !READ.includes(key));
  return others.map((key) =>
    source.row('no', [key], `\`${key}\`: Holystone never switches a protection off, and has nothing to set here`),
  );
}
