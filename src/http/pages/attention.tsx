/** What an operator must see before anything else. */

import { counted } from '../../core/counted.ts';
import type { ControlState } from '../../core/fleet.ts';
import { type Html, html } from '../../core/html.ts';
import type { Outcome, PassRecord } from '../../core/pass.ts';
import type { WorkConfiguration } from '../../core/workConfiguration.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { relative } from './dates.tsx';
import { note, type Tone, tag } from './layout.tsx';

/** Outcomes that wait for somebody or something, worst first; a complete pass where it left something out. */
const TROUBLE: readonly Outcome[] = ['blocked', 'failed', 'incomplete', 'complete'];
const TONES: Readonly<Partial<Record<Outcome, Tone>>> = {
  blocked: 'bad',
  failed: 'bad',
  incomplete: 'warn',
  complete: 'warn',
};

export function serviceNotes(control: ControlState, unreadyBecause: readonly string[]): Html {
  const stopped = [
    control.killed && 'The kill switch is on: no instance sends a request that deletes.',
    control.service === 'out' && 'Out of service: no new work starts.',
    control.capacity === 0 && 'The capacity is 0: all work is paused.',
  ].filter((line) => line !== false);
  return html`${stopped.map((line) => note('bad', html`<p>${line}</p>`))}
${unreadyBecause.length === 0 ? undefined : note('bad', html`<p>Not ready:</p><ul>${unreadyBecause.map((why) => html`<li>${why}</li>`)}</ul>`)}`;
}

/** Says what is not live, and why: once per reason. */
export function dryRunNotice(namespaces: readonly NamespaceState[]): Html | undefined {
  const dry = namespaces.map(({ configuration }) => configuration).filter(({ live }) => !live);
  if (dry.length === 0) return undefined;
  const whole = dry.length === namespaces.length;
  const reasonOf = ({ notLiveBecause }: WorkConfiguration) => notLiveBecause ?? 'no reason is known';
  const reasons = [...new Set(dry.map(reasonOf))].map((why) => {
    const names = dry.filter((one) => reasonOf(one) === why).map(({ namespace }) => namespace);
    return html`<li>${why}: <span class="id">${names.join(', ')}</span></li>`;
  });
  return note(
    'plain',
    html`<p><strong>Dry run${whole ? '' : ` in ${dry.length} of ${counted(namespaces.length, 'namespace')}`}.</strong>
Nothing is marked, mailed or deleted there.</p><ul>${reasons}</ul>`,
  );
}

export function attention(namespaces: readonly NamespaceState[], now: number): Html | undefined {
  const passes = namespaces
    .flatMap((state) => state.passes)
    .filter(({ outcome, problem }) => TROUBLE.includes(outcome) && (outcome !== 'complete' || problem !== undefined))
    .toSorted((a, b) => TROUBLE.indexOf(a.outcome) - TROUBLE.indexOf(b.outcome));
  if (passes.length === 0) return undefined;
  return html`<h2>Needs attention</h2>
<ul class="plain">${passes.map((record) => troubledPass(record, now))}</ul>`;
}

function troubledPass(
  { namespace, action, outcome, endedAt, problem, blocked, passId }: PassRecord,
  now: number,
): Html {
  return html`<li class="card">
<p>${tag(TONES[outcome] ?? 'plain', outcome)} <strong>${action}</strong> <span class="id">${namespace}</span>
<span class="quiet">${relative(endedAt, now)}</span></p>
${problem === undefined ? undefined : html`<p>${problem}</p>`}
${
  blocked === undefined
    ? undefined
    : html`<p class="small">Stopped before its first write, with ${counted(blocked.size, 'resource')}. If ${blocked.size === 1 ? 'it is' : 'they are'} right:
<code>holystone approve ${namespace} --pass ${passId}</code></p>`
}
</li>
`;
}
