/**
 * Everything that the pages behind the links of a message say, in one language. What is put into a sentence is data, or
 * markup of ours such as a time with its tag; names, reasons and addresses come in as they are and are escaped here.
 */
import type { RejectReason } from '../../../core/mark/ownerResponse.ts';
import type { Html } from '../../../core/text/html.ts';

/** What somebody keeps: a resource, what may come under its name, or a group. */
export interface KeptThing {
  readonly kind: 'id' | 'over' | 'group';
  readonly name: string;
}

export type FactName =
  | 'name'
  | 'id'
  | 'type'
  | 'account'
  | 'location'
  | 'group'
  | 'created'
  | 'cost'
  | 'lastUse'
  | 'usedBy'
  | 'read'
  | 'why'
  | 'asked'
  | 'chosen'
  | 'told'
  | 'lastAttempt'
  | 'deletion';

/** What every page may need. */
export interface FrameTexts {
  /** `in 3 days`, `5 hours ago`. @param ms from now, negative = past */
  relative(ms: number): string;
  readonly expiredTitle: string;
  readonly invalidTitle: string;
  expired(at: Html): Html;
  readonly invalid: string;
  readonly instead: string;
  readonly notStoredTitle: string;
  readonly notStored: Html;
  readonly tryAgain: string;
  readonly busyTitle: string;
  busy(isChange: boolean): Html;
  /** By the code of the problem; the others are said in English. */
  readonly problems: Readonly<Record<string, { readonly title: string; readonly detail?: string } | undefined>>;
  problemFoot(status: number, requestId: string): string;
}

/** What a page answers to a statement. */
export interface Said {
  readonly title: string;
  readonly paragraphs: readonly Html[];
}

/** Of one resource. */
export interface ResourceTexts {
  readonly theResource: string;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly nobody: string;
  readonly unknown: string;
  readonly noUse: string;
  readonly usedByNobody: string;
  /** Stands before the time. @param sources so many were read */
  wasRead(sources: number): string;
  /** Of one source. @param findings all that it found, of whatever resource */
  found(places: number, findings: number): string;
  deleted(at: Html): Html;
  /** The same, where it can still be had back. */
  restorable(at: Html, until: Html): Html;
  gone(at: Html): Html;
  survived(at: Html): Html;
  readonly begun: string;
  readonly nothingPlanned: string;
  /** @param relative `undefined` = its date has come @param early whose word it was */
  planned(at: Html, relative: string | undefined, early: 'you' | 'owner' | undefined): Html;
  /** Nothing is deleted at its stage. */
  readonly held: string;
  /** Stands behind it. */
  wouldBe(at: Html): Html;
  /** The same before a date alone. */
  readonly heldUntil: string;
  /** @param until `undefined` = for ever @param by an address, or the reader's own */
  isKept(thing: KeptThing, until: string | undefined, by?: 'you' | { readonly actor: string }): string;
  /** `until …`, `for ever`. */
  until(date: string | undefined): string;
  reasonIs(reason: string): string;
  readonly reason: string;
  readonly optional: string;
  /** @param days `undefined` = for ever */
  keepFor(days: number | undefined): string;
  readonly howLong: string;
  overTitle(name: string): string;
  keptTitle(name: string): string;
  askTitle(name: string): string;
  askGroupTitle(group: string): string;
  askFoot(owner: string, until: Html): Html;
  readonly whatToKeep: string;
  readonly onlyThis: string;
  everythingIn(group: string): string;
  readonly saySomething: string;
  readonly sayLabel: string;
  readonly early: string;
  readonly notMine: string;
  readonly saidEarly: string;
  readonly saidNotMine: string;
  saidKeep(thing: KeptThing, until: string | undefined): string;
  readonly takeBack: string;
  readonly takeBackGroup: string;
  readonly kept: string;
  readonly stored: string;
  storedUntil(until: string | undefined): string;
  /** @param said whose decision lasts longer, as {@link ResourceTexts.isKept} says it */
  longer(said: string): string;
  /** Of a very large group. */
  readonly marksLeft: string;
  readonly begunTitle: string;
  begunNote(name: string, until: string | undefined): string;
  readonly tooLate: string;
  overNote(until: string | undefined): string;
  readonly undoneTitle: string;
  readonly noLongerKept: string;
  readonly othersKeep: string;
  undone(name: string): string;
  readonly back: string;
  readonly nothingChanged: string;
  keptBy(actor: string): string;
  readonly noDecision: string;
  earlyTitle(name: string): string;
  readonly earlyNote: string;
  readonly yesEarly: string;
  readonly goBack: string;
  readonly said: {
    deleteEarly(name: string, at: Html): Said;
    notEarly(name: string, at: Html): Said;
    /** @param asked is there anybody else to be asked? */
    notMine(name: string, asked: boolean): Said;
    mine(name: string): Said;
  };
  readonly unheard: Readonly<Record<RejectReason, string>>;
}

/** Of a whole message, and of all messages to a person. */
export interface MessageTexts {
  readonly nothingTitle: string;
  readonly nothing: string;
  /** The store does not know any more which resources the message named. */
  readonly forgottenTitle: string;
  readonly forgotten: string;
  askTitle(count: number): string;
  /** Of a long message, so many at a time. */
  askPartTitle(count: number): string;
  readonly ask: string;
  readonly inParts: string;
  readonly howLong: string;
  readonly opening: string;
  readonly moreAbout: string;
  keptTitle(kept: number, all: number): string;
  /** So many are kept by the decision just stored. */
  kept(count: number, until: string | undefined): string;
  /** So many the reader keeps at least as long already. */
  keptAlready(count: number): string;
  /** Of those that are kept, so many had no planned deletion. */
  unplanned(count: number): string;
  /** So many were deleted or are gone: they are not among those that are kept. */
  over(count: number): string;
  begun(count: number): string;
  readonly left: string;
  readonly keepNext: string;
  readonly mistake: string;
  readonly takeBackAll: string;
  readonly undoneTitle: string;
  undone(count: number): string;
  readonly leftKept: string;
  readonly back: string;
  readonly resources: string;
  readonly wasRead: string;
  /** @param rest so many are not shown */
  caption(count: number, rest: number): string;
  readonly preferencesTitle: string;
  preferences(owner: string): string;
  readonly askedNothing: string;
  /** Leads to the next page of a long list. */
  readonly further: string;
  readonly fewerTitle: string;
  readonly fewer: readonly string[];
  readonly never: string;
  readonly keepAllOfThis: string;
}

export type PageTexts = FrameTexts & { readonly resource: ResourceTexts; readonly message: MessageTexts };
