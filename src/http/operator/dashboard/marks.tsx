/** The list of marks: a page at a time, filtered by its address, with actions on the selected ones. */
import type { Language } from '../../../core/common/language.ts';
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { shortTime } from '../../page/dates.tsx';
import { QuietLine, ReasonList, ScrollTable } from '../../page/layout.tsx';
import type { MarkPage } from '../api/markPages.ts';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { MarkFilterForm } from './marksFilter.tsx';
import { chipsOf, type GroupBy, type MarksPageQuery, marksPath, sortedColumns } from './marksQuery.ts';
import { resourcePath, StateTag, shellWord, untilDeletion } from './operatorParts.tsx';

/** The operator's pages are in English. */
const ENGLISH = catalogueOf('en');

export interface MarksView extends FrameState {
  readonly query: MarksPageQuery;
  readonly page: MarkPage;
}

export function marksPage(view: MarksView): string {
  const { frame, query, page, namespaces } = view;
  const { by: _by, ...asked } = query;
  const json = marksPath(asked);
  return consolePage({
    title: 'Marks',
    frame,
    here: 'Marks',
    json: `api/v1/${json}`,
    command: `holystone marks${option('owner', query.owner)}${option('namespace', query.namespace)}`,
    body: (
      <>
        <h1>Resources marked for deletion</h1>
        <MarkFilterForm query={query} configurations={namespaces.map(({ configuration }) => configuration)} />
        <Chips query={query} />
        <p class="quiet">
          {pluralize(page.marks.length, 'mark')} on this page, {page.totalIsAtLeast ? 'at least ' : ''}
          {page.total} {chipsOf(query).length > 0 ? 'match the filters' : 'in all namespaces'}.
        </p>
        {page.marks.length === 0 ? (
          <p class="card quiet">
            {page.next === undefined ? 'No marks here.' : 'No marks in this part; the next page continues the search.'}{' '}
            {chipsOf(query).length > 0 && <a href="./marks">Clear the filters</a>}
          </p>
        ) : (
          <ChangeForm viewer={frame.viewer} action="./marks/selected">
            <Actions isOperator={frame.viewer.isOperator} />
            <MarksTable view={view} />
          </ChangeForm>
        )}
        {page.next !== undefined && (
          <p>
            <a rel="next" href={`./${marksPath({ ...query, cursor: page.next })}`}>
              Next page
            </a>
          </p>
        )}
      </>
    ),
  });
}

function option(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` --${name} ${shellWord(value)}`;
}

function Chips({ query }: { readonly query: MarksPageQuery }): Html | null {
  const chips = chipsOf(query);
  if (chips.length === 0) return null;
  return (
    <ul class="chips" aria-label="Filters in force">
      {chips.map(({ name, value, without }) => (
        <li>
          <a href={`./${without}`} aria-label={`Drop the filter ${name}: ${shorten(value, 60)}`}>
            {name}: {shorten(value, 60)} ×
          </a>
        </li>
      ))}
    </ul>
  );
}

function Actions({ isOperator }: { readonly isOperator: boolean }): Html {
  return (
    <div class="actions">
      {isOperator && (
        <label>
          Why (kept with the decision) <input name="reason" type="text" maxlength={500} autocomplete="off" />
        </label>
      )}
      {isOperator && (
        <>
          <button name="do" value="30d">
            Keep selected 30 days
          </button>
          <button name="do" value="forever">
            Keep selected forever
          </button>
        </>
      )}
      <button name="do" value="csv" formaction="./marks/selected.csv">
        Selected as CSV
      </button>
    </div>
  );
}

interface TableProps {
  readonly view: MarksView;
}

const COLUMNS = ['Select', 'Resource', 'Namespace', 'State', 'Owner', 'Why', 'Saving', 'Deletion'] as const;

