import { z } from 'zod';
import { matchesStars } from '../../../core/common/stars.ts';
import { MARK_STATES, type Mark } from '../../../core/mark/mark.ts';
import { isRestLater } from '../../../core/mark/markPage.ts';
import { MARK_SORTS, type MarkRow, ORDERS, rowOf } from '../../../core/mark/markTable.ts';
import { addressesOf } from '../../../core/owner/owners.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import { type Namespace, typeOf } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import { knownNamespace, sortedConfigurations } from './known.ts';

/** An ISO date, or date and time; a date means midnight UTC. */
export const Instant = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'must be an ISO date, or date and time with zone' })
  .transform((text) => Date.parse(text));

/** A form sends an empty field as an empty text. */
const emptyIsAbsent = (value: unknown) => (value === '' ? undefined : value);

const MarkQuery = z.strictObject({
  namespace: z.preprocess(emptyIsAbsent, z.string().optional()),
  type: z.preprocess(emptyIsAbsent, z.string().optional()),
  owner: z.preprocess(emptyIsAbsent, z.string().optional()).describe('A whole address, or a part of one.'),
  dueBefore: z.preprocess(emptyIsAbsent, Instant.optional()),
  cursor: z.preprocess(emptyIsAbsent, z.string().optional()),
  limit: z.preprocess(emptyIsAbsent, z.coerce.number().int().min(1).max(500).default(100)),
});

const word = z.string().min(1).max(500).optional();

/** The filters of the API: those of the page, and more. Texts match in any case. */
export const MarkFilters = MarkQuery.extend({
  state: z.enum(MARK_STATES).optional(),
  account: word.describe("The account's name in the configuration."),
  location: word,
  group: word,
  entry: z
    .string()
    .min(1)
    .max(2_000)
    .optional()
    .describe('The entry of `cleanup` that judged it, by its `match`, as marks have it.'),
  q: word.describe('Part of the id or of the name; with `*` (any text) a pattern of the whole.'),
  sort: z
    .enum(MARK_SORTS)
    .optional()
    .describe('Over all namespaces. Absent = one namespace after the other, each by its dates.'),
  order: z.enum(ORDERS).optional().describe('Of `sort`; absent = `asc`.'),
});
/** The query after parsing; an absent filter matches every mark, and `limit` has its default. */
export type MarkFilters = z.infer<typeof MarkFilters>;

/** A page of marks as it was read. */
export interface WalkedMarks {
  readonly marks: readonly Mark[];
  /** How many marks the pages before showed; absent = not known. */
  readonly before?: number;
  /** How many match on all pages, where that is known by now; `isPart`: there may be more. */
  readonly total?: { readonly total: number; readonly isPart: boolean };
  /** Opaque; absent on the last page. A page may have fewer than `limit` marks, even none, before a next one. */
  readonly next?: string;
}

/** A filter may match few: after this many marks or reads a page ends, and the next request continues there. */
const MARKS_PER_REQUEST = 5000;
const READS_PER_REQUEST = 500;

/** The start of a page: a namespace, and the store's own cursor in it. */
const Place = z.tuple([z.string(), z.string().nullable()]);
type Place = z.infer<typeof Place>;

/** Marks of all requested namespaces, one namespace after the other, each in the order of its dates. */
export async function walkMarks(deps: OperatorDeps, query: MarkFilters): Promise<WalkedMarks> {
  if (query.order !== undefined) throw invalidField('query.order', 'needs a `sort`');
  const configurations = askedFor(deps, query);
  const [first, inFirst] = query.cursor === undefined ? ['', null] : placeOf(query.cursor);
  const marks: Mark[] = [];
  const before = query.cursor === undefined ? { before: 0 } : {};
  const matches = matching(query);
  const seen = { marks: 0, reads: 0 };
  for (const { namespace } of configurations.filter((one) => one.namespace >= first)) {
    let cursor = namespace === first ? (inFirst ?? undefined) : undefined;
    for (;;) {
      const enough = seen.marks >= MARKS_PER_REQUEST || seen.reads >= READS_PER_REQUEST;
      if (marks.length >= query.limit || enough) return { ...before, marks, next: cursorOf(namespace, cursor) };
      const page = await deps.marks.page(namespace, cursor, query.limit - marks.length);
      seen.marks += page.marks.length;
      seen.reads++;
      marks.push(...page.marks.filter((mark) => matches(rowOf(mark))));
      cursor = page.next;
      if (cursor === undefined || isPast(page.marks, query)) break;
    }
  }
  return { ...before, marks };
}

function askedFor(deps: OperatorDeps, query: MarkFilters): readonly WorkConfiguration[] {
  const { namespace } = query;
  const namespaces = namespace === undefined ? sortedConfigurations(deps) : [knownNamespace(deps, namespace)];
  return namespaces.filter((one) => isIn(one, query));
}

/** Whether the filters ask for marks of this namespace. */
export function isIn(one: WorkConfiguration, { type, account, location }: MarkFilters): boolean {
  return (
    (isEqual(type, one.resourceType) || isEqual(type, typeOf(one.namespace))) &&
    isEqual(account, one.account.name) &&
    isEqual(location, one.location)
  );
}

/**
 * Texts match in any case, `q` any part of id or name, or with `*` the whole; `dueBefore` is in ms since the epoch and
 * exclusive.
 */
export function matching({ owner, dueBefore, state, group, entry, q }: MarkFilters): (row: MarkRow) => boolean {
  const has = textLike(q);
  const [isOwner, isGroup, isEntry] = [ownerLike(owner), equalTo(group), equalTo(entry)];
  return (row) => {
    if (!isOwner(row.owner) || !isGroup(row.group) || !isEntry(row.entry)) return false;
    if (state !== undefined && row.state !== state) return false;
    if (!has(row.name) && !has(row.id.toLowerCase())) return false;
    return dueBefore === undefined || row.projectedDeletionAt < dueBefore;
  };
}

/** @param text a part, or with `*` a pattern of the whole @returns whether a text in lower case matches */
export function textLike(text: string | undefined): (lower: string) => boolean {
  const wanted = text?.toLowerCase();
  if (wanted === undefined) return () => true;
  return wanted.includes('*') ? (lower) => matchesStars(wanted, lower) : (lower) => lower.includes(wanted);
}

/** A whole address is that person, so that `ann@example.com` is not `joann@example.com`; any other text is a part. */
function ownerLike(filter: string | undefined): (owner: string | undefined) => boolean {
  if (filter === undefined) return () => true;
  if (/^[^@\s]+@[^@\s]+\.[^@\s.]+$/.test(filter)) {
    const isSame = equalTo(filter);
    return (owner) => owner !== undefined && addressesOf(owner).some(isSame);
  }
  const part = filter.toLowerCase();
  return (owner) => owner?.toLowerCase().includes(part) ?? false;
}

/** In any case; without a filter everything matches. */
function equalTo(filter: string | undefined): (value: string | undefined) => boolean {
  const wanted = filter?.toLowerCase();
  return (value) => wanted === undefined || wanted === value?.toLowerCase();
}

/** The same for one value. */
function isEqual(filter: string | undefined, value: string): boolean {
  return equalTo(filter)(value);
}

/** Are all marks after this page due at or after the requested instant? */
function isPast(page: readonly Mark[], { dueBefore }: MarkFilters): boolean {
  return dueBefore !== undefined && isRestLater(page, dueBefore - 1);
}

function cursorOf(namespace: Namespace, cursor: string | undefined): string {
  const place: Place = [namespace, cursor ?? null];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeOf(cursor: string): Place {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw invalidField('query.cursor', 'is not a cursor from an earlier answer without `sort`');
  }
}
