import { MARK_STATES } from '../../../core/mark/mark.ts';
import { MARK_SORTS } from '../../../core/mark/markTable.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Html } from '../../../core/text/html.ts';
import { marksTexts } from '../texts/marks.ts';
import { sharedWords } from '../texts/words.ts';
import { BY, dateOf, type MarksPageQuery, PAGE_SIZES } from './marksQuery.ts';

/** A list of choices with more entries than these helps no reader: the field takes a text. */
const CHOICES = 200;

/** A field with more than 200 choices takes a text instead. */
export function MarkFilterForm({
  query,
  configurations,
  hasOrders,
}: {
  readonly query: MarksPageQuery;
  readonly configurations: readonly WorkConfiguration[];
  readonly hasOrders: boolean;
}): Html {
  const { filter, by, sorts, orders } = marksTexts;
  const { states, all: none } = sharedWords;
  const all = (of: (one: WorkConfiguration) => string) => [...new Set(configurations.map(of))].toSorted();
  return (
    <form class="card filter" method="get" action="./marks" role="search" aria-label={filter.label}>
      <div>
        <label for="q">{filter.q}</label>
        <input id="q" name="q" type="search" value={query.q ?? ''} autocomplete="off" />
      </div>
      <Field name="owner" label={filter.owner} value={query.owner} />
      <Choice
        name="account"
        label={filter.account}
        none={none}
        options={all(({ account }) => account.name)}
        chosen={query.account}
      />
      <Choice
        name="type"
        label={filter.type}
        none={none}
        options={all(({ resourceType }) => resourceType)}
        chosen={query.type}
      />
      <Choice
        name="location"
        label={filter.location}
        none={none}
        options={all(({ location }) => location)}
        chosen={query.location}
      />
      <Choice
        name="namespace"
        label={filter.namespace}
        none={none}
        options={all(({ namespace }) => namespace)}
        chosen={query.namespace}
      />
      <Choice name="state" label={filter.state} none={none} options={MARK_STATES} words={states} chosen={query.state} />
      <div>
        <label for="dueBefore">{filter.dueBefore}</label>
        <input id="dueBefore" name="dueBefore" type="date" value={dateOf(query.dueBefore)} />
      </div>
      <Choice name="by" label={filter.by} none={filter.nothing} options={BY} words={by} chosen={query.by} />
      {hasOrders && (
        <Choice
          name="sort"
          label={filter.sort}
          none={by.namespace}
          options={MARK_SORTS}
          words={sorts}
          chosen={query.sort}
        />
      )}
      {hasOrders && (
        <Choice
          name="order"
          label={filter.order}
          none={orders.asc}
          options={['desc']}
          words={orders}
          chosen={query.order}
        />
      )}
      <Choice
        name="limit"
        label={filter.limit}
        none="100"
        options={PAGE_SIZES.filter((size) => size !== '100')}
        chosen={String(query.limit)}
      />
      <div>
        <button class="main">{filter.button}</button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** The first entry, with an empty value. */
  readonly none: string;
  readonly options: readonly string[];
  /** The words of the page for the options; absent = they are names. */
  readonly words?: Readonly<Record<string, string>>;
  readonly chosen: string | undefined;
}

function Choice({ name, label, none, options, words = {}, chosen }: ChoiceProps): Html {
  if (options.length > CHOICES) return <Field name={name} label={label} value={chosen} />;
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option value={option} selected={option === chosen}>
            {words[option] ?? option}
          </option>
        ))}
      </select>
    </div>
  );
}

function Field({ name, label, value }: { name: string; label: string; value: string | undefined }): Html {
  return (
    <div>
      <label for={name}>{label}</label>
      <input id={name} name={name} type="text" value={value ?? ''} autocomplete="off" />
    </div>
  );
}
