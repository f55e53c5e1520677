/** All that people keep: who, until when, why, and the way to undo it. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { OptOut, OptOutTarget } from '../../../core/owner/optOut.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Line, QuietLine, ScrollTable, Tag } from '../../page/layout.tsx';
import { keptTexts } from '../texts/kept.ts';
import { sharedWords } from '../texts/words.ts';
import { CompletedField } from './completedField.tsx';
import { timeOf } from './fate.ts';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';
import { keptDecisionOf } from './keptDecision.ts';
import type { KeptDecision } from './keptRead.ts';
import { Address, NamespaceName, resourcePath } from './operatorParts.tsx';

const LONGEST = 100;
const SOON_MS = 30 * DAY_MS;

/** One page of the decisions that match. */
export interface KeptView {
  readonly frame: Frame;
  readonly now: number;
  readonly q: string;
  readonly by: string;
  /** All that match, what ends soonest first. */
  readonly all: readonly KeptDecision[];
  /** The first of the page. */
  readonly from: number;
  readonly perPage: number;
  /** Namespaces that were not read. */
  readonly left: number;
  /** The persons, for the field that completes them. */
  readonly people: readonly string[];
}

/** Reads nothing: all of it is in the view. */
export function keptPage(view: KeptView): string {
  const { frame, now, all, from, perPage, left } = view;
  const some = all.slice(from, from + perPage);
  const soon = all.filter(({ optOut: { until } }) => until !== 'forever' && until < now + SOON_MS).length;
  const isPlain = all.every(({ optOut }) => optOut.target.kind === 'id');
  return consolePage({
    title: keptTexts.title,
    frame,
    here: 'Kept',
    json: 'api/v1/opt-outs',
    command: 'holystone keep NAMESPACE ID --until 2027-01-31',
    body: (
      <>
        <h1>{isPlain ? keptTexts.heading(all.length) : keptTexts.headingOf(all.length)}</h1>
        <p class="quiet">
          {keptTexts.soon(soon)} {keptTexts.byTag}
        </p>
        {left > 0 && <Line tone="warn">{keptTexts.left(left)}</Line>}
        <FilterForm {...view} />
        {some.length === 0 ? (
          <p class="card quiet">{keptTexts.none}</p>
        ) : (
          <ScrollTable
            label={keptTexts.title}
            caption={keptTexts.caption}
            columns={[...Object.values(keptTexts.columns), ...(frame.viewer.isOperator ? [keptTexts.undoColumn] : [])]}
          >
            {some.map((decision) => (
              <Row decision={decision} frame={frame} now={now} />
            ))}
          </ScrollTable>
        )}
        <Pages {...view} />
      </>
    ),
  });
}

function FilterForm({ q, by, people }: KeptView): Html {
  const { filter } = keptTexts;
  return (
    <form class="filters" method="get" action="./kept" role="search" aria-label={filter.label}>
      <input name="q" type="search" value={q} aria-label={filter.q} placeholder={filter.q} autocomplete="off" />
      <CompletedField name="by" label={filter.by} value={by} options={people} />
      <button>{filter.button}</button>
    </form>
  );
}

function Pages({ q, by, all, from, perPage }: KeptView): Html | null {
  if (all.length === 0) return null;
  const filter = { ...(q === '' ? {} : { q }), ...(by === '' ? {} : { by }) };
  const to = Math.min(all.length, from + perPage);
  return (
    <p>
      {keptTexts.page(from + 1, to, all.length)}{' '}
      {to < all.length && (
        <a rel="next" href={`./kept?${new URLSearchParams({ ...filter, from: String(to) })}`}>
          {keptTexts.next}
        </a>
      )}{' '}
      <a href={`./kept.csv?${new URLSearchParams(filter)}`} download>
        {keptTexts.csv}
      </a>
    </p>
  );
}

/** `every id or name like web-*` */
export function targetWords({ kind, value }: OptOutTarget, name?: string): string {
  const words = shorten(name ?? value, LONGEST);
  return kind === 'id' ? words : `${keptTexts.kinds[kind]} ${words}`;
}

