/** The operator's first page: first the problems, then the namespaces, then the marks. */

import { pluralize } from '../../../core/common/pluralize.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine, ReasonList, renderPage, ScrollTable } from '../../page/layout.tsx';
import type { MarkPage, MarkQuery } from '../api/markQuery.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import { Attention, DryRunNotice, ServiceNotes } from './attention.tsx';
import { NamespacesTable } from './namespacesTable.tsx';
import { Brand, resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';
import { UndeliveredOwners } from './undelivered.tsx';

/** The operator's pages are in English. */
const ENGLISH = catalogueOf('en');

export interface Overview {
  readonly now: number;
  readonly control: ControlState;
  /** Its last changes, newest first. */
  readonly changes: readonly AuditEntry[];
  /** Why the service is not ready; empty when it is. */
  readonly unreadyBecause: readonly string[];
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  readonly query: MarkQuery;
  readonly page: MarkPage;
}

export function overviewPage(overview: Overview): string {
  const { namespaces, now } = overview;
  const marked = namespaces.reduce((sum, { counts }) => sum + counts.marked, 0);
  return renderPage({
    title: 'Marks',
    width: 'wide',
    top: (
      <Brand home="./">
        {marked} marked in {pluralize(namespaces.length, 'namespace')}
      </Brand>
    ),
    body: (
      <>
        <h1>Resources marked for deletion</h1>
        <ServiceNotes control={overview.control} changes={overview.changes} unreadyBecause={overview.unreadyBecause} />
        <DryRunNotice namespaces={namespaces} />
        <Attention namespaces={namespaces} now={now} />
        <UndeliveredOwners waiting={overview.waiting} now={now} />
        <h2 id="marks">Marks</h2>
        <FilterForm {...overview} />
        <MarksTable {...overview} />
        <h2>Namespaces</h2>
        <p>
          <a href="./stages">Rollout stages</a>: plan, notify, canary, live.
        </p>
        <NamespacesTable {...overview} />
      </>
    ),
  });
}

function FilterForm({ query, namespaces }: Overview): Html {
  const types = [...new Set(namespaces.map(({ configuration }) => configuration.resourceType))].toSorted();
  const names = namespaces.map(({ configuration }) => configuration.namespace);
  return (
    <form class="card filter" method="get" action="./" role="search" aria-label="Filter the marks">
      <Select name="namespace" label="Namespace" options={names} chosen={query.namespace} />
      <Select name="type" label="Type" options={types} chosen={query.type} />
      <div>
        <label for="owner">Owner</label>
        <input id="owner" name="owner" type="text" value={query.owner ?? ''} autocomplete="off" />
      </div>
      <div>
        <label for="dueBefore">Due before</label>
        <input id="dueBefore" name="dueBefore" type="date" value={dateOf(query.dueBefore)} />
      </div>
      <div>
        <button class="main">Filter</button>
      </div>
    </form>
  );
}

interface Select {
  readonly name: string;
  readonly label: string;
  readonly options: readonly string[];
  readonly chosen: string | undefined;
}

function Select({ name, label, options, chosen }: Select): Html {
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">all</option>
        {options.map((option) => (
          <option selected={option === chosen}>{option}</option>
        ))}
      </select>
    </div>
  );
}

function MarksTable({ page, query, now, namespaces }: Overview): Html {
  if (page.marks.length === 0 && page.next === undefined) return <p class="card quiet">No marks here.</p>;
  const costs = new MarkCosts(namespaces.map(({ configuration }) => configuration));
  const total = costs.sentence(page.marks, ENGLISH, now);
  return (
    <>
      {total !== undefined && (
        <p>
          {pluralize(page.marks.length, 'mark')} on this page. {total}
        </p>
      )}
      <ScrollTable
        label="Marks"
        caption="By namespace, soonest first. Times are UTC."
        columns={['Resource', 'Namespace', 'State', 'Owner', 'Why', 'Saving', 'Deletion']}
      >
        {page.marks.map((mark) => (
          <MarkRow mark={mark} costs={costs} now={now} />
        ))}
      </ScrollTable>
      {page.next !== undefined && (
        <p>
          <a rel="next" href={nextPath(query, page.next)}>
            Next page
          </a>
        </p>
      )}
    </>
  );
}

/** A longer name would fill the screen with one row; the resource's own page has it whole. */
const LONGEST = 100;

function MarkRow({ mark, costs, now }: { readonly mark: Mark; readonly costs: MarkCosts; readonly now: number }): Html {
  const { id, namespace, resource } = mark;
  const name = resource.name || id;
  return (
    <tr>
      <td>
        <a href={resourcePath(namespace, id)}>{shorten(name, LONGEST)}</a>
        {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
      </td>
      <td data-label="Namespace" class="id">
        {namespace}
      </td>
      <td data-label="State">
        <StateTag mark={mark} />
      </td>
      <td data-label="Owner">{mark.owner ?? <span class="quiet">none</span>}</td>
      <td data-label="Why">
        <ReasonList reasons={whyMarked(mark)} />
        {mark.problem !== undefined && <QuietLine>{mark.problem}</QuietLine>}
      </td>
      <td data-label="Saving">{costs.words(mark, ENGLISH) ?? <span class="quiet">unknown</span>}</td>
      <td data-label="Deletion">
        {shortTime(mark.projectedDeletionAt)}
        <QuietLine>{untilDeletion(mark, now)}</QuietLine>
      </td>
    </tr>
  );
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
