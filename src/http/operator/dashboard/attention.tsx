/** Boxes about the whole fleet: what is stopped, and by whom; what does not delete yet, and why. */

import { pluralize } from '../../../core/common/pluralize.ts';
import { changeTo } from '../../../core/policy/control.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { Line, Note } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';

interface ServiceNotes {
  readonly control: ControlState;
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
}

export function ServiceNotes({ control, changes }: ServiceNotes): Html {
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
            {why}: <span class="id">{shortList(namesOf(why))}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** A fleet has thousands of namespaces; the page of namespaces has them all. */
const NAMED = 10;

function shortList(names: readonly string[]): string {
  const left = names.length - NAMED;
  return left > 0 ? `${names.slice(0, NAMED).join(', ')} and ${left} more` : names.join(', ');
}