function Row({ decision, frame, now }: Pick<KeptView, 'frame' | 'now'> & { readonly decision: KeptDecision }): Html {
  const { namespace, optOut } = decision;
  const { target, until, actor, reason, name } = optOut;
  const { columns } = keptTexts;
  const words = targetWords(target, name);
  return (
    <tr>
      <td>
        {target.kind === 'id' ? (
          <a href={`${frame.root}${resourcePath(namespace, target.value)}`} data-row>
            {words}
          </a>
        ) : (
          <strong>{words}</strong>
        )}
        {target.kind === 'id' && name && <QuietLine id>{shorten(target.value, LONGEST)}</QuietLine>}
      </td>
      <td class="address" data-label={columns.by}>
        <Address address={shorten(actor, LONGEST)} />
      </td>
      <td data-label={columns.until}>{until === 'forever' ? sharedWords.forever : <Ends until={until} now={now} />}</td>
      <td data-label={columns.why}>
        {reason === undefined ? <span class="quiet">{keptTexts.noReason}</span> : shorten(reason, 500)}
      </td>
      <td class="id" data-label={columns.where}>
        <NamespaceName namespace={namespace} />
      </td>
      {frame.viewer.isOperator && (
        <td data-label={keptTexts.undoColumn}>
          {frame.viewer.mayChange(namespace) && (
            <a
              class="button"
              href={`${frame.root}kept/undo?decision=${keptDecisionOf(decision)}`}
              aria-label={keptTexts.undoOf(
                `${words}${name ? ` ${shorten(target.value, LONGEST)}` : ''}, ${namespace}`,
                actor,
              )}
            >
              {keptTexts.undo}
            </a>
          )}
        </td>
      )}
    </tr>
  );
}

function Ends({ until, now }: { readonly until: number; readonly now: number }): Html {
  return (
    <>
      {shortTime(until)} {until < now + SOON_MS / 4 && <Tag tone="warn">{relative(until, now)}</Tag>}
      {until >= now + SOON_MS / 4 && <QuietLine>{relative(until, now)}</QuietLine>}
    </>
  );
}

/** A decision to be undone, and what was wrong with the form before. */
export interface UndoView {
  readonly frame: Frame;
  readonly decision: KeptDecision;
  readonly isReasonMissing: boolean;
}

/** Asks for a reason; nothing is changed yet. */
export function undoPage({ frame, decision, isReasonMissing }: UndoView): string {
  const { ask } = keptTexts;
  const { optOut, namespace } = decision;
  return consolePage({
    title: keptTexts.undoneTitle,
    frame,
    here: 'Kept',
    json: `api/v1/opt-outs/${encodeURIComponent(namespace)}`,
    command: 'holystone keep NAMESPACE ID --undo',
    body: (
      <>
        <h1>{ask.heading(targetWords(optOut.target, optOut.name))}</h1>
        <p class="id">
          {namespace} {shorten(optOut.target.value, LONGEST)}
        </p>
        <p class="sentence">{whoWords(optOut)}</p>
        <p>{ask.afterwards}</p>
        <ChangeForm viewer={frame.viewer} action={`${frame.root}kept/undo`} name="card form">
          <input type="hidden" name="decision" value={keptDecisionOf(decision)} />
          <label for="reason">{ask.reason}</label>
          <input
            id="reason"
            name="reason"
            type="text"
            maxlength={500}
            autocomplete="off"
            aria-invalid={isReasonMissing ? 'true' : undefined}
            aria-describedby={isReasonMissing ? 'reason-error' : undefined}
          />
          {isReasonMissing && (
            <p class="error" id="reason-error">
              {ask.missing}
            </p>
          )}
          <div class="buttons">
            <button class="danger">{ask.yes}</button>
            <a class="button" href={`${frame.root}kept`}>
              {ask.no}
            </a>
          </div>
        </ChangeForm>
      </>
    ),
  });
}

function whoWords(optOut: OptOut): string {
  const { actor, reason } = optOut;
  return keptTexts.ask.who(shorten(actor, LONGEST), timeOf(optOut), reason && shorten(reason, 500));
}
