import { isExpedited } from '../../../core/mark/ownerResponse.ts';
import type { OptOut } from '../../../core/owner/optOut.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import type { ResourceTexts } from '../../../notify/texts/common/pageTexts.ts';
import {
  EndingNote,
  endOf,
  KeepButtons,
  KeptNote,
  nameOf,
  PlanNote,
  page,
  ReasonField,
  thingOf,
  timeOf,
} from './parts.tsx';
import { PatternChoice, prefixOf } from './patternPages.tsx';
import { isOver, isOwn, type Subject } from './subject.ts';
import { Summary } from './summary.tsx';

/** The targets of the forms, relative to the address of their page. */
export interface Actions {
  readonly undo: string;
  readonly say: string;
}

/** The name, the buttons, which a phone shows without scrolling, and all known facts. */
export function askPage(subject: Subject, actions: Actions, scope: 'id' | 'group'): string {
  const { decisions, claims, catalogue } = subject;
  // Of a resource that no longer exists only the rest of its group can be kept.
  const asks = !isOver(subject.ending) || claims.group !== undefined;
  return page(
    catalogue,
    askTitle(subject, scope),
    <>
      <EndingNote subject={subject} />
      {decisions.length > 0 && <KeptNote subject={subject} />}
      {decisions
        .filter((optOut) => isOwn(subject, optOut))
        .map((optOut) => (
          <UndoForm subject={subject} optOut={optOut} action={actions.undo} />
        ))}
      <PlanNote subject={subject} />
      <TakeBackForm subject={subject} say={actions.say} />
      {asks && <DecisionForm subject={subject} say={actions.say} scope={scope} />}
      <Summary subject={subject} />
      {asks && (
        <p class="quiet small">{catalogue.pages.resource.askFoot(claims.owner, timeOf(subject, claims.expiresAt))}</p>
      )}
    </>,
  );
}

function askTitle(subject: Subject, scope: 'id' | 'group'): string {
  const texts = subject.catalogue.pages.resource;
  if (isOver(subject.ending)) return texts.overTitle(nameOf(subject));
  if (subject.decisions.length > 0) return texts.keptTitle(nameOf(subject));
  const { group } = subject.claims;
  return scope === 'group' && group !== undefined
    ? texts.askGroupTitle(shorten(group, 120))
    : texts.askTitle(nameOf(subject));
}

interface FormProps {
  readonly subject: Subject;
  /** The target of the form for responses other than "keep it". */
  readonly say: string;
}

/** One reason for all buttons. Enter presses the first button of a form: it keeps. */
function DecisionForm({ subject, say, scope }: FormProps & { readonly scope: 'id' | 'group' }): Html {
  const { claims, catalogue } = subject;
  const { group } = claims;
  return (
    <form method="post" class="card">
      {group !== undefined &&
        (isOver(subject.ending) ? (
          <RestOfGroup catalogue={catalogue} group={group} />
        ) : (
          <ScopeChoice catalogue={catalogue} group={group} scope={scope} hasPattern={prefixOf(subject) !== undefined} />
        ))}
      <ReasonField catalogue={catalogue} />
      <KeepButtons catalogue={catalogue} label={catalogue.pages.resource.howLong} />
      <OtherButtons subject={subject} say={say} />
    </form>
  );
}

interface RestOfGroup {
  readonly catalogue: Catalogue;
  readonly group: string;
}

/** The decision can be about the group only. */
function RestOfGroup({ catalogue, group }: RestOfGroup): Html {
  return (
    <>
      <p>{catalogue.pages.resource.askGroupTitle(shorten(group, 120))}</p>
      <input type="hidden" name="scope" value="group" />
    </>
  );
}

interface ScopeChoice extends RestOfGroup {
  readonly scope: 'id' | 'group';
  readonly hasPattern: boolean;
}

function ScopeChoice({ catalogue, group, scope, hasPattern }: ScopeChoice): Html {
  const texts = catalogue.pages.resource;
  return (
    <fieldset>
      <legend>{texts.whatToKeep}</legend>
      <label class="choice">
        <input type="radio" name="scope" value="id" checked={scope === 'id'} /> {texts.onlyThis}
      </label>
      <label class="choice">
        <input type="radio" name="scope" value="group" checked={scope === 'group'} /> {texts.everythingIn(group)}
      </label>
      {hasPattern && <PatternChoice catalogue={catalogue} />}
    </fieldset>
  );
}

/** Only for the mark's owner and the mark of this link; the reply to a response explains the other refusals. */
function OtherButtons({ subject: { mark, claims, catalogue, notifyOnly }, say }: FormProps): Html | null {
  if (!mark || mark.state === 'deleting' || mark.owner !== claims.owner) return null;
  if (mark.generation !== claims.generation || mark.unowned) return null;
  const texts = catalogue.pages.resource;
  return (
    <>
      <h2>{texts.saySomething}</h2>
      <div class="buttons" role="group" aria-label={texts.sayLabel}>
        {!isExpedited(mark) && !notifyOnly && (
          <button formaction={say} name="statement" value="deleteEarly">
            {texts.early}
          </button>
        )}
        <button formaction={say} name="statement" value="notMine">
          {texts.notMine}
        </button>
      </div>
    </>
  );
}

function TakeBackForm({ subject: { mark, claims, catalogue }, say }: FormProps): Html | null {
  if (!mark || mark.generation !== claims.generation || mark.state === 'deleting') return null;
  if (mark.disclaimedBy?.includes(claims.owner)) return <MineForm catalogue={catalogue} action={say} />;
  return isExpedited(mark) && mark.owner === claims.owner ? <NotEarlyForm catalogue={catalogue} action={say} /> : null;
}

interface StatementForm {
  readonly catalogue: Catalogue;
  readonly action: string;
}

/** Takes back "delete it early". */
export function NotEarlyForm({ catalogue, action }: StatementForm): Html {
  const texts = catalogue.pages.resource;
  return (
    <form method="post" action={action} class="card">
      <p>{texts.saidEarly}</p>
      <button name="statement" value="notEarly">
        {texts.takeBack}
      </button>
    </form>
  );
}

/** Takes back "it is not mine". */
export function MineForm({ catalogue, action }: StatementForm): Html {
  const texts = catalogue.pages.resource;
  return (
    <form method="post" action={action} class="card">
      <p>{texts.saidNotMine}</p>
      <button name="statement" value="mine">
        {texts.takeBack}
      </button>
    </form>
  );
}

interface UndoForm {
  readonly subject: Subject;
  readonly optOut: OptOut;
  readonly action: string;
}

const UNDO_WORDS = {
  id: (texts: ResourceTexts) => texts.takeBack,
  group: (texts: ResourceTexts) => texts.takeBackGroup,
  pattern: (texts: ResourceTexts) => texts.takeBackPattern,
} as const;

/** Takes back one decision to keep; of a pattern it names the pattern, since a resource may have several. */
export function UndoForm({ subject, optOut, action }: UndoForm): Html {
  const texts = subject.catalogue.pages.resource;
  // A decision that came too late is about the name too.
  const { name } = thingOf(subject, optOut);
  const { kind } = optOut.target;
  return (
    <form method="post" action={action} class="card">
      <p>{texts.saidKeep({ kind, name }, endOf(subject, optOut))}</p>
      <input type="hidden" name="scope" value={kind} />
      {kind === 'pattern' && <input type="hidden" name="pattern" value={optOut.target.value} />}
      <button>{UNDO_WORDS[kind](texts)}</button>
    </form>
  );
}
