/** Boxes about the whole fleet: its stopped parts with the person who stopped them, and why others do not delete yet. */
import { changeTo } from '../../../core/policy/control.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shortWords } from '../../page/dates.tsx';
import { Line, Note } from '../../page/layout.tsx';
import type { NamespaceState } from '../api/namespaceState.ts';
import { overviewTexts } from '../texts/overview.ts';

interface ServiceNotes {
  readonly control: ControlState;
  /** The last changes of the control, newest first. */
  readonly changes: readonly AuditEntry[];
}

/** A line for each switch that stops the fleet, with the person who set it; nothing while none does. */
export function ServiceNotes({ control, changes }: ServiceNotes): Html {
  const texts = overviewTexts.stopped;
  const by = (stop: Parameters<typeof changeTo>[0]) => changedBy(changeTo(stop, changes));
  const stopped = [
    control.unproven !== undefined && texts.unproven,
    control.killed && control.unproven === undefined && `${texts.killed}${by('killed')}`,
    control.service === 'out' && `${texts.out}${by('out')}`,
    control.capacity === 0 && `${texts.paused}${by('paused')}`,
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
  const when = shortWords(new Date(change.at).toISOString());
  return ` ${overviewTexts.stopped.by(change.actor, when, change.reason)}`;
}

interface DryRun {
  readonly namespaces: readonly NamespaceState[];
}

/** Lists the namespaces that are not live, and why: once per reason. */
export function DryRunNotice({ namespaces }: DryRun): Html | null {
  const dry = namespaces.map(({ configuration }) => configuration).filter(({ live }) => !live);
  if (dry.length === 0) return null;
  const texts = overviewTexts.dry;
  const reasonOf = ({ notLiveBecause }: WorkConfiguration) => notLiveBecause ?? texts.unknown;
  const namesOf = (why: string) => dry.filter((one) => reasonOf(one) === why).map(({ namespace }) => namespace);
  return (
    <Note tone="plain">
      <p>
        <strong>{texts.where(dry.length, namespaces.length)}</strong> {texts.text}
      </p>
      <ul>
        {[...new Set(dry.map(reasonOf))].map((why) => (
          <li>
            {why}: <span class="id">{shortList(namesOf(why), texts.andMore)}</span>
          </li>
        ))}
      </ul>
    </Note>
  );
}

/** A fleet has thousands of namespaces; the page of namespaces has them all. */
const NAMED = 10;

function shortList(names: readonly string[], andMore: (names: string, more: number) => string): string {
  const left = names.length - NAMED;
  return left > 0 ? andMore(names.slice(0, NAMED).join(', '), left) : names.join(', ');
}
