/** The pages of a whole message, and the page with all resources that a person gets messages about. */
import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';
import type { Html } from '../../../core/text/html.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { Line } from '../../page/layout.tsx';
import type { KeepAllForm } from '../link/choice.ts';
import { page } from '../link/parts.tsx';
import type { KeptPart } from './keepAll.ts';
import type { Stretch } from './notified.ts';
import { boxCount, type Picked, shownText } from './selection.ts';

/** @param back relative to the page */
export function BackToMessage({ catalogue, back }: { readonly catalogue: Catalogue; readonly back: string }): Html {
  return (
    <p>
      <a href={back}>{catalogue.pages.message.back}</a>
    </p>
  );
}

/** The request changed nothing. @param why a sentence @param back relative to the page */
export function unchangedPage(catalogue: Catalogue, why: string, back: string): string {
  return page(
    catalogue,
    catalogue.pages.resource.nothingChanged,
    <>
      <Line tone="warn">{why}</Line>
      <BackToMessage catalogue={catalogue} back={back} />
    </>,
  );
}

/** The store has forgotten which resources the message named: no page may claim that none is left. */
export function forgottenPage(catalogue: Catalogue): string {
  const { forgottenTitle, forgotten } = catalogue.pages.message;
  return page(catalogue, forgottenTitle, <Line tone="warn">{forgotten}</Line>);
}

/** The outcome of each decision, as the store confirmed it. */
interface KeptAll extends Pick<KeptPart, 'kept' | 'unplanned' | 'already' | 'over' | 'begun' | 'unselected'> {
  /** As text; `undefined` = for ever. */
  readonly until: string | undefined;
  /** The times of this decision and the earlier ones about the message: they identify the decisions to undo. */
  readonly moments: readonly number[];
  /** Start of the rest of a long message. */
  readonly next: number | undefined;
  readonly form: KeepAllForm & Picked & { readonly until?: string | undefined };
}

/** The targets of the forms, relative to the address of their page. */
interface Actions {
  readonly undo: string;
  readonly next: string;
  /** The page of the message. */
  readonly back: string;
}

/** One line for each outcome of a decision, and whether it is what the person wanted. */
export function keptLines(
  { pages: { message: texts } }: Catalogue,
  { kept, already, unplanned, over, begun, until }: Omit<KeptAll, 'moments' | 'next' | 'form' | 'unselected'>,
): readonly { readonly text: string; readonly tone: 'good' | 'plain' | 'warn' }[] {
  const decided = kept - already;
  return [
    ...(decided > 0 ? [{ tone: 'good' as const, text: texts.kept(decided, until) }] : []),
    ...(already > 0 ? [{ tone: 'plain' as const, text: texts.keptAlready(already) }] : []),
    ...(unplanned > 0 ? [{ tone: 'plain' as const, text: texts.unplanned(unplanned) }] : []),
    ...(over > 0 ? [{ tone: 'warn' as const, text: texts.over(over) }] : []),
    ...(begun > 0 ? [{ tone: 'warn' as const, text: texts.begun(begun) }] : []),
  ];
}

/** Counts, one line for each outcome; `next` of `done` = there are more resources to decide about. */
export function keptAllPage(catalogue: Catalogue, done: KeptAll, table: Html | undefined, actions: Actions): string {
  const texts = catalogue.pages.message;
  const { kept, over, begun, unselected, moments, next, form } = done;
  return page(
    catalogue,
    texts.keptTitle(kept, kept + begun + over + unselected),
    <>
      {keptLines(catalogue, done).map(({ tone, text }) => (
        <Line tone={tone}>{text}</Line>
      ))}
      {unselected > 0 && (
        <Line tone="warn">
          {texts.unselected(unselected)} <a href={actions.back}>{texts.back}</a>
        </Line>
      )}
      {next !== undefined && <NextForm catalogue={catalogue} done={done} next={next} action={actions.next} />}
      {table}
      {moments.length > 0 && (
        <UndoForm
          catalogue={catalogue}
          why={texts.mistake}
          done={{ moments, shown: form.shown }}
          from={0}
          action={actions.undo}
        />
      )}
    </>,
  );
}

