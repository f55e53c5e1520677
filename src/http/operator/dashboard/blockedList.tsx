/** The passes that a tripwire stopped. */
import type { Language } from '../../../core/common/language.ts';
import type { Approval, BlockedSet, PassRecord } from '../../../core/policy/pass.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { QuietLine, ScrollTable } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { sharedWords } from '../texts/words.ts';
import { blockedPath } from './attentionItems.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { Reported } from './operatorParts.tsx';

/** A last pass with its blocked set. */
export type Stopped = PassRecord & { readonly blocked: BlockedSet };

/** `Approved by ann 3 minutes ago; the next mark pass does it, if the set is still the same.` */
export function approvedWords({ actor, at, action }: Approval, now: number, language: Language): string {
  return blockedTexts[language].approvedBy(shorten(actor, 100), relative(at, now, language), action);
}

/** The last passes that a tripwire stopped, the newest first. */
export function stoppedPasses({ namespaces }: Pick<FrameState, 'namespaces'>): readonly Stopped[] {
  return namespaces
    .flatMap(({ passes }) => passes)
    .filter((record): record is Stopped => record.blocked !== undefined)
    .toSorted((a, b) => b.endedAt - a.endedAt);
}

const LISTED = 500;

/** At most 500 stopped passes. */
export function blockedListPage(state: FrameState): string {
  const { frame } = state;
  const { language } = frame;
  const texts = blockedTexts[language];
  const { columns } = texts;
  const stopped = stoppedPasses(state);
  return consolePage({
    title: texts.title,
    frame,
    here: 'Blocked',
    json: 'api/v1/namespaces',
    command: 'holystone status',
    body: (
      <>
        <h1>{texts.heading}</h1>
        <p>{texts.intro}</p>
        {stopped.length === 0 ? (
          <p class="card quiet">{texts.none}</p>
        ) : (
          <ScrollTable label={texts.heading} columns={Object.values(columns)}>
            {stopped.slice(0, LISTED).map((record) => (
              <StoppedRow record={record} state={state} />
            ))}
          </ScrollTable>
        )}
      </>
    ),
  });
}

function StoppedRow({ record, state }: { readonly record: Stopped; readonly state: FrameState }): Html {
  const { namespace, action, blocked, problem, endedAt, passId } = record;
  const {
    now,
    namespaces,
    frame: { language },
  } = state;
  const texts = blockedTexts[language];
  const { columns } = texts;
  const approval = namespaces
    .find(({ configuration }) => configuration.namespace === namespace)
    ?.approvals.find((one) => one.action === action);
  return (
    <tr>
      <td class="id">{namespace}</td>
      <td data-label={columns.pass}>{sharedWords[language].actions[action]}</td>
      <td data-label={columns.resources}>{blocked.size}</td>
      <td data-label={columns.why}>
        <Reported on={language} text={problem ?? ''} />
        {approval && <QuietLine>{approvedWords(approval, now, language)}</QuietLine>}
      </td>
      <td data-label={columns.when}>{relative(endedAt, now, language)}</td>
      <td data-label={columns.review}>
        <a
          class="button"
          data-row
          href={`./${blockedPath(namespace, passId)}`}
          aria-label={texts.reviewOf(action, namespace)}
        >
          {columns.review}
        </a>
      </td>
    </tr>
  );
}
