/** The common content of the HTML and the text of a message. */
import { defined } from '../../core/common/defined.ts';
import type { Digest } from '../../core/notice/digest.ts';
import { leftBehindIn } from '../../core/notice/leftBehind.ts';
import { keysThatMayKeep } from '../../core/owner/optOut.ts';
import { endsOf } from '../../core/resource/ends.ts';
import { partsOf } from '../../core/resource/namespace.ts';
import { totalOf } from '../../core/resource/prices.ts';
import { sumOfBytes } from '../../core/text/bytes.ts';
import { unlinkedName } from '../../core/text/unlinked.ts';
import { isolated, shorten, visible } from '../../core/text/visible.ts';
import type { Catalogue, NoticeAccount, NoticeSummary } from '../texts/common/catalogue.ts';
import { speaking } from '../texts/index.ts';
import { dated } from './dates.ts';
import { costOf, type Entry, type Item } from './item.ts';

/** A message in words, before any transport gives it a form. */
export interface Message {
  readonly catalogue: Catalogue;
  readonly subject: string;
  readonly preview: string;
  readonly heading: string;
  /** Who writes, about which accounts, and whom to ask. */
  readonly writer: string;
  readonly intro: string;
  /** The bytes that are freed and the total saving; absent when unknown. */
  readonly savings?: string;
  /** The currency of the saving at each entry; absent when none has a figure. */
  readonly currency?: string;
  /** Set when the message does not show everything. */
  readonly more?: string;
  /** The sentence that the reader may ignore the message; absent in a copy for another reader. */
  readonly nothingToDo?: string;
  /** The reader's options; absent in a copy for another reader. */
  readonly ending?: Ending;
  /** The entries in the message. */
  readonly entries: readonly Entry[];
  readonly count: number;
  readonly keepAllUrl?: string;
  readonly preferencesUrl?: string;
}

/** The ways to answer the message, and its last line. */
export interface Ending {
  readonly ways: readonly string[];
  readonly footer: string;
}

/** The name of the attached list. */
export const CSV_NAME = 'resources.csv';

/** For one line of a mailbox. */
const SHORT_NAME = 60;
/** How many names of a folded group the message shows. */
const NAMES_OF_GROUP = 5;

/** The resources of a message, and which of them it shows. */
export interface Contents {
  /** All of them, soonest deletion first; at least one. */
  readonly items: readonly [Item, ...Item[]];
  /** The entries in the message; the others are only in the list. */
  readonly entries: readonly Entry[];
  /** Has the attached list resources that the message does not show? */
  readonly hasList: boolean;
  /** For a reader other than the owner. */
  readonly isCopy?: boolean | undefined;
}

/** Whose messages these are, as the key `mail` of the configuration says. */
export interface Voice {
  /** The address for replies, as in the `From:` header. */
  readonly from: string;
  /** A sentence that says who writes; default: Holystone does. */
  readonly intro?: string | undefined;
  /** Whom to ask: an address, a channel, a page. */
  readonly contact?: string | undefined;
}

export function messageOf(digest: Digest, contents: Contents, catalogue: Catalogue, voice: Voice): Message {
  const { items, entries, hasList } = contents;
  const accounts = accountsOf(digest);
  const summary = noticeSummary(digest, items);
  const { count } = summary;
  const shown = entries.reduce((sum, entry) => sum + entry.items.length, 0);
  const { keepAllUrl, preferencesUrl } = digest;
  const isCopy = contents.isCopy ?? false;
  const savings = savingsOf(digest, items, catalogue);
  const cut = shown < count ? { shown, by: savings === undefined ? ('date' as const) : ('cost' as const) } : undefined;
  const more = catalogue.more({ count, cut, file: CSV_NAME, links: !isCopy });
  return {
    catalogue,
    ...(isCopy ? copyOpening(digest, summary, catalogue) : opening(summary, accounts, catalogue)),
    writer: catalogue.writer(accounts, voice.intro, voice.contact),
    ...defined({ savings: totalsOf(digest, items, catalogue) }),
    ...(digest.prices === undefined ? {} : { currency: digest.prices.currency }),
    ...(hasList ? { more } : {}),
    ...(isCopy
      ? {}
      : { nothingToDo: catalogue.nothingToDo(count), ending: endingOf(digest, summary, catalogue, voice.from) }),
    entries,
    count,
    ...(keepAllUrl === undefined ? {} : { keepAllUrl }),
    ...(preferencesUrl === undefined ? {} : { preferencesUrl }),
  };
}

type Opening = Pick<Message, 'subject' | 'preview' | 'heading' | 'intro'>;

/** The accounts of the resources, each once, in the order of the rows. */
function accountsOf({ rows }: Digest): readonly NoticeAccount[] {
  const accounts = rows.map(({ namespace, account }) => ({
    provider: partsOf(namespace).provider,
    name: isolated(unlinkedName(shorten(account, SHORT_NAME))),
  }));
  return [...new Map(accounts.map((one) => [`${one.provider}/${one.name}`, one])).values()];
}

