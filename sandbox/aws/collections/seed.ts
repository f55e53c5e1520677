import type { Tag } from '@aws-sdk/client-ec2';

export type Tags = Readonly<Record<string, string>>;

/** Every member of the API's own shape is allowed; missing ones get realistic values. Dates may be ISO strings. */
export type Seed<T> = { readonly [K in keyof T]?: T[K] | (Date extends T[K] ? string : never) };

/** EC2 omits an empty set of tags. */
export function tagList(tags: Tags | undefined): { Tags?: Tag[] } {
  const list = Object.entries(tags ?? {}).map(([Key, Value]) => ({ Key, Value }));
  return list.length === 0 ? {} : { Tags: list };
}

/** An instant that may be JSON text. */
export function asDate(value: Date | string | undefined, otherwise: Date): Date {
  return value === undefined ? otherwise : new Date(value);
}