interface NextForm {
  readonly catalogue: Catalogue;
  readonly done: KeptAll;
  readonly next: number;
  readonly action: string;
}

/** The form for the rest; it asks again, because one request decides about a limited number only. */
function NextForm({ catalogue, done: { form, moments }, next, action }: NextForm): Html {
  const texts = catalogue.pages.message;
  const { keep, until, reason, only = [] } = form;
  return (
    <form method="post" action={action} class="card">
      <p>{texts.left}</p>
      <input type="hidden" name="from" value={next} />
      <input type="hidden" name="keep" value={keep} />
      {until !== undefined && <input type="hidden" name="until" value={until} />}
      <input type="hidden" name="at" value={moments.join()} />
      {reason && <input type="hidden" name="reason" value={reason} />}
      <BoxesField shown={form.shown} />
      {[...only].map((key) => (
        <input type="hidden" name="only" value={key} />
      ))}
      <button>{texts.keepNext}</button>
    </form>
  );
}

/** The boxes of the page where the reader decided: what had one goes by it, wherever in the message it is. */
function BoxesField({ shown }: Pick<Picked, 'shown'>): Html | null {
  const boxes = shownText(shown);
  return boxes === undefined ? null : <input type="hidden" name="shown" value={boxes} />;
}

/** When the decisions were stored, ms since the epoch, and the boxes of that page. */
type Decided = Pick<KeptAll, 'moments'> & Pick<Picked, 'shown'>;

interface UndoForm {
  readonly catalogue: Catalogue;
  readonly why: string;
  readonly done: Decided;
  readonly from: number;
  readonly action: string;
}

function UndoForm({ catalogue, why, done: { moments, shown }, from, action }: UndoForm): Html {
  return (
    <form method="post" action={action} class="card">
      <p>{why}</p>
      <input type="hidden" name="at" value={moments.join()} />
      <input type="hidden" name="from" value={from} />
      <BoxesField shown={shown} />
      <button>{catalogue.pages.message.takeBackAll}</button>
    </form>
  );
}

/** The request withdrew nothing. @param keys on the resources of the message that may keep them all the same */
export function nothingUndonePage(catalogue: Catalogue, keys: readonly string[], back: string): string {
  const { resource } = catalogue.pages;
  return page(
    catalogue,
    resource.nothingChanged,
    <>
      <Line tone="warn">{resource.noDecision}</Line>
      {keys.map((key) => (
        <p>{resource.mayStillKeep(key)}</p>
      ))}
      <BackToMessage catalogue={catalogue} back={back} />
    </>,
  );
}

export function undoneAllPage(
  catalogue: Catalogue,
  { items, next }: Stretch<NotifiedItem>,
  done: Decided,
  back: string,
): string {
  const texts = catalogue.pages.message;
  return page(
    catalogue,
    texts.undoneTitle,
    <>
      <Line tone="plain">{texts.undone(boxCount(done.shown, items))}</Line>
      {next !== undefined && (
        <UndoForm catalogue={catalogue} why={texts.leftKept} done={done} from={next} action="undo" />
      )}
      <BackToMessage catalogue={catalogue} back={back} />
    </>,
  );
}

/** @param table absent when this page has no rows */
export function preferencesPage(
  catalogue: Catalogue,
  owner: string,
  table: Html | undefined,
  { keepAll, more }: { readonly keepAll: string; readonly more: string | undefined },
): string {
  const texts = catalogue.pages.message;
  return page(
    catalogue,
    texts.preferencesTitle,
    <>
      <p>{texts.preferences(owner)}</p>
      {table ?? (more === undefined && <Line tone="good">{texts.askedNothing}</Line>)}
      {more !== undefined && (
        <p>
          <a href={more}>{texts.further}</a>
        </p>
      )}
      <h2>{texts.fewerTitle}</h2>
      <ul>
        {texts.fewer.map((way) => (
          <li>{way}</li>
        ))}
      </ul>
      <p>{texts.never}</p>
      <p>
        <a href={keepAll}>{texts.keepAllOfThis}</a>
      </p>
    </>,
  );
}
