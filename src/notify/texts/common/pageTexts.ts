/**
 * All texts of the pages behind the links of a message, in one language. A parameter is data, or our own markup such as
 * a time with its tag; names, reasons and addresses come in unchanged and are escaped here.
 */
import type { RejectReason, Statement } from '../../../core/mark/ownerResponse.ts';
import type { KeepPatternProblem } from '../../../core/owner/keepPattern.ts';
import type { PatternPreview } from '../../../core/owner/patternPreview.ts';
import type { Html } from '../../../core/text/html.ts';

/** The kept thing: a resource, a later one under its name, a group, or the ids that match a pattern. */
export interface KeptThing {
  readonly kind: 'id' | 'over' | 'group' | 'pattern';
  readonly name: string;
}

/** The facts about a resource that the owner's page may show, in the order of the page. */
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
  | 'owner'
  | 'chosen'
  | 'notified'
  | 'lastAttempt'
  | 'deletion';

/** Texts for every page. */
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
  /** By the code of the problem; other problems are in English. */
  readonly problems: Readonly<Record<string, { readonly title: string; readonly detail?: string } | undefined>>;
  problemFoot(status: number, requestId: string): string;
}

/** The reply of a page to a statement. */
export interface ResponseTexts {
  readonly title: string;
  readonly paragraphs: readonly Html[];
}

/** About one resource. */
export interface ResourceTexts {
  readonly theResource: string;
  readonly facts: Readonly<Record<FactName, string>>;
  readonly noOwner: string;
  readonly unknown: string;
  readonly noUse: string;
  readonly noUser: string;
  /** The text before the time. @param sources how many were read */
  evidenceRead(sources: number): string;
  /** Of one source. @param findings all its findings, about any resource */
  found(places: number, findings: number): string;
  deleted(at: Html): Html;
  /** The same, for a resource that can still be restored. */
  restorable(at: Html, until: Html): Html;
  gone(at: Html): Html;
  survived(at: Html): Html;
  readonly begun: string;
  readonly nothingPlanned: string;
  /** @param relative `undefined` = its date has come @param early who requested the early date */
  planned(at: Html, relative: string | undefined, early: 'you' | 'owner' | undefined): Html;
  /** Nothing happens to it on its date, by its stage or its entry. */
  readonly notifyOnly: string;
  /** The text after it. */
  wouldBe(at: Html): Html;
  /** The same text before a date alone. */
  readonly notifyOnlyUntil: string;
  /** @param until `undefined` = for ever @param by an address, or the reader */
  isKept(thing: KeptThing, until: string | undefined, by?: 'you' | { readonly actor: string }): string;
  /** `until …`, `for ever`. */
  until(date: string | undefined): string;
  reasonIs(reason: string): string;
  readonly reason: string;
  readonly optional: string;
  /** @param days `undefined` = for ever */
  keepFor(days: number | undefined): string;
  /** @param end as text; `undefined` = for ever */
  keepUntil(end: string | undefined): string;
  /** The button beside the field of a last day. */
  readonly keepUntilDay: string;
  readonly howLong: string;
  overTitle(name: string): string;
  keptTitle(name: string): string;
  askTitle(name: string): string;
  askGroupTitle(group: string): string;
  askFoot(owner: string, until: Html): Html;
  readonly whatToKeep: string;
  readonly onlyThis: string;
  everythingIn(group: string): string;
  readonly patternScope: string;
  readonly patternField: string;
  patternTitle(pattern: string): string;
  /** Of the marks that a pattern keeps. */
  patternMatches(preview: Pick<PatternPreview, 'matching' | 'marks' | 'isPartial'>): string;
  readonly patternNote: string;
  readonly yesPattern: string;
  readonly patternRefused: Readonly<Record<KeepPatternProblem | 'tooMany', string>>;
  readonly saySomething: string;
  readonly sayLabel: string;
  readonly early: string;
  readonly notMine: string;
  readonly saidEarly: string;
  readonly saidNotMine: string;
  saidKeep(thing: KeptThing, until: string | undefined): string;
  readonly takeBack: string;
  readonly takeBackGroup: string;
  readonly takeBackPattern: string;
  readonly kept: string;
  readonly stored: string;
  storedUntil(until: string | undefined): string;
  /** @param keeping the decision that lasts longer, as a text of {@link ResourceTexts.isKept} */
  longer(keeping: string): string;
  /** For a very large group, or a pattern among very many marks. */
  readonly marksLeft: string;
  readonly begunTitle: string;
  /** One resource of a group, in {@link begunNote}. */
  memberOf(group: string): string;
  begunNote(name: string, until: string | undefined): string;
  readonly tooLate: string;
  overNote(until: string | undefined): string;
  readonly undoneTitle: string;
  readonly noLongerKept: string;
  readonly othersKeep: string;
  undone(name: string): string;
  readonly back: string;
  readonly nothingChanged: string;
  keptBy(actor: string, until: string | undefined): string;
  readonly noDecision: string;
  /** @param key of a tag or an annotation on the resource itself */
  mayStillKeep(key: string): string;
  earlyTitle(name: string): string;
  readonly earlyNote: string;
  readonly yesEarly: string;
  readonly goBack: string;
  readonly responses: {
    deleteEarly(name: string, at: Html): ResponseTexts;
    notEarly(name: string, at: Html): ResponseTexts;
    /** @param isAsked will another owner get a notice? */
    notMine(name: string, isAsked: boolean): ResponseTexts;
    mine(name: string): ResponseTexts;
  };
  readonly rejected: Readonly<Record<RejectReason, string>>;
}