function opening(summary: NoticeSummary, accounts: readonly NoticeAccount[], catalogue: Catalogue): Opening {
  return {
    subject: `[${catalogue.places(accounts)}] ${catalogue.subject(summary)}`,
    preview: catalogue.preview(summary),
    heading: catalogue.heading(summary),
    intro: catalogue.intro(summary),
  };
}

function copyOpening({ owner }: Digest, summary: NoticeSummary, catalogue: Catalogue): Opening {
  const heading = catalogue.headingFor(summary, visible(owner));
  const intro = catalogue.copy(visible(owner));
  return { subject: heading, preview: intro, heading, intro };
}

function endingOf({ keepAllUrl, rows }: Digest, summary: NoticeSummary, catalogue: Catalogue, from: string): Ending {
  const keys = keysThatMayKeep(rows);
  const tag = keys.length === 0 ? undefined : ([keys.join(', '), 'always'] as const);
  return {
    // Of one resource both links lead to the same choice: only the first is told.
    ways: catalogue.ways(tag, keepAllUrl !== undefined && summary.count > 1),
    footer: catalogue.footer(visible(addressIn(from)), summary.unowned),
  };
}

/** The bytes and money that all deletions free and save, in sentences; `undefined` when neither is known, or none is freed. */
export function totalsOf(digest: Digest, items: readonly Item[], catalogue: Catalogue): string | undefined {
  const bytes = sumOfBytes(items.map(({ row }) => row.freesBytes));
  const space = bytes ? catalogue.frees(bytes, items.length) : undefined;
  const sentences = [space, savingsOf(digest, items, catalogue)].filter((part) => part !== undefined);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** The total saving, in sentences; `undefined` when no item has a figure. */
function savingsOf({ prices }: Digest, items: readonly Item[], catalogue: Catalogue): string | undefined {
  const total = totalOf(items.map(({ row }) => row.monthlyCost));
  return prices && catalogue.savings(total, { ...prices, count: items.length });
}

/** The saving of an entry; `undefined` without a figure. */
export function savingWords(
  entry: Pick<Entry, 'items'>,
  currency: string | undefined,
  catalogue: Catalogue,
): string | undefined {
  return currency === undefined ? undefined : catalogue.saving(costOf(entry), currency, entry.items.length);
}

/** A title, and for several resources a second text. */
export function titleOf({ items, folded }: Entry, catalogue: Catalogue): { title: string; contents?: string } {
  if (folded === undefined) return { title: items[0].name };
  const names = items.slice(0, NAMES_OF_GROUP).map(({ name }) => isolated(shorten(name, SHORT_NAME)));
  return { title: folded, contents: catalogue.folded(names, items.length - names.length) };
}

/** The last deletion of several, if it differs from the first. */
export function lastOf({ items }: Entry, catalogue: Catalogue): string | undefined {
  const [first, last] = [items[0].deletion, items.at(-1)?.deletion];
  if (last === undefined || last.iso === first.iso) return undefined;
  return catalogue.last(dated(last.words, last));
}

/** The words of an entry: a message may be about resources with different ends. */
export function entryWords({ items }: Pick<Entry, 'items'>, catalogue: Catalogue): Catalogue {
  return speaking(catalogue, endsOf(items.map(({ row }) => row)));
}

/** A message's facts about all items. */
export function noticeSummary({ prices }: Pick<Digest, 'prices'>, items: readonly [Item, ...Item[]]): NoticeSummary {
  const leftBehind = leftBehindIn([items[0].row, ...items.slice(1).map(({ row }) => row)], prices?.currency);
  const certain = items.filter(({ row }) => !row.notifyOnly);
  // The first certain deletion, if there is one.
  const planned = certain.length === 0 ? items : certain;
  const { name, deletion } = planned[0] ?? items[0];
  return {
    count: items.length,
    notifyOnly: items.length - certain.length,
    afterUsers: items.some(({ row }) => row.afterUsers === true),
    first: dated(deletion.words, deletion),
    day: deletion.day,
    sameDay: planned.every((item) => item.deletion.day === deletion.day),
    name: isolated(shorten(name, SHORT_NAME)),
    reminder: items.every(({ row }) => row.reminder === true),
    inUse: items.every(({ row }) => row.inUse !== undefined && !row.notifyOnly),
    unowned: items.every(({ row }) => row.unowned === true),
    ...(leftBehind === undefined ? {} : { leftBehind }),
  };
}

/** `Holystone <holystone@example.com>` → `holystone@example.com` */
function addressIn(from: string): string {
  return /<([^<>]+)>/.exec(from)?.[1] ?? from;
}
