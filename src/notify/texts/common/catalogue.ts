/**
 * All texts of a message, in one language. Sentences are made only here, so that a language is one folder; names and
 * addresses come in unchanged, and the renderer escapes them.
 */
import type { Language } from '../../../core/common/language.ts';
import type { ReasonCatalogue } from '../../../core/common/reason.ts';
import type { LeftBehind } from '../../../core/notice/leftBehind.ts';
import type { Ends } from '../../../core/resource/ends.ts';
import type { CostTotal, StatedPrices } from '../../../core/resource/prices.ts';
import type { PageTexts } from './pageTexts.ts';
import type { SlackTexts } from './slack.ts';
import type { WeeklyTexts } from './weekly.ts';

/** The contents of the whole message. */
export interface NoticeSummary {
  /** How many resources, shown or not. */
  readonly count: number;
  /** Resources to which nothing happens on their date, by their stage or their entry: none of them, some or all. */
  readonly notifyOnly: number;
  /** Some are used by resources that are deleted before them. */
  readonly afterUsers: boolean;
  /** The first deletion, as text and with its time zone. */
  readonly first: string;
  /** The day of the first deletion, short. */
  readonly day: string;
  /** Are all deleted on that day? */
  readonly sameDay: boolean;
  /** The name of the first to be deleted. */
  readonly name: string;
  /** The owner was notified of all of it before. */
  readonly reminder: boolean;
  /** Deletions of all of it were refused for hours: the provider calls it in use. */
  readonly inUse: boolean;
  /** No resource of it has a named owner. */
  readonly unowned: boolean;
  /** One deleted cluster left all of it behind. */
  readonly leftBehind?: LeftBehind;
}

/** An account of the resources of a message. */
export interface NoticeAccount {
  readonly provider: string;
  readonly name: string;
}

/** A date by its parts: `Thursday`, `3`, `December`, `2026`, `10:00`. */
export interface DateWords {
  readonly weekday: string;
  readonly day: number;
  readonly month: string;
  readonly year: number;
  readonly time: string;
}

/** All texts of one language: messages, chats and the owner's pages. */
export interface Catalogue {
  readonly language: Language;
  /** What happens to the resources that it is about, which its verbs say. */
  readonly ends: Ends;
  subject(summary: NoticeSummary): string;
  /** Before the subject: `AWS acme-prod`, `AWS, 3 accounts`. */
  places(accounts: readonly NoticeAccount[]): string;
  /** The first line: who writes, about which accounts, whom to ask. @param intro who writes, a sentence */
  writer(accounts: readonly NoticeAccount[], intro: string | undefined, contact: string | undefined): string;
  /** The preview of a mailbox, after the subject. */
  preview(summary: NoticeSummary): string;
  heading(summary: NoticeSummary): string;
  intro(summary: NoticeSummary): string;
  readonly toKeep: string;
  /**
   * One sentence per way to keep.
   * @param tag its name and value; `undefined` = the resources can carry none
   * @param keepAll does a link for all of it exist?
   */
  ways(tag: readonly [string, string] | undefined, keepAll: boolean): readonly string[];
  nothingToDo(count: number): string;
  /** The link to the page with all resources of the message. */
  seeAll(count: number): string;
  /** The message omits some. @param cut how many it shows, by which choice; `undefined` = groups are folded */
  more(left: {
    count: number;
    cut: { shown: number; by: 'cost' | 'date' } | undefined;
    file: string;
    links: boolean;
  }): string;
  /** The monthly saving of a deletion: `up to $1.20 a month`; `undefined` when there is no figure. */
  saving(total: CostTotal, currency: string, count: number): string | undefined;
  /** How many bytes a deletion frees at most, as a sentence. */
  frees(bytes: number, count: number): string;
  /** The same as sentences with the date of the prices; `undefined` also when nothing has a cost of its own. */
  savings(total: CostTotal, all: StatedPrices & { readonly count: number }): string | undefined;
  /** @param unowned no resource of it has a named owner */
  footer(from: string, unowned: boolean): string;
  readonly preferences: string;
  readonly keepIt: string;
  readonly keepGroup: string;
  keepAll(count: number): string;
  readonly details: string;
  /** Replaces the date beside a resource to which nothing happens then. */
  notifyOnlyUntil(date: string): string;
  /** For a resource with an earlier notice to its owner. */
  readonly reminded: string;
  /** The same where its provider refuses the deletion, because something uses it. @param since as text */
  stillInUse(since: string): string;
  /**
   * The step before the deletion, in a sentence.
   * @param since as text; `undefined` = still to come, on the date of the message @param deletion as text
   * @param notifyOnly nothing happens to it on that date
   */
  quarantine(type: string, since: string | undefined, deletion: string, notifyOnly: boolean): string;
  /** Several resources as one: `3 resources: a, b and 1 more`. @param names the first @param rest how many more */
  folded(names: readonly string[], rest: number): string;
  /** `the last on …` */
  last(date: string): string;
  moreReasons(count: number): string;
  /** The text before the place: `image in`; a type is a name of the provider. */
  inPlace(type: string): string;
  /** `undefined` = unknown. */
  age(ms: number | undefined): string;
  /** For readers other than the owner. */
  headingFor(summary: NoticeSummary, owner: string): string;
  /** Replaces the owner's options in a copy for another reader. */
  copy(owner: string): string;
  /** The message to the fallback when an owner requests an early deletion. */
  readonly expedited: {
    /** @param name of the resource */
    subject(name: string): string;
    /** @param owner who requested it @param date the requested date @param instead the date without the request */
    intro(owner: string, date: string, instead: string): string;
    /** The text before the owner's reason. */
    readonly reason: string;
    /** @param key of the tag that keeps the resource; `undefined` = it can carry none */
    ways(key: string | undefined): string;
    readonly keepIt: string;
  };
  /** The chat's line about resources that it does not show. */
  chatMore(count: number): string;
  /** `(2 of 3)` */
  part(part: number, of: number): string;
  readonly labels: Readonly<
    Record<'id' | 'what' | 'group' | 'why' | 'saving' | 'deletion' | 'keep' | 'keepAll', string>
  >;
  date(words: DateWords): string;
  day(words: Pick<DateWords, 'weekday' | 'day' | 'month' | 'year'>): string;
  /** Once a week, to a channel. */
  readonly weekly: WeeklyTexts;
  /** The buttons in Slack. */
  readonly slack: SlackTexts;
  /** Why a resource is marked. */
  readonly reasons: ReasonCatalogue;
  /** The texts of the pages behind the links. */
  readonly pages: PageTexts;
}
