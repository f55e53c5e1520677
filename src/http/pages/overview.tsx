/** The operator's first page: what needs attention first, then the namespaces, then the marks. */

import { counted } from '../../core/counted.ts';
import type { ControlState } from '../../core/fleet.ts';
import { type Html, html } from '../../core/html.ts';
import type { Mark } from '../../core/mark.ts';
import { rolloutOf } from '../../core/rollout.ts';
import { catalogueOf } from '../../notify/texts/index.ts';
import type { MarkPage, MarkQuery } from '../api/markQuery.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { MarkCosts } from '../costs.ts';
import { attention, dryRunNotice, serviceNotes } from './attention.tsx';
import { relative, shortTime } from './dates.tsx';
import { reasonList, renderPage, tag } from './layout.tsx';
import { brand, resourcePath, stateTag } from './operatorParts.tsx';
import { untoldOwners } from './untold.tsx';

/** The operator's pages are in English. */
const ENGLISH = catalogueOf('en');

export interface Overview {
  readonly now: number;
  readonly control: ControlState;
  /** Why the service is not ready; empty when it is. */
  readonly unreadyBecause: readonly string[];
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  readonly query: MarkQuery;
  readonly page: MarkPage;
}

export function overviewPage(overview: Overview): string {
  const { namespaces } = overview;
  const marked = namespaces.reduce((sum, { counts }) => sum + counts.marked, 0);
  return renderPage({
    title: 'Marks',
    width: 'wide',
    top: brand('./', html`${marked} marked in ${counted(namespaces.length, 'namespace')}`),
    body: html`<h1>What is marked for deletion</h1>
${serviceNotes(overview.control, overview.unreadyBecause)}
${dryRunNotice(namespaces)}
${attention(namespaces, overview.now)}
${untoldOwners(overview.waiting, overview.now)}
<h2 id="marks">Marks</h2>
${filterForm(overview)}
${marksTable(overview)}
<h2>Namespaces</h2>
<p><a href="./stages">How far each type has come</a>: plan, notify, canary, live.</p>
${namespacesTable(overview)}`,
  });
}

function filterForm({ query, namespaces }: Overview): Html {
  const types = [...new Set(namespaces.map(({ configuration }) => configuration.resourceType))].toSorted();
  const names = namespaces.map(({ configuration }) => configuration.namespace);
  return html`<form class="card filter" method="get" action="./" role="search" aria-label="Filter the marks">
${select('namespace', 'Namespace', names, query.namespace)}
${select('type', 'Type', types, query.type)}
<div><label for="owner">Owner</label><input id="owner" name="owner" type="text" value="${query.owner}" autocomplete="off"></div>
<div><label for="dueBefore">Due before</label><input id="dueBefore" name="dueBefore" type="date" value="${dateOf(query.dueBefore)}"></div>
<div><button class="main">Filter</button></div>
</form>`;
}

function select(name: string, label: string, options: readonly string[], chosen: string | undefined): Html {
  const items = options.map(
    (option) => html`<option${option === chosen ? html` selected` : undefined}>${option}</option>`,
  );
  return html`<div><label for="${name}">${label}</label><select id="${name}" name="${name}"><option value="">all</option>${items}</select></div>`;
}

function marksTable({ page, query, now, namespaces }: Overview): Html {
  if (page.marks.length === 0 && page.next === undefined) return html`<p class="card quiet">No marks here.</p>`;
  const costs = new MarkCosts(namespaces.map(({ configuration }) => configuration));
  const total = costs.sentence(page.marks, ENGLISH, now);
  return html`${total === undefined ? undefined : html`<p>Of these ${page.marks.length}: ${total}</p>`}
<div class="scroll" tabindex="0" role="region" aria-label="Marks"><table class="cards">
<caption>By namespace, soonest first. Times are UTC.</caption>
<thead><tr><th scope="col">Resource</th><th scope="col">Namespace</th><th scope="col">State</th><th scope="col">Owner</th>
<th scope="col">Why</th><th scope="col">Cost</th><th scope="col">Deletion</th></tr></thead>
<tbody>${page.marks.map((mark) => markRow(mark, costs, now))}</tbody>
</table></div>
${page.next === undefined ? undefined : html`<p><a rel="next" href="${nextPath(query, page.next)}">Next page</a></p>`}`;
}

function markRow(mark: Mark, costs: MarkCosts, now: number): Html {
  const { id, namespace, resource } = mark;
  const name = resource.name || id;
  return html`<tr>
<td><a href="${resourcePath(namespace, id)}">${name}</a>${name === id ? undefined : html`<br><span class="id quiet">${id}</span>`}</td>
<td data-label="Namespace" class="id">${namespace}</td>
<td data-label="State">${stateTag(mark)}</td>
<td data-label="Owner">${mark.owner ?? html`<span class="quiet">nobody</span>`}</td>
<td data-label="Why">${reasonList(mark.reasons)}${mark.problem === undefined ? undefined : html`<br><span class="quiet">${mark.problem}</span>`}</td>
<td data-label="Cost">${costs.words(mark, ENGLISH) ?? html`<span class="quiet">no figure</span>`}</td>
<td data-label="Deletion">${shortTime(mark.projectedDeletionAt)}<br><span class="quiet">${relative(mark.projectedDeletionAt, now)}</span></td>
</tr>
`;
}

function namespacesTable({ namespaces, control, now }: Overview): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Namespaces"><table class="cards">
<thead><tr><th scope="col">Namespace</th><th scope="col">Mode</th><th scope="col" class="number">Marked</th>
<th scope="col" class="number">Due</th><th scope="col">Last passes</th><th scope="col">Not read yet</th></tr></thead>
<tbody>${namespaces.map((state) => namespaceRow(state, control, now))}</tbody>
</table></div>`;
}

function namespaceRow(state: NamespaceState, control: ControlState, now: number): Html {
  const { configuration, counts, passes, notReadYet } = state;
  const { namespace, live, notLiveBecause, neverDeletesBecause } = configuration;
  const reason = live ? neverDeletesBecause : notLiveBecause;
  const why = reason === undefined ? undefined : html`<br><span class="quiet">${reason}</span>`;
  const { stage } = rolloutOf(control, configuration);
  const mode = live && reason === undefined ? tag('warn', stage) : tag('plain', live ? 'marks only' : 'dry run');
  return html`<tr>
<td class="id">${namespace}</td>
<td data-label="Mode">${mode}${why}</td>
<td data-label="Marked" class="number">${counts.marked}</td>
<td data-label="Due" class="number">${counts.due}</td>
<td data-label="Last passes">${passes.length === 0 ? html`<span class="quiet">none yet</span>` : passes.map((record) => html`<div>${record.action}: ${record.outcome}, ${relative(record.endedAt, now)}</div>`)}</td>
<td data-label="Not read yet">${notReadYet.length === 0 ? html`<span class="quiet">nothing</span>` : notReadYet.join(', ')}</td>
</tr>
`;
}

function nextPath({ namespace, type, owner, dueBefore, limit }: MarkQuery, cursor: string): string {
  const given = { namespace, type, owner, dueBefore: dueBefore && new Date(dueBefore).toISOString() };
  const pairs = Object.entries({ ...given, limit: String(limit), cursor });
  const query = new URLSearchParams(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
  return `./?${query}#marks`;
}

function dateOf(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 10);
}
