/** How far each type has come in each account, and the buttons that move it. */
import { type Html, html } from '../../core/html.ts';
import { STAGES, type Stage } from '../../core/stage.ts';
import type { StageRow } from '../../core/stageRows.ts';
import { relative, shortTime } from './dates.tsx';
import { note, renderPage, type Tone, tag } from './layout.tsx';
import { brand } from './operatorParts.tsx';

const TONES: Readonly<Record<Stage, Tone>> = { plan: 'plain', notify: 'good', canary: 'warn', live: 'bad' };

export interface StagesPage {
  readonly rows: readonly StageRow[];
  readonly now: number;
  /** Names of instances that do not obey yet what was just said. */
  readonly waitingFor?: readonly string[];
}

export function stagesPage({ rows, now, waitingFor = [] }: StagesPage): string {
  const waiting = html`<p>Stored, but not yet obeyed by ${waitingFor.join(', ')}. Load this page again.</p>`;
  return renderPage({
    title: 'Stages',
    width: 'wide',
    top: brand('./', html`stages`),
    body: html`<h1>How far each type has come</h1>
<p><strong>plan</strong> surveys only · <strong>notify</strong> marks and tells, and deletes nothing ·
<strong>canary</strong> deletes five, then holds for a day · <strong>live</strong> has neither limit.
A lower stage holds at once, on every instance.</p>
${waitingFor.length === 0 ? undefined : note('bad', waiting)}
<div class="scroll" tabindex="0" role="region" aria-label="Stages"><table class="cards">
<thead><tr><th scope="col">Type in account</th><th scope="col">Stage</th><th scope="col">Starts at</th>
<th scope="col">Move to</th></tr></thead>
<tbody>${rows.map((row) => stageRow(row, now))}</tbody>
</table></div>`,
  });
}

function stageRow(row: StageRow, now: number): Html {
  const { unit, stage, startStage, isSet, notLiveBecause } = row;
  return html`<tr>
<td class="id">${unit}</td>
<td data-label="Stage">${tag(TONES[stage], stage)}${isSet ? html` <span class="quiet">set</span>` : undefined}
${canaryOf(row, now)}${notLiveBecause === undefined ? undefined : html`<br><span class="quiet">not live: ${notLiveBecause}</span>`}</td>
<td data-label="Starts at">${startStage}</td>
<td data-label="Move to">${moveForm(row)}</td>
</tr>
`;
}

function canaryOf({ canary }: StageRow, now: number): Html | undefined {
  if (canary === undefined) return undefined;
  const { used, of, heldUntil } = canary;
  const held = heldUntil === undefined ? '' : `, no more until ${shortTime(heldUntil)}, ${relative(heldUntil, now)}`;
  return html`<br><span class="quiet">${used} of ${of} deletions${held}</span>`;
}

function moveForm({ unit, stage, isSet }: StageRow): Html {
  const others = STAGES.filter((one) => one !== stage || !isSet);
  return html`<form class="filter" method="post" action="./stages">
<input type="hidden" name="namespace" value="${unit}">
<div><label>Stage <select name="stage">${others.map((one) => html`<option>${one}</option>`)}${isSet ? html`<option value="configured">as configured</option>` : undefined}</select></label></div>
<div><label>Why <input name="reason" type="text" maxlength="500" autocomplete="off"></label></div>
<div><button>Move</button></div>
</form>`;
}
