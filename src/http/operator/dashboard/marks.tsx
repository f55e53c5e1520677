/** The list of marks: a page at a time, filtered by its address, with actions on the selected ones. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { TooManyMarks } from '../../../core/mark/markTable.ts';
import type { ToldMark } from '../../../core/notice/toldMarks.ts';
import type { Html } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import { MarkCosts } from '../../app/costs.ts';
import { ScrollTable } from '../../page/layout.tsx';
import type { MarkPage } from '../api/markPages.ts';
import { marksTexts } from '../texts/marks.ts';
import { sharedWords } from '../texts/words.ts';
import { ChangeForm, consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { SelectionBar, type TypedActions, WholeChoice } from './marksActions.tsx';
import { MarkFilterForm } from './marksFilter.tsx';
import { GroupRow, groupsOf } from './marksGroups.tsx';
import { type Chip, chipsOf, type MarksPageQuery, marksPath, namespaceGlob, sortedColumns } from './marksQuery.ts';
import { MarkRow } from './marksRow.tsx';
import { toldCount } from './marksTold.ts';
import type { WholeSet } from './marksWhole.ts';
import { overdueFacts } from './overdue.ts';
import { picksOf } from './pick.ts';

/** One page of marks, with the query that chose and ordered them. */
export interface MarksView extends FrameState {
  readonly query: MarksPageQuery;
  readonly page: Omit<MarkPage, 'marks'> & { readonly marks: readonly ToldMark[] };
  /** False: the configuration switches the table off, and there is only the order by namespace. */
  readonly hasOrders: boolean;
  /** An order was asked for, and too many marks match. */
  readonly tooMany?: TooManyMarks;
  /** All that match, where one request can decide about them. */
  readonly whole?: WholeSet;
  /** Of a form that comes back. */
  readonly typed?: TypedActions;
  /** The values of the selected rows of a form that comes back. */
  readonly picked?: ReadonlySet<string>;
}

/** Without a table of marks (`hasOrders` is false) the columns have no orders. */
export function marksPage(view: MarksView): string {
  const { frame, query, page, namespaces, hasOrders, tooMany, whole, typed = {} } = view;
  const isFiltered = chipsOf(query).length > 0;
  const costs = new MarkCosts(namespaces.map(({ configuration }) => configuration));
  const { by: _by, ...filters } = query;
  const json = marksPath(filters);
  return consolePage({
    title: marksTexts.title,
    frame,
    here: 'Marks',
    json: `api/v1/${json}`,
    command: `holystone marks${option('owner', query.owner)}${option('namespace', namespaceGlob(query))}`,
    body: (
      <>
        <div class="title">
          <h1>{marksTexts.heading({ ...page, isFiltered })}</h1>
          <p class="quiet">
            {toldCount(page.marks) === page.total ? undefined : marksTexts.here(toldCount(page.marks))}{' '}
            {costs.sentence(page.marks, catalogueOf('en'), view.now)}
          </p>
        </div>
        <MarkFilterForm
          query={query}
          configurations={namespaces.map(({ configuration }) => configuration)}
          hasOrders={hasOrders}
          owners={ownersIn(view)}
        />
        <Chips query={query} />
        {tooMany !== undefined && <p class="card">{marksTexts.tooManyToSort(tooMany.marked, tooMany.most)}</p>}
        {page.marks.length === 0 ? (
          <p class="card quiet">
            {page.next === undefined ? marksTexts.none : marksTexts.noneYet}{' '}
            {isFiltered && <a href="./marks">{marksTexts.clear}</a>}
          </p>
        ) : (
          <ChangeForm viewer={frame.viewer} action="./marks">
            <input type="hidden" name="query" value={marksPath(query).split('?')[1] ?? ''} />
            {whole && <WholeChoice whole={whole} typed={typed} />}
            <MarksTable view={view} costs={costs} />
            <SelectionBar isOperator={frame.viewer.isOperator} typed={typed} />
          </ChangeForm>
        )}
        {page.next !== undefined && (
          <p>
            <a rel="next" href={`./${marksPath({ ...query, cursor: page.next })}`}>
              {marksTexts.nextPage}
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
    <ul class="chips" aria-label={marksTexts.chips}>
      {chips.map(({ name, value, without }) => (
        <li>
          <a
            href={`./${without}`}
            aria-label={marksTexts.drop(marksTexts.filter[name], shorten(shownValue(name, value), 60))}
          >
            {marksTexts.filter[name]}: {shorten(shownValue(name, value), 60)} ×
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A state in the words of the page; the address has the state itself. */
function shownValue(name: Chip['name'], value: string): string {
  const { states } = sharedWords;
  return name === 'state' && Object.hasOwn(states, value) ? states[value as Mark['state']] : value;
}

/** Some owners for the field that completes them: those of the page, and those who wait for a message. */
function ownersIn({ page, waiting }: MarksView): readonly string[] {
  const owners = [...page.marks.map(({ owner }) => owner), ...waiting.map(({ owner }) => owner)];
  return [...new Set(owners.filter((owner) => owner !== undefined))].toSorted().slice(0, 200);
}

interface TableProps {
  readonly view: MarksView;
  readonly costs: MarkCosts;
}

function MarksTable({ view, costs }: TableProps): Html {
  const { page, query, now, namespaces, hasOrders, picked } = view;
  const configurations = namespaces.map(({ configuration }) => configuration);
  const { marks } = page;
  const shown = new Set(marks.map(({ namespace }) => namespace));
  const facts = new Map(
    namespaces
      .filter(({ configuration }) => shown.has(configuration.namespace))
      .map((state) => [state.configuration.namespace, overdueFacts(state, view)]),
  );
  const places = new Map(configurations.map((one) => [one.namespace, one]));
  const groups = groupsOf(marks, query.by, { configurations, noOwner: marksTexts.noOwner });
  return (
    <div class="sticky">
      <ScrollTable
        label={marksTexts.table}
        caption={query.sort === undefined ? marksTexts.soonestFirst : marksTexts.ofAll}
        columns={Object.values(marksTexts.columns)}
        numbers={[marksTexts.columns.saving]}
        sorted={hasOrders ? sortedColumns(query, marksTexts.columns) : {}}
      >
        {[...groups].flatMap(([name, members]) => [
          ...(query.by === undefined ? [] : [<GroupRow name={name} members={members} costs={costs} />]),
          ...members.map((mark) => (
            <MarkRow
              mark={mark}
              place={places.get(mark.namespace)}
              costs={costs}
              facts={facts.get(mark.namespace)}
              now={now}
              end={view.frame.endOf(mark.namespace)}
              isPicked={picked?.has(picksOf(mark)) ?? false}
            />
          )),
        ])}
      </ScrollTable>
    </div>
  );
}
