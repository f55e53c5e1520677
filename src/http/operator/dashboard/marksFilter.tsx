import { MARK_SORTS } from '../../../core/mark/markIndex.ts';
import type { WorkConfiguration } from '../../../core/policy/workConfiguration.ts';
import type { Html } from '../../../core/text/html.ts';
import { BY, dateOf, type MarksPageQuery, PAGE_SIZES } from './marksQuery.ts';

/** A list of choices with more entries than these helps nobody: the field takes a text. */
const CHOICES = 200;

export function MarkFilterForm({
  query,
  configurations,
}: {
  readonly query: MarksPageQuery;
  readonly configurations: readonly WorkConfiguration[];
}): Html {
  const all = (of: (one: WorkConfiguration) => string) => [...new Set(configurations.map(of))].toSorted();
  return (
    <form class="card filter" method="get" action="./marks" role="search" aria-label="Filter the marks">
      <div>
        <label for="q">Name or id</label>
        <input id="q" name="q" type="search" value={query.q ?? ''} autocomplete="off" />
      </div>
      <Field name="owner" label="Owner" value={query.owner} />
      <Choice name="account" label="Account" options={all(({ account }) => account.name)} chosen={query.account} />
      <Choice name="type" label="Type" options={all(({ resourceType }) => resourceType)} chosen={query.type} />
      <Choice name="location" label="Location" options={all(({ location }) => location)} chosen={query.location} />
      <Choice name="namespace" label="Namespace" options={all(({ namespace }) => namespace)} chosen={query.namespace} />
      <Choice name="state" label="State" options={['marked', 'noticed', 'deleting']} chosen={query.state} />
      <div>
        <label for="dueBefore">Due before</label>
        <input id="dueBefore" name="dueBefore" type="date" value={dateOf(query.dueBefore)} />
      </div>
      <Choice name="by" label="Group by" none="nothing" options={BY} chosen={query.by} />
      <Choice name="sort" label="Sort by" none="namespace" options={MARK_SORTS} chosen={query.sort} />
      <Choice name="order" label="Order" none="asc" options={['desc']} chosen={query.order} />
      <Choice
        name="limit"
        label="Per page"
        none="100"
        options={PAGE_SIZES.filter((size) => size !== '100')}
        chosen={String(query.limit)}
      />
      <div>
        <button class="main">Filter</button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** The first entry, with an empty value. */
  readonly none?: string;
  readonly options: readonly string[];
  readonly chosen: string | undefined;
}

function Choice({ name, label, none = 'all', options, chosen }: ChoiceProps): Html {
  if (options.length > CHOICES) return <Field name={name} label={label} value={chosen} />;
  return (
    <div>
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        <option value="">{none}</option>
        {options.map((option) => (
          <option selected={option === chosen}>{option}</option>
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
