/** The list of marks: a page at a time, filtered by its address, with actions on the selected ones. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { TooManyMarks } from '../../../core/mark/markTable.ts';
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
import { MarkFilterForm } from './marksFilter.tsx';
import { GroupRow, groupsOf } from './marksGroups.tsx';
import { type Chip, chipsOf, type MarksPageQuery, marksPath, namespaceGlob, sortedColumns } from './marksQuery.ts';
import { MarkRow } from './marksRow.tsx';
import { overdueFacts } from './overdue.ts';

/** One page of marks, with the query that chose and ordered them. */
export interface MarksView extends FrameState {
  readonly query: MarksPageQuery;
  readonly page: MarkPage;
  /** False: the configuration switches the table off, and there is only the order by namespace. */
  readonly hasOrders: boolean;
  /** An order was asked for, and too many marks match. */
  readonly tooMany?: TooManyMarks;
}

/** Without a table of marks (`hasOrders` is false) the columns have no orders. */
export function marksPage(view: MarksView): string {
  const { frame, query, page, namespaces, hasOrders, tooMany } = view;
  const { by: _by, ...asked } = query;
  const json = marksPath(asked);
  return consolePage({
    title: marksTexts.title,
    frame,
    here: 'Marks',
    json: `api/v1/${json}`,
    command: `holystone marks${option('owner', query.owner)}${option('namespace', namespaceGlob(query))}`,
    body: (
      <>
        <h1>{marksTexts.heading}</h1>
        <MarkFilterForm
          query={query}
          configurations={namespaces.map(({ configuration }) => configuration)}
          hasOrders={hasOrders}
        />
        <Chips query={query} />
        {tooMany !== undefined && <p class="card">{marksTexts.tooManyToSort(tooMany.marked, tooMany.most)}</p>}
        <p class="quiet">{marksTexts.count(page.marks.length, { ...page, isFiltered: chipsOf(query).length > 0 })}</p>
        {page.marks.length === 0 ? (
          <p class="card quiet">
            {page.next === undefined ? marksTexts.none : marksTexts.noneYet}{' '}
            {chipsOf(query).length > 0 && <a href="./marks">{marksTexts.clear}</a>}
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

interface ActionsProps {
  readonly isOperator: boolean;
}

function Actions({ isOperator }: ActionsProps): Html {
  const { actions } = marksTexts;
  return (
    <div class="actions">
      {isOperator && (
        <label>
          {actions.why} <input name="reason" type="text" maxlength={500} autocomplete="off" />
        </label>
      )}
      {isOperator && (
        <>
          <button name="do" value="30d">
            {actions.keep30}
          </button>
          <button name="do" value="forever">
            {actions.forever}
          </button>
        </>
      )}
      <button name="do" value="csv" formaction="./marks/selected.csv">
        {actions.csv}
      </button>
      {isOperator && (
        <span class="forward">
          <label>
            {actions.lastDay} <input name="until" type="date" autocomplete="off" />
          </label>
          <button name="do" value="until">
            {actions.keepUntil}
          </button>
        </span>
      )}
      {isOperator && (
        <span class="forward">
          <label>
            {actions.days} <input name="days" type="number" min={1} max={365} autocomplete="off" />
          </label>
          <button name="do" value="recalculate">
            {actions.forward}
          </button>
        </span>
      )}
    </div>
  );
}

interface TableProps {
  readonly view: MarksView;
}

function MarksTable({ view }: TableProps): Html {
  const { page, query, now, namespaces, hasOrders } = view;
  const configurations = namespaces.map(({ configuration }) => configuration);
  const costs = new MarkCosts(configurations);
  const { marks } = page;
  const total = costs.sentence(marks, catalogueOf('en'), now);
  const shown = new Set(marks.map(({ namespace }) => namespace));
  const facts = new Map(
    namespaces
      .filter(({ configuration }) => shown.has(configuration.namespace))
      .map((state) => [state.configuration.namespace, overdueFacts(state, view)]),
  );
  const groups = groupsOf(marks, query.by, { configurations, noOwner: marksTexts.noOwner });
  return (
    <div class="sticky">
      {total !== undefined && <p>{total}</p>}
      <ScrollTable
        label={marksTexts.table}
        caption={query.sort === undefined ? marksTexts.soonestFirst : marksTexts.ofAll}
        columns={Object.values(marksTexts.columns)}
        sorted={hasOrders ? sortedColumns(query, marksTexts.columns) : {}}
      >
        {[...groups].flatMap(([name, members]) => [
          ...(query.by === undefined ? [] : [<GroupRow name={name} members={members} costs={costs} />]),
          ...members.map((mark) => <MarkRow mark={mark} costs={costs} facts={facts.get(mark.namespace)} now={now} />),
        ])}
      </ScrollTable>
    </div>
  );
}
