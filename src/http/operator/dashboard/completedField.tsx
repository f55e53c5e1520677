import type { Html } from '../../../core/text/html.ts';

interface CompletedField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
}

/** A field of a filter that completes what is typed; it also takes a part, or another text. */
export function CompletedField({ name, label, value, options }: CompletedField): Html {
  const list = `${name}-options`;
  return (
    <>
      <input
        name={name}
        type="search"
        list={list}
        value={value}
        aria-label={label}
        placeholder={label}
        autocomplete="off"
      />
      <datalist id={list}>
        {options.map((one) => (
          <option value={one} />
        ))}
      </datalist>
    </>
  );
}
