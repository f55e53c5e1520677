/** A digest as chat posts, for channels with many readers. */

import { mapInSteps } from '../../core/common/steps.ts';
import type { Digest, DigestRow } from '../../core/notice/digest.ts';
import { endsOf } from '../../core/resource/ends.ts';
import { isolated, shorten, visible } from '../../core/text/visible.ts';
import { batchBySize } from '../message/batchBySize.ts';
import { dated } from '../message/dates.ts';
import { type Item, itemOf, itemsOf } from '../message/item.ts';
import { entryWords, noticeSummary, savingWords, totalsOf } from '../message/message.ts';
import type { Catalogue } from '../texts/common/catalogue.ts';
import { speaking } from '../texts/index.ts';

/** The webhook of a chat passes these: the form of its posts, their language and their number. */
export interface ChatOptions {
  readonly dialect: ChatDialect;
  readonly catalogue: Catalogue;
  /** Every resource, in as many posts as needed; otherwise one post with the first ones. */
  readonly whole: boolean;
  /** The last post has buttons. */
  readonly buttons?: boolean;
}

/** The format of one chat's posts. */
export interface ChatDialect {
  /** Bytes for the rows of one post; leaves room for the other parts. */
  readonly maxBytes: number;
  /** Bytes of a formatted row. */
  sizeOf(row: ChatRow): number;
  body(post: ChatPost): string;
}

/** One resource in a post, in plain text; a dialect gives it its form. */
export interface ChatRow {
  readonly name: string;
  /** Type, place, date and reasons. */
  readonly about: string;
  readonly url?: string;
}

/** A link below the rows, with its words. */
export interface ChatLink {
  readonly text: string;
  readonly url: string;
}

/** One post in words; a dialect makes the JSON of it. */
export interface ChatPost {
  readonly heading: string;
  /** The total saving, when known. */
  readonly savings?: string;
  readonly rows: readonly ChatRow[];
  /** The line about resources that the post does not show. */
  readonly more?: string;
  /** Links for all resources. */
  readonly links: readonly ChatLink[];
  readonly buttons?: ChatButtons;
}

/** Below the links; both are about the whole message. */
export interface ChatButtons {
  /** What whoever answers reads. */
  readonly value: string;
  readonly keep: string;
  readonly open: string;
  /** The page that it opens; absent: whoever answers tells it to whom it may. */
  readonly page?: string;
}

/** Shorter than in a mail: the page of the resource has the full text. */
const LENGTHS = { name: 100, id: 200 } as const;

/** JSON, one per post, in the order of the deletions. */
export async function chatBodies(digest: Digest, settings: ChatOptions): Promise<readonly string[]> {
  const { dialect, whole } = settings;
  const catalogue = speaking(settings.catalogue, endsOf(digest.rows));
  const options = { ...settings, catalogue };
  const items = await itemsOf(digest, catalogue);
  const rows = await mapInSteps(items, (item) => chatRow(item, digest.prices?.currency, catalogue));
  const pages = await batchBySize(rows, (row) => dialect.sizeOf(row), dialect.maxBytes);
  const itemized = { digest, items };
  const posts = whole ? wholePosts(itemized, pages, options) : [firstPost(itemized, pages, options)];
  return mapInSteps(posts, (post) => dialect.body(post));
}

/**
 * Bytes of a resource in a post, with its cost if known.
 * @param preparedAt of the message, ms since the epoch
 */
export function chatSizeOf(row: DigestRow, preparedAt: number, { dialect, catalogue }: ChatOptions): number {
  return dialect.sizeOf(chatRow(itemOf(row, preparedAt, catalogue), 'USD', catalogue));
}

interface ItemizedDigest {
  readonly digest: Digest;
  readonly items: readonly Item[];
}

function wholePosts(
  itemized: ItemizedDigest,
  pages: readonly (readonly ChatRow[])[],
  options: ChatOptions,
): readonly ChatPost[] {
  const heading = headingOf(itemized, options.catalogue);
  const savings = chatSavings(itemized, options.catalogue);
  return pages.map((rows, index) => ({
    ...(index === 0 ? savings : {}),
    heading: pages.length === 1 ? heading : `${heading} ${options.catalogue.part(index + 1, pages.length)}`,
    rows,
    ...(index === pages.length - 1 ? waysOf(itemized, options) : { links: [] }),
  }));
}

function firstPost(
  itemized: ItemizedDigest,
  [rows = []]: readonly (readonly ChatRow[])[],
  options: ChatOptions,
): ChatPost {
  const left = itemized.items.length - rows.length;
  const more = left === 0 ? {} : { more: options.catalogue.chatMore(left) };
  const savings = chatSavings(itemized, options.catalogue);
  return {
    heading: headingOf(itemized, options.catalogue),
    ...savings,
    rows,
    ...more,
    ...waysOf(itemized, options),
  };
}

function waysOf(itemized: ItemizedDigest, { catalogue, buttons }: ChatOptions): Pick<ChatPost, 'links' | 'buttons'> {
  const { button: value, keepAllUrl: page } = itemized.digest;
  const links = linksOf(itemized, catalogue);
  if (!buttons || value === undefined) return { links };
  const { keep, open } = catalogue.slack;
  return {
    links,
    buttons: { value, keep: keep(itemized.items.length), open, ...(page === undefined ? {} : { page }) },
  };
}

function headingOf({ digest, items: [first, ...others] }: ItemizedDigest, catalogue: Catalogue): string {
  return first ? catalogue.headingFor(noticeSummary(digest, [first, ...others]), visible(digest.owner)) : '';
}

function chatSavings({ digest, items }: ItemizedDigest, catalogue: Catalogue): Pick<ChatPost, 'savings'> {
  const savings = totalsOf(digest, items, catalogue);
  return savings === undefined ? {} : { savings };
}

function linksOf({ digest, items }: ItemizedDigest, catalogue: Catalogue): readonly ChatLink[] {
  const { keepAllUrl, preferencesUrl } = digest;
  return [
    ...(keepAllUrl === undefined || items.length === 1
      ? []
      : [{ text: catalogue.keepAll(items.length), url: keepAllUrl }]),
    ...(preferencesUrl === undefined ? [] : [{ text: catalogue.preferences, url: preferencesUrl }]),
  ];
}

function chatRow(item: Item, currency: string | undefined, message: Catalogue): ChatRow {
  const catalogue = entryWords({ items: [item] }, message);
  const saving = savingWords({ items: [item] }, currency, catalogue);
  const { deletion, row } = item;
  const about = [
    `${catalogue.inPlace(item.type)} ${isolated(item.place)}, ${item.age}`,
    ...(item.reminded === undefined ? [] : [item.reminded]),
    `${catalogue.labels.deletion}: ${dated(item.deletionWords, deletion)}`,
    ...(saving === undefined ? [] : [`${catalogue.labels.saving}: ${saving}`]),
    isolated(visible(item.shortWhy)),
    isolated(shorten(visible(item.id), LENGTHS.id)),
  ];
  return {
    name: isolated(shorten(visible(item.name), LENGTHS.name)),
    about: about.join(' · '),
    ...(row.keepUrl === undefined ? {} : { url: row.keepUrl }),
  };
}
