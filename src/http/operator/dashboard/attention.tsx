/** The problems that an operator must see first. */

import { pluralize } from '../../../core/common/pluralize.ts';
import { changeTo } from '../../../core/policy/control.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { Outcome, PassRecord } from '../../../core/policy/pass.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { relative } from '../../page/dates.tsx';
import { Line, Note, Tag, type Tone } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';

/** Outcomes that need attention or another event, worst first; a complete pass when it left resources out. */
const TROUBLE: readonly Outcome[] = ['blocked', 'failed', 'incomplete', 'complete'];
const TONES: Readonly<Partial<Record<Outcome, Tone>>> = {
  blocked: 'bad',
  failed: 'bad',
  incomplete: 'warn',
  complete: 'warn',
};

interface ServiceNotes {
  readonly control: ControlState;
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
  readonly unreadyBecause: readonly string[];
}

export function ServiceNotes({ control, changes, unreadyBecause }: ServiceNotes): Html {
  const by = (words: string) => changedBy(changeTo(words, changes));
  const stopped = [
    control.killed && `The kill switch is on: no instance sends a request that deletes.${by('kill switch on')}`,
    control.service === 'out' && `Out of service: no new work starts.${by('service out')}`,
    control.capacity === 0 && `The capacity is 0: all work is paused.${by('capacity 0')}`,
  ].filter((line) => line !== false);
  return (
    <>
      {stopped.map((line) => (
        <Line tone="bad">{line}</Line>
      ))}
      {unreadyBecause.length > 0 && (
        <Note tone="bad">
          <p>Not ready:</p>
          <ul>
            {unreadyBecause.map((why) => (
              <li>{why}</li>
            ))}
          </ul>
        </Note>
      )}
    </>
  );
}

/** ` ann set this on 2 Dec, 05:22 UTC: wrong account` */
function changedBy(change: AuditEntry | undefined): string {
  if (change === undefined) return '';
  const why = change.reason === undefined ? ', without a reason.' : `: ${change.reason}`;
  return ` ${change.actor} set this on ${new Date(change.at).toISOString().slice(0, 16).replace('T', ' at ')} UTC${why}`;
}

/** Lists the namespaces that are not live, and why: once per reason. */
export function DryRunNotice({ namespaces }: { readonly namespaces: readonly NamespaceState[] }): Html | null {
  const dry = namespaces.map(({ configuration }) => configuration).filter(({ live }) => !live);
  if (dry.length === 0) return null;
  const whole = dry.length === namespaces.length;
  const reasonOf = ({ notLiveBecause }: WorkConfiguration) => notLiveBecause ?? 'unknown reason';
  const namesOf = (why: string) => dry.filter((one) => reasonOf(one) === why).map(({ namespace }) => namespace);
  return (
    <Note tone="plain">
      <p>
        <strong>Dry run{whole ? '' : ` in ${dry.length} of ${pluralize(namespaces.length, 'namespace')}`}.</strong>{' '}
        Holystone marks, mails and deletes nothing there.
      </p>
      <ul>
        {[...new Set(dry.map(reasonOf))].map((why) => (
          <li>
            {why}: <span class="id">{namesOf(why).join(', ')}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

interface Attention {
  readonly namespaces: readonly NamespaceState[];
  readonly now: number;
}

export function Attention({ namespaces, now }: Attention): Html | null {
  const passes = namespaces
    .flatMap((state) => state.passes)
    .filter(({ outcome, problem }) => TROUBLE.includes(outcome) && (outcome !== 'complete' || problem !== undefined))
    .toSorted((a, b) => TROUBLE.indexOf(a.outcome) - TROUBLE.indexOf(b.outcome));
  if (passes.length === 0) return null;
  return (
    <>
      <h2>Needs attention</h2>
      <ul class="plain">
        {passes.map((record) => (
          <TroubledPass record={record} now={now} />
        ))}
      </ul>
    </>
  );
}

function TroubledPass({ record, now }: { readonly record: PassRecord; readonly now: number }): Html {
  const { namespace, action, outcome, endedAt, problem, blocked, passId } = record;
  return (
    <li class="card">
      <p>
        <Tag tone={TONES[outcome] ?? 'plain'}>{outcome}</Tag> <strong>{action}</strong>{' '}
        <span class="id">{namespace}</span> <span class="quiet">{relative(endedAt, now)}</span>
      </p>
      {problem !== undefined && <p>{problem}</p>}
      {blocked !== undefined && (
        <p class="small">
          The pass stopped before its first write, with {pluralize(blocked.size, 'resource')}. If{' '}
          {blocked.size === 1 ? 'it is' : 'they are'} correct, run{' '}
          <code>
            holystone approve {namespace} --pass {passId}
          </code>
        </p>
      )}
    </li>
  );
}
