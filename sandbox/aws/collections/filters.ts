import { AwsError } from './errors.ts';

export interface FilterLike {
  readonly Name?: string | undefined;
  readonly Values?: readonly string[] | undefined;
}
export type FilterValue = string | number | boolean | Date | undefined;

/** The values that each filter name compares. */
export type FilterTable<R> = Readonly<Record<string, (row: R) => FilterValue | readonly FilterValue[]>>;

export interface TagLike {
  readonly Key?: string | undefined;
  readonly Value?: string | undefined;
}

/** "The maximum number of filter values specified on a single call is 200": FilterLimitExceeded, EC2's error codes. */
const MAX_VALUES = 200;

/**
 * EC2's filters: all must match, each with at least one value; `*` and `?` are wildcards, `\` escapes them.
 * Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html
 * An unknown name is an error, because ignoring it would return too much.
 */
export function ec2Filter<R>(
  filters: readonly FilterLike[] | undefined,
  table: FilterTable<R>,
  tagsOf?: (row: R) => readonly TagLike[] | undefined,
): (row: R) => boolean {
  const count = (filters ?? []).reduce((sum, filter) => sum + (filter.Values?.length ?? 0), 0);
  if (count > MAX_VALUES) {
    throw new AwsError('FilterLimitExceeded', 'The maximum number of filter values on a single call is 200');
  }
  const tests = (filters ?? []).map((filter) => compile(filter, table, tagsOf));
  return (row) => tests.every((test) => test(row));
}

function compile<R>(
  { Name: name = '', Values: values = [] }: FilterLike,
  table: FilterTable<R>,
  tagsOf: ((row: R) => readonly TagLike[] | undefined) | undefined,
): (row: R) => boolean {
  if (values.length === 0) throw new AwsError('InvalidParameterValue', `The filter '${name}' has no value`);
  const pattern = anyOf(values);
  if (tagsOf && name.startsWith('tag:')) {
    const key = name.slice('tag:'.length);
    return (row) => (tagsOf(row) ?? []).some((tag) => tag.Key === key && pattern.test(tag.Value ?? ''));
  }
  if (tagsOf && name === 'tag-key') return (row) => (tagsOf(row) ?? []).some((tag) => pattern.test(tag.Key ?? ''));
  const read = Object.hasOwn(table, name) ? table[name] : undefined;
  if (!read) throw new AwsError('InvalidParameterValue', `The filter '${name}' is invalid`);
  return (row) => [read(row)].flat().some((value) => value !== undefined && pattern.test(asText(value as FilterValue)));
}

function asText(value: FilterValue): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function anyOf(values: readonly string[]): RegExp {
  return new RegExp(`^(?:${values.map(glob).join('|')})$`, 's');
}

function glob(value: string): string {
  return value.replace(/\\[*?\\]|[\s\S]/g, (token) => {
    if (token === '*') return '.*';
    if (token === '?') return '.';
    const literal = token.length === 2 ? token.charAt(1) : token;
    return literal.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  });
}
