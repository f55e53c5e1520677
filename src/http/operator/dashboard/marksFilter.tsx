import { MARK_STATES } from '../../../core/mark/mark.ts';
import { MARK_SORTS } from '../../../core/mark/markTable.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Html } from '../../../core/text/html.ts';
import { marksTexts } from '../texts/marks.ts';
import { sharedWords } from '../texts/words.ts';
import { CompletedField } from './completedField.tsx';
import { BY, dateOf, type MarksPageQuery, PAGE_SIZES } from './marksQuery.ts';

/** A list of choices with more entries than these helps no reader: the field takes a text. */
const CHOICES = 200;

/** What the form has in it, and what it offers. */
export interface MarkFilterProps {
  readonly query: MarksPageQuery;
  readonly configurations: readonly WorkConfiguration[];
  readonly hasOrders: boolean;
  /** Owners that complete the field. */
  readonly owners: readonly string[];
}

/** One line; what is seldom asked for is behind *More*. A field with more than 200 choices takes a text instead. */
export function MarkFilterForm({ query, configurations, hasOrders, owners }: MarkFilterProps): Html {
  const { filter } = marksTexts;
  const { states } = sharedWords;
  const all = (of: (one: WorkConfiguration) => string) => [...new Set(configurations.map(of))].toSorted();
  return (
    <form class="filters" method="get" action="./marks" role="search" aria-label={filter.label}>
      <input
        id="q"
        name="q"
        type="search"
        value={query.q ?? ''}
        aria-label={filter.q}
        placeholder={filter.qHint}
        autocomplete="off"
      />
      <CompletedField name="owner" label={filter.owner} value={query.owner ?? ''} options={owners} />
      <Choice
        name="account"
        label={filter.account}
        none={filter.all.account}
        options={all(({ account }) => account.name)}
        chosen={query.account}
      />
      <Choice
        name="type"
        label={filter.type}
        none={filter.all.type}
        options={all(({ resourceType }) => resourceType)}
        chosen={query.type}
      />
      <Choice
        name="state"
        label={filter.state}
        none={filter.all.state}
        options={MARK_STATES}
        words={states}
        chosen={query.state}
      />
      <Seldom query={query} all={all} entries={entriesIn(configurations)} hasOrders={hasOrders} />
      <button>{filter.button}</button>
    </form>
  );
}

/** Those with a `match`; most configurations have none. */
function entriesIn(configurations: readonly WorkConfiguration[]): readonly string[] {
  return [...new Set(configurations.flatMap(({ entries = [] }) => entries.flatMap(({ label }) => label ?? [])))];
}

interface SeldomProps extends Pick<MarkFilterProps, 'query' | 'hasOrders'> {
  readonly all: (of: (one: WorkConfiguration) => string) => readonly string[];
  /** In the order of the file. */
  readonly entries: readonly string[];
}

function Seldom({ query, all, entries, hasOrders }: SeldomProps): Html {
  const { filter, by, sorts, orders } = marksTexts;
  const { all: none } = sharedWords;
  return (
    <details>
      <summary>{filter.more}</summary>
      <div>
        <Labelled name="location" label={filter.location}>
          <Choice name="location" none={none} options={all(({ location }) => location)} chosen={query.location} />
        </Labelled>
        <Labelled name="namespace" label={filter.namespace}>
          <Choice name="namespace" none={none} options={all(({ namespace }) => namespace)} chosen={query.namespace} />
        </Labelled>
        {entries.length > 0 && (
          <Labelled name="entry" label={filter.entry}>
            <Choice name="entry" none={none} options={entries} chosen={query.entry} />
          </Labelled>
        )}
        <Labelled name="dueBefore" label={filter.dueBefore}>
          <input id="dueBefore" name="dueBefore" type="date" value={dateOf(query.dueBefore)} />
        </Labelled>
        <Labelled name="by" label={filter.by}>
          <Choice name="by" none={filter.nothing} options={BY} words={by} chosen={query.by} />
        </Labelled>
        {hasOrders && (
          <Labelled name="sort" label={filter.sort}>
            <Choice name="sort" none={by.namespace} options={MARK_SORTS} words={sorts} chosen={query.sort} />
          </Labelled>
        )}
        {hasOrders && (
          <Labelled name="order" label={filter.order}>
            <Choice name="order" none={orders.asc} options={['desc']} words={orders} chosen={query.order} />
          </Labelled>
        )}
        <Labelled name="limit" label={filter.limit}>
          <Choice
            name="limit"
            none="100"
            options={PAGE_SIZES.filter((size) => size !== '100')}
            chosen={String(query.limit)}
          />
        </Labelled>
      </div>
    </details>
  );
}

function Labelled({
  name,
  label,
  children,
}: {
  readonly name: string;
  readonly label: string;
  readonly children: Html;
}) {
  return (
    <div>
      <label for={name}>{label}</label>
      {children}
    </div>
  );
}

interface ChoiceProps {
  readonly name: string;
  /** Its name where no label stands beside it. */
  readonly label?: string;
  /** The first entry, with an empty value. */
  readonly none: string;
  readonly options: readonly string[];
  /** The words of the page for the options; absent = they are names. */
  readonly words?: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
}

function Choice({ name, label, none, options, words = {}, chosen }: ChoiceProps): Html {
  if (options.length > CHOICES)
    return (
      <input
        id={name}
        name={name}
        type="text"
        value={chosen ?? ''}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
      />
    );
  return (
    <select id={name} name={name} aria-label={label}>
      <option value="">{none}</option>
      {options.map((option) => (
        <option value={option} selected={option === chosen}>
          {words[option] ?? option}
        </option>
      ))}
    </select>
  );
}
