import type { Checked } from '../../core/checked.ts';
import { type Html, html } from '../../core/html.ts';
import type { TraceStep, Verdict } from '../../core/verdict.ts';
import { note, reasonList, type Tone, tag } from './layout.tsx';

const TONES: Readonly<Record<TraceStep['says'], Tone>> = {
  keep: 'good',
  unknown: 'warn',
  candidate: 'bad',
  pass: 'plain',
};

/** A fresh verdict with its whole trace. */
export function verdictSection(checked: Checked): Html {
  return html`<h2>Evaluated now</h2>
${checked.kind === 'verdict' ? verdict(checked.verdict) : unread(checked)}`;
}

function unread(checked: Exclude<Checked, { kind: 'verdict' }>): Html {
  if (checked.kind === 'gone') return note('plain', html`<p>A read of it answers that it does not exist any more.</p>`);
  return note('warn', html`<p><strong>unknown</strong>: ${checked.why}</p>`);
}

function verdict({ kind, reasons, usedBy, trace, madeWithout }: Verdict): Html {
  return html`${note(TONES[kind], html`<p><strong>${kind}</strong>: ${reasonList(reasons)}</p>`)}
${usedBy.length === 0 ? undefined : html`<p>Used by:</p><ul>${usedBy.map(({ by, source }) => html`<li>${by} <span class="quiet">(${source})</span></li>`)}</ul>`}
<div class="scroll" tabindex="0" role="region" aria-label="Trace"><table class="cards">
<caption>Every step of the evaluation; the first that decides wins.</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Says</th><th scope="col">Because</th></tr></thead>
<tbody>${trace.map(
    ({ step, says, reasons: because }) => html`<tr>
<td>${step}</td><td data-label="Says">${tag(TONES[says], says)}</td><td data-label="Because">${reasonList(because)}</td>
</tr>
`,
  )}</tbody>
</table></div>
${madeWithout.length === 0 ? undefined : html`<p class="quiet">Decided without: ${madeWithout.join(', ')}.</p>`}`;
}
