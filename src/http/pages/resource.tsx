/** One resource for the operator: what is stored about it, its history, and on demand a fresh verdict. */
import type { AuditEntry } from '../../core/audit.ts';
import type { Checked } from '../../core/checked.ts';
import { type Html, html } from '../../core/html.ts';
import { hasValidNotice, type Mark } from '../../core/mark.ts';
import type { OptOut } from '../../core/optOut.ts';
import type { WorkConfiguration } from '../../core/workConfiguration.ts';
import { catalogueOf } from '../../notify/texts/index.ts';
import type { ResourceState } from '../api/resourceState.ts';
import { MarkCosts } from '../costs.ts';
import { iso, relative, shortTime, timeTag } from './dates.tsx';
import { facts, note, reasonList, renderPage, tag } from './layout.tsx';
import { brand, stateTag } from './operatorParts.tsx';
import { verdictSection } from './verdict.tsx';

/** The operator's pages are in English. */
const ENGLISH = catalogueOf('en');

export interface ResourceView {
  readonly configuration: WorkConfiguration;
  readonly id: string;
  readonly now: number;
  readonly state: ResourceState;
  /** Evaluated for this very page; absent when that was not asked for. */
  readonly checked: Checked | undefined;
}

export function resourcePage(view: ResourceView): string {
  const { id, state, checked, configuration } = view;
  const title = state.mark?.resource.name || id;
  return renderPage({
    title,
    width: 'narrow',
    top: brand('../../', html`${configuration.namespace}`),
    body: html`<h1>${title}</h1>
${modeNote(configuration)}
${state.optOuts.map(keptNote)}
${state.mark ? undefined : note('plain', html`<p>It is not marked.</p>`)}
${resourceFacts(view)}
${checked ? verdictSection(checked) : html`<p><a rel="nofollow" href="?check=now">Evaluate it now</a> <span class="quiet">(reads, changes nothing)</span></p>`}
<h2>History</h2>
${history(state.history)}`,
  });
}

function modeNote({ live, notLiveBecause, neverDeletesBecause }: WorkConfiguration): Html | undefined {
  if (!live) return note('plain', html`<p><strong>Dry run.</strong> ${notLiveBecause}</p>`);
  if (neverDeletesBecause === undefined) return undefined;
  return note('plain', html`<p><strong>Marked only, never deleted.</strong> ${neverDeletesBecause}</p>`);
}

function resourceFacts({ id, configuration, state: { mark }, now }: ResourceView): Html {
  return html`<section class="card" aria-label="The resource">${facts([
    ['State', mark && stateTag(mark)],
    ['Why', mark && reasonList(mark.reasons)],
    ['Deletion', mark && dateWithAge(mark.projectedDeletionAt, now)],
    ['Quarantine', mark?.quarantine && html`since ${dateWithAge(mark.quarantine.at, now)}`],
    ['Notice', mark && noticeWords(mark, configuration, now)],
    ['Cost', mark && new MarkCosts([configuration]).about(mark, ENGLISH, now)],
    ['Owner', mark && html`${mark.owner ?? 'nobody'} <span class="quiet">(${mark.ownerVia})</span>`],
    ['Problem', mark?.problem],
    ['Next attempt', mark?.nextAttemptAt === undefined ? undefined : dateWithAge(mark.nextAttemptAt, now)],
    ['Marked', mark && dateWithAge(mark.markedAt, now)],
    ['Created', mark?.resource.createdAt === undefined ? undefined : dateWithAge(mark.resource.createdAt, now)],
    ['Id', html`<span class="id">${id}</span>`],
    ['Identity', mark && mark.identity !== id ? html`<span class="id">${mark.identity}</span>` : undefined],
    ['Group', mark?.resource.group],
    ['Account', configuration.account.name],
    ['Location', configuration.location],
    ['Type', configuration.resourceType],
  ])}</section>`;
}

function noticeWords(mark: Mark, { notice: { enabled } }: WorkConfiguration, now: number): Html | string {
  const { notice } = mark;
  if (!notice) return enabled ? 'not yet: it is not deleted before its owner was told' : 'notices are off';
  const validity = hasValidNotice(mark, now) ? undefined : tag('warn', 'counts no more');
  return html`accepted for ${notice.recipient} ${relative(notice.acceptedAt, now)} ${validity}<br>
<span class="id quiet">${notice.messageId}</span>`;
}

function dateWithAge(at: number, now: number): Html {
  return html`${timeTag(at)} <span class="quiet">(${relative(at, now)})</span>`;
}

function keptNote({ target, until, actor, reason }: OptOut): Html {
  const what = target.kind === 'group' ? `Everything in ${target.value} is kept` : 'It is kept';
  const time = until === 'forever' ? 'for ever' : `until ${iso(until)}`;
  return note('good', html`<p>${what} ${time}, by ${actor}${reason === undefined ? '.' : `: ${reason}`}</p>`);
}

function history(entries: readonly AuditEntry[]): Html {
  if (entries.length === 0) return html`<p class="quiet">Nothing on record.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="History"><table class="cards">
<caption>Oldest first. Times are UTC.</caption>
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Why</th></tr></thead>
<tbody>${entries.map(
    ({ at, event, actor, reason, requestId }) => html`<tr>
<td data-label="When">${shortTime(at)}</td><td data-label="What">${event}</td><td data-label="Who">${actor}</td>
<td data-label="Why">${reason}${requestId === undefined ? undefined : html` <span class="id quiet">${requestId}</span>`}</td>
</tr>
`,
  )}</tbody>
</table></div>`;
}
