/** The patterns by which persons keep resources of a namespace, and the form for a new one. */
import { type KeepPatternProblem, MAX_KEEP_PATTERNS } from '../../../core/owner/keepPattern.ts';
import { inForce, type OptOut } from '../../../core/owner/optOut.ts';
import type { PatternPreview } from '../../../core/owner/patternPreview.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortTime } from '../../page/dates.tsx';
import { Line, ScrollTable, Tag } from '../../page/layout.tsx';
import { patternsTexts } from '../texts/patterns.ts';
import { ChangeForm, consolePage, type Frame } from './frame.tsx';
import { segment } from './operatorParts.tsx';
import { decisionOf } from './patternDecision.ts';
import { Preview } from './preview.tsx';

const LONGEST = 200;

/** The pattern in the address or in a refused form. */
export type AskedPattern =
  | { readonly kind: 'preview'; readonly pattern: string; readonly preview: PatternPreview }
  | { readonly kind: 'invalid'; readonly pattern: string; readonly problem: KeepPatternProblem }
  | { readonly kind: 'tooMany'; readonly pattern: string };

/** The patterns of one namespace, and the pattern that an operator typed last. */
export interface PatternsView {
  readonly frame: Frame;
  /** ms since the epoch. */
  readonly now: number;
  readonly namespace: Namespace;
  /** Also those that are over. */
  readonly stored: readonly OptOut[];
  /** `undefined` = no pattern is typed yet. */
  readonly typed: AskedPattern | undefined;
}

/** `typed` = the pattern of a form, with its preview or its problem; absent: only the stored patterns. */
export function patternsPage(view: PatternsView): string {
  const { frame, namespace, typed } = view;
  const command = typed?.kind === 'preview' ? shellWord(typed.pattern) : "'PATTERN'";
  return consolePage({
    title: patternsTexts.title,
    frame,
    here: 'Namespaces',
    json: `api/v1/opt-outs/${segment(namespace)}`,
    command: `holystone keep ${shellWord(namespace)} ${command} --pattern`,
    body: (
      <>
        <h1>{patternsTexts.title}</h1>
        <p>
          <a href={`${frame.root}namespaces/${segment(namespace)}`}>{namespace}</a>
        </p>
        {typed?.kind === 'preview' && <Preview frame={frame} namespace={namespace} {...typed} />}
        {typed?.kind === 'invalid' && (
          <Line tone="bad">{patternsTexts.refused(shorten(typed.pattern, LONGEST), typed.problem)}</Line>
        )}
        {typed?.kind === 'tooMany' && <Line tone="bad">{patternsTexts.refused(typed.pattern, 'tooMany')}</Line>}
        <AskForm view={view} />
        <Stored {...view} />
      </>
    ),
  });
}

function AskForm({ view: { frame, namespace, typed } }: { readonly view: PatternsView }): Html {
  const { pattern: text, show, showHint, explained } = patternsTexts;
  return (
    <form class="card filter" method="get" action={`${frame.root}patterns/${segment(namespace)}`}>
      <p class="quiet">{explained}</p>
      <div>
        <label for="pattern">{text}</label>
        <input
          id="pattern"
          name="pattern"
          type="text"
          required
          maxlength={LONGEST}
          value={typed?.pattern}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
        />
      </div>
      <div>
        <button>{show}</button> <span class="quiet">{showHint}</span>
      </div>
    </form>
  );
}

function Stored({ frame, namespace, stored, now }: PatternsView): Html {
  if (stored.length === 0) return <p class="card quiet">{patternsTexts.none}</p>;
  const patterns = new Set(stored.map(({ target }) => target.value)).size;
  const mayChange = frame.viewer.mayChange(namespace);
  return (
    <ScrollTable
      label={patternsTexts.title}
      caption={patternsTexts.stored(patterns, MAX_KEEP_PATTERNS)}
      columns={[...Object.values(patternsTexts.columns), ...(mayChange ? [patternsTexts.actions] : [])]}
    >
      {stored.map((optOut) => (
        <StoredRow optOut={optOut} frame={frame} namespace={namespace} now={now} />
      ))}
    </ScrollTable>
  );
}

interface Row extends Pick<PatternsView, 'frame' | 'namespace' | 'now'> {
  readonly optOut: OptOut;
}

function StoredRow({ optOut, frame, namespace, now }: Row): Html {
  const { target, until, actor, reason = '' } = optOut;
  const { columns } = patternsTexts;
  return (
    <tr>
      <td class="id">{shorten(target.value, LONGEST)}</td>
      <td data-label={columns.until}>
        {until === 'forever' ? patternsTexts.forever : shortTime(until)}{' '}
        {!inForce(optOut, now) && <Tag tone="plain">{patternsTexts.over}</Tag>}
      </td>
      <td data-label={columns.by}>{shorten(actor, LONGEST)}</td>
      <td data-label={columns.reason}>{shorten(reason, 500)}</td>
      {frame.viewer.mayChange(namespace) && (
        <td data-label={patternsTexts.actions}>
          <ChangeForm viewer={frame.viewer} action={`${frame.root}patterns/${segment(namespace)}/undo`}>
            <input type="hidden" name="decision" value={decisionOf(optOut)} />
            <button aria-label={patternsTexts.undoOf(shorten(target.value, LONGEST), shorten(actor, LONGEST))}>
              {patternsTexts.undo}
            </button>
          </ChangeForm>
        </td>
      )}
    </tr>
  );
}

/** Leads to the page, for those of the namespace and of its resources. */
export function PatternsLink({ frame, namespace }: Pick<PatternsView, 'frame' | 'namespace'>): Html {
  return <a href={`${frame.root}patterns/${segment(namespace)}`}>{patternsTexts.link}</a>;
}