function MarksTable({ view: { frame, page, query, now, namespaces } }: TableProps): Html {
  const configurations = namespaces.map(({ configuration }) => configuration);
  const costs = new MarkCosts(configurations);
  const { marks } = page;
  const total = costs.sentence(marks, ENGLISH, now);
  const groups = groupsOf(marks, query.by, configurations);
  return (
    <div class="sticky">
      {total !== undefined && <p>{total}</p>}
      <ScrollTable
        label="Marks"
        caption={
          query.sort === undefined
            ? 'By namespace, soonest first. Times are UTC.'
            : 'In the order of all namespaces. Times are UTC.'
        }
        columns={COLUMNS}
        sorted={sortedColumns(query)}
      >
        {[...groups].flatMap(([name, members]) => [
          ...(query.by === undefined ? [] : [<GroupRow name={name} members={members} costs={costs} />]),
          ...members.map((mark) => <MarkRow mark={mark} costs={costs} now={now} language={frame.language} />),
        ])}
      </ScrollTable>
    </div>
  );
}

function GroupRow({ name, members, costs }: { name: string; members: readonly Mark[]; costs: MarkCosts }): Html {
  const words = costs.sentence(members, ENGLISH, 0);
  return (
    <tr class="group">
      <th colspan={COLUMNS.length} scope="colgroup">
        {shorten(name, LONGEST)}: {pluralize(members.length, 'mark')} on this page. {words}
      </th>
    </tr>
  );
}

function groupsOf(
  marks: readonly Mark[],
  by: GroupBy | undefined,
  configurations: readonly WorkConfiguration[],
): ReadonlyMap<string, readonly Mark[]> {
  const known = new Map(configurations.map((one) => [one.namespace, one]));
  const nameOf = (mark: Mark): string => {
    const configuration = known.get(mark.namespace);
    if (by === 'owner') return mark.owner ?? 'no owner';
    if (by === 'namespace' || configuration === undefined) return mark.namespace;
    if (by === 'account') return configuration.account.name;
    return by === 'type' ? configuration.resourceType : configuration.location;
  };
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const name = by === undefined ? '' : nameOf(mark);
    groups.set(name, [...(groups.get(name) ?? []), mark]);
  }
  return groups;
}

/** A longer name would fill the screen with one row; the resource's own page has it whole. */
const LONGEST = 100;

interface RowProps {
  readonly mark: Mark;
  readonly costs: MarkCosts;
  readonly now: number;
  readonly language: Language;
}

function MarkRow({ mark, costs, now, language }: RowProps): Html {
  const { id, namespace, resource } = mark;
  const name = resource.name || id;
  return (
    <tr>
      <td class="pick">
        <input
          type="checkbox"
          name="pick"
          value={`${namespace} ${id}`}
          aria-label={`Select ${shorten(name, LONGEST)}, ${shorten(id, LONGEST)}`}
        />
      </td>
      <td data-label="Resource">
        <a href={resourcePath(namespace, id)} data-row>
          {shorten(name, LONGEST)}
        </a>
        {name !== id && <QuietLine id>{shorten(id, LONGEST)}</QuietLine>}
      </td>
      <td data-label="Namespace" class="id">
        {namespace}
      </td>
      <td data-label="State">
        <StateTag mark={mark} language={language} />
      </td>
      <td data-label="Owner">{mark.owner ? shorten(mark.owner, LONGEST) : <span class="quiet">none</span>}</td>
      <td data-label="Why">
        <ReasonList reasons={whyMarked(mark).map((reason) => shorten(reason, 300))} />
        {mark.problem !== undefined && <QuietLine>{shorten(mark.problem, 300)}</QuietLine>}
      </td>
      <td data-label="Saving">{costs.words(mark, ENGLISH) ?? <span class="quiet">unknown</span>}</td>
      <td data-label="Deletion">
        {shortTime(mark.projectedDeletionAt)}
        <QuietLine>{untilDeletion(mark, now, language)}</QuietLine>
      </td>
    </tr>
  );
}
