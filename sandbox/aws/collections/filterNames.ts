/**
 * EC2 names most filters after the member that they read: `volume-id` reads `VolumeId`, `attachment.instance-id` reads
 * `InstanceId` of each of the `Attachments`. A listing declares such filters by their names alone.
 */
import type { FilterTable, FilterValue } from './filters.ts';

/** `VolumeId` → `volume-id` */
type Kebab<S extends string, Dash extends string = ''> = S extends `${infer C}${infer Rest}`
  ? C extends Lowercase<C>
    ? `${C}${Kebab<Rest, '-'>}`
    : `${Dash}${Lowercase<C>}${Kebab<Rest, '-'>}`
  : '';

type Names<T> = T extends object ? Kebab<keyof T & string> : never;
type WithoutS<S extends string> = S extends `${infer Singular}s` ? Singular : S;

/** The item of a list, or a structure itself. */
type Inside<T, K extends keyof T & string> =
  NonNullable<T[K]> extends readonly (infer E)[]
    ? `${WithoutS<Kebab<K>>}.${Names<E>}`
    : NonNullable<T[K]> extends Date
      ? never
      : `${Kebab<K>}.${Names<NonNullable<T[K]>>}`;

/** Names of filters that read a member of `T`, or a member of a structure inside. A misspelt name does not compile. */
export type FilterName<T> = Kebab<keyof T & string> | { [K in keyof T & string]: Inside<T, K> }[keyof T & string];

/** The readers of the filters with these names. */
export function readersOf<T>(names: readonly string[]): FilterTable<T> {
  return Object.fromEntries(
    names.map((name) => {
      const path = name.split('.').map(memberOf);
      return [name, (shown: T) => read(shown, path)];
    }),
  );
}

/** `volume-id` → `VolumeId` */
function memberOf(name: string): string {
  return name.replace(/(^|-)(.)/g, (_all, _dash, letter: string) => letter.toUpperCase());
}

function read(from: unknown, [member, ...rest]: readonly string[]): FilterValue | readonly FilterValue[] {
  if (member === undefined) return from as FilterValue;
  const structure = (from ?? {}) as Readonly<Record<string, unknown>>;
  const value = structure[member] ?? structure[`${member}s`];
  if (!Array.isArray(value)) return read(value, rest);
  return value.flatMap((item) => read(item, rest));
}