/** About a whole message, and about all messages to a person. */
export interface MessageTexts {
  readonly nothingTitle: string;
  readonly nothing: string;
  /** The store has forgotten which resources the message named. */
  readonly forgottenTitle: string;
  readonly forgotten: string;
  askTitle(count: number): string;
  /** For one part of a long message. */
  askPartTitle(count: number): string;
  readonly ask: string;
  /** How to keep only some. */
  readonly select: string;
  /** Of the buttons below the list. */
  readonly forTicked: string;
  readonly keepTicked: string;
  readonly notMineTicked: string;
  /** To the page that asks which may go early. */
  readonly earlyLink: string;
  readonly noneTicked: string;
  readonly earlyTitle: string;
  readonly earlyNote: string;
  /** No resource of the message may go early. */
  readonly earlyNone: string;
  /** @param most so many at a time */
  earlyAtMost(most: number): string;
  /** Of a check box. */
  earlyLabel(name: string): string;
  readonly earlyTicked: string;
  saidTitle(done: number, all: number): string;
  /** The stored response to so many. */
  readonly responses: Readonly<Record<Statement, (count: number) => string>>;
  /** Before the reasons. */
  unsaid(count: number): string;
  readonly mistaken: string;
  /** The rest of the message, after the reader kept only some. */
  unselected(count: number): string;
  readonly inParts: string;
  readonly howLong: string;
  /** Before the field of a last day, which counts in place of the duration before it. */
  readonly lastDay: string;
  readonly noDay: string;
  readonly opening: string;
  readonly moreAbout: string;
  keptTitle(kept: number, all: number): string;
  /** Kept by the decision just stored. */
  kept(count: number, until: string | undefined): string;
  /** Kept at least as long by an earlier decision of the reader. */
  keptAlready(count: number): string;
  /** Kept, but without a planned deletion. */
  unplanned(count: number): string;
  /** Deleted or gone: not among the kept ones. */
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
  readonly evidenceRead: string;
  /** @param rest how many are not shown */
  caption(count: number, rest: number): string;
  readonly preferencesTitle: string;
  preferences(owner: string): string;
  readonly askedNothing: string;
  /** The link to the next page of a long list. */
  readonly further: string;
  readonly fewerTitle: string;
  readonly fewer: readonly string[];
  readonly never: string;
  readonly keepAllOfThis: string;
}

/** All texts of the owner's pages in one language. */
export type PageTexts = FrameTexts & { readonly resource: ResourceTexts; readonly message: MessageTexts };
