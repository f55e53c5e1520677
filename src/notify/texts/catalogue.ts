/**
 * Everything that a message says, in one language. A sentence is made here and nowhere else, so that a language is one
 * file; names, reasons and addresses come in as they are and are escaped by whoever shows them.
 */
import type { Language } from '../../core/common/language.ts';
import type { CostTotal } from '../../core/resource/prices.ts';
import type { PageTexts } from './pages/texts.ts';

/** What the whole message is about. */
export interface Told {
  /** How many resources, shown or not. */
  readonly count: number;
  /** At the stage of so many of them nothing is deleted; of all of them, or the rest will be. */
  readonly held: number;
  /** The first deletion, in words and with its time zone. */
  readonly first: string;
  /** The day of the first deletion, short. */
  readonly day: string;
  /** Are all deleted on that day? */
  readonly sameDay: boolean;
  /** The name of the first to be deleted. */
  readonly name: string;
  /** Nothing of it is new to its owner. */
  readonly reminder: boolean;
  /** Nobody is named as the owner of any of it. */
  readonly unowned: boolean;
}

/** A date by its parts: `Thursday`, `3`, `December`, `2026`, `10:00`. */
export interface DateWords {
  readonly weekday: string;
  readonly day: number;
  readonly month: string;
  readonly year: number;
  readonly time: string;
}

export interface Catalogue {
  readonly language: Language;
  subject(told: Told): string;
  /** What a mailbox shows behind the subject. */
  preview(told: Told): string;
  heading(told: Told): string;
  intro(told: Told): string;
  readonly toKeep: string;
  /** One sentence a way. @param tag its name and value @param keepAll is there a link for all of it? */
  ways(tag: readonly [string, string], keepAll: boolean): readonly string[];
  nothingToDo(count: number): string;
  /** Not everything is in the message itself. @param cut so many are, chosen so; `undefined` = groups are folded */
  more(left: {
    count: number;
    cut: { shown: number; by: 'cost' | 'date' } | undefined;
    file: string;
    links: boolean;
  }): string;
  /** `up to $1.20 a month`, `nothing`; `undefined` when there is no figure. */
  cost(total: CostTotal, currency: string): string | undefined;
  /** What all of it costs, in a sentence. @param words as {@link Catalogue.cost} says them */
  costs(all: { words: string; count: number; date: string; old?: true }): string;
  /** @param unowned nobody is named as the owner of any of it */
  footer(from: string, unowned: boolean): string;
  readonly preferences: string;
  readonly keepIt: string;
  readonly keepGroup: string;
  keepAll(count: number): string;
  readonly details: string;
  /** Beside something of which nothing is deleted at its stage, instead of the date alone. */
  heldUntil(date: string): string;
  /** Of something that its owner was told about before. */
  readonly reminded: string;
  /**
   * What comes before the deletion, in a sentence.
   * @param since in words; `undefined` = it is still to come, on the date of the message @param deletion in words
   * @param held nothing of it is done at its stage
   */
  quarantine(type: string, since: string | undefined, deletion: string, held: boolean): string;
  /** Several resources as one: `3 resources: a, b and 1 more`. @param names the first of them @param rest how many more */
  folded(names: readonly string[], rest: number): string;
  /** `the last on …` */
  last(date: string): string;
  moreReasons(count: number): string;
  /** What stands before the place: `image in`; a type is a name of the provider. */
  inPlace(type: string): string;
  /** `undefined` = nobody knows. */
  age(ms: number | undefined): string;
  /** For others than the owner. */
  headingFor(told: Told, owner: string): string;
  /** Instead of what the owner may do, for somebody who gets a copy. */
  copy(owner: string): string;
  /** What the fallback is told when an owner asks that something is deleted early. */
  readonly haste: {
    /** @param name of the resource */
    subject(name: string): string;
    /** @param owner who asked @param date asked for @param instead the date without it */
    intro(owner: string, date: string, instead: string): string;
    /** What stands before the reason that the owner gave. */
    readonly reason: string;
    readonly ways: string;
    readonly keepIt: string;
  };
  /** What a chat says of those that are not in it. */
  chatMore(count: number): string;
  /** `(2 of 3)` */
  part(part: number, of: number): string;
  readonly labels: Readonly<Record<'id' | 'what' | 'group' | 'why' | 'cost' | 'deletion' | 'keep' | 'keepAll', string>>;
  date(words: DateWords): string;
  day(words: Pick<DateWords, 'weekday' | 'day' | 'month' | 'year'>): string;
  /** What the pages behind the links say. */
  readonly pages: PageTexts;
}
