/** Read operations as declarations: the rows, the parameters of a request, and the members of the answer. */

import { AwsError } from '../collections/errors.ts';
import { readersOf } from '../collections/filterNames.ts';
import { ec2Filter, type FilterLike, type FilterTable, type TagLike } from '../collections/filters.ts';
import type { Limits, Listing, Named } from '../collections/operations.ts';
import { page } from '../collections/paging.ts';
import type { Row, Table } from '../collections/table.ts';
import type { Call } from './call.ts';
import type { Region } from './store.ts';

/** The paging of one service's listings. */
export interface Dialect {
  /** The input's members; a service without `size` chooses the size itself. */
  readonly size?: string;
  readonly token: string;
  /** The output's member, where it has another name than the input's. */
  readonly next?: string;
  /** Error code for a token that the service did not return for this request. */
  readonly badToken: string;
  /** For listings without limits of their own. */
  readonly limits: Limits;
  /** Error code for a size outside the limits, or the whole error; absent: any size is taken. */
  readonly badSize?: string | ((size: number, limits: Limits) => AwsError);
}

/** Rows, and their form in answers: `V` is the stored form, `S` the API's description. */
export interface Collection<I, V extends object, S> {
  /** In the order of the listing. Throws if the request is refused. */
  readonly rows: (call: Call, input: I) => Table<V> | readonly Row<V>[];
  readonly shows: (value: V, input: I) => S;
  /** Whatever was put into the answers is shown (answers.ts). */
  readonly isAnswered?: true;
}

/** The tables of a place, by name. */
type TableName = { [K in keyof Region]: Region[K] extends Table<infer _V> ? K : never }[keyof Region];
type Kept<K extends TableName> = Region[K] extends Table<infer V extends object> ? V : never;

/** The rows of a collection: all of the table with this name in the caller's place. */
export function rowsOf<K extends TableName>(table: K): (call: Call) => Table<Kept<K>> {
  return ({ here }) => here[table] as unknown as Table<Kept<K>>;
}

export function collection<I, V extends object, S>(
  rows: Collection<I, V, S>['rows'],
  shows: Collection<I, V, S>['shows'],
): Collection<I, V, S> {
  return { rows, shows };
}

/** A collection whose stored form is the API's. */
export function plain<I, V extends object>(rows: Collection<I, V, V>['rows']): Collection<I, V, V> {
  return { rows, shows: (value) => value };
}

/** Listings with the paging of one service. */
export function listingsOf(dialect: Dialect) {
  return <I, O, V extends object, S>(
    { rows, shows, isAnswered }: Collection<NoInfer<I>, V, S>,
    declared: Listing<NoInfer<I>, NoInfer<O>, NoInfer<V>, NoInfer<S>, Call>,
  ): ((input: I, call: Call) => O) & { readonly isAnswered?: true } => {
    const shown = (value: V) => shows(value, {} as I);
    const derived = Object.entries(readersOf<S>(declared.filters ?? []));
    const table: FilterTable<V> = {
      ...Object.fromEntries(derived.map(([name, read]) => [name, (value: V) => read(shown(value))])),
      ...declared.special,
    };
    const tagsOf = declared.tags === true ? (value: V) => (shown(value) as Tagged).Tags : declared.tags;
    const list = (input: I, call: Call) => {
      const isMatch = ec2Filter((input as Filtered).Filters, table, tagsOf);
      const isWanted = declared.where?.(input, call) ?? (() => true);
      const chosen = named(asRows(rows(call, input)), [declared.named ?? []].flat(), input);
      const found = pageOf(dialect, chosen, input as object, call, {
        ...(declared.pages ? { limits: declared.pages } : {}),
        matches: ({ value }) => isWanted(value) && isMatch(value),
      });
      const page = found.rows.map(({ value }) => value);
      const items = declared.gathers?.(page, call) ?? page.map((value) => shows(value, input));
      return { ...declared.beside?.(call, input), [declared.answer]: items, ...found.next } as O;
    };
    return Object.assign(list, isAnswered && { isAnswered });
  };
}

interface Filtered {
  readonly Filters?: readonly FilterLike[];
}

interface Tagged {
  readonly Tags?: readonly TagLike[];
}

function asRows<V extends object>(given: Table<V> | readonly Row<V>[]): readonly Row<V>[] {
  return 'view' in given ? given.view() : given;
}

/** Rows of values without a table, in their order. */
export function numbered<V>(values: readonly V[]): readonly Row<V>[] {
  return values.map((value, index) => ({ seq: index + 1, key: '', value }));
}

function named<I, V>(rows: readonly Row<V>[], allowed: readonly Named<I, V>[], input: I): readonly Row<V>[] {
  const given = allowed.map((one) => ({ one, names: (input[one.by] ?? []) as readonly string[] }));
  for (const { one, names } of given) one.check?.(names, input);
  const filters = given
    .filter(({ names }) => names.length > 0)
    .map(({ one, names }) => ({ one, left: new Set(names), names: new Set(names) }));
  if (filters.length === 0) return rows;
  const found = rows.filter(({ key, value }) => {
    const by = filters.filter(({ one, names }) => names.has((one.of ? one.of(value) : key) ?? ''));
    for (const { one, left } of by) left.delete((one.of ? one.of(value) : key) ?? '');
    return by.length > 0;
  });
  for (const { one, left } of filters) {
    if (left.size > 0 && one.notFound) throw one.notFound([...left]);
  }
  return found;
}

interface Paging<V> {
  readonly limits?: Limits;
  readonly matches?: (row: Row<V>) => boolean;
}

/** A page in the service's format; its token is valid only for the same request. */
export function pageOf<V>(
  { size, token, next = token, badToken, badSize, ...dialect }: Dialect,
  rows: readonly Row<V>[],
  input: object,
  call: Call,
  { limits = dialect.limits, matches }: Paging<V> = {},
): { readonly rows: readonly Row<V>[]; readonly next: Readonly<Record<string, string>> } {
  const { [size ?? '']: wanted, [token]: given, ...rest } = input as Readonly<Record<string, unknown>>;
  const limit = wanted === undefined ? limits.otherwise : Number(wanted);
  if (badSize && wanted !== undefined && (limit < limits.min || limit > limits.max)) {
    if (typeof badSize === 'function') throw badSize(limit, limits);
    throw new AwsError(badSize, `${size} must be ${limits.min} to ${limits.max}`);
  }
  const request = { limit, token: given as string | undefined, badToken };
  const scope = `${call.operation} ${call.account.id} ${JSON.stringify(rest)}`;
  const found = page(rows, { ...request, scope }, matches);
  return { rows: found.rows, next: found.nextToken === undefined ? {} : { [next]: found.nextToken } };
}
