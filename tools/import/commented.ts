/** A YAML document with comments, as plain data. */
export type Piece = string | number | boolean | Mapping | List;

export interface Mapping {
  readonly kind: 'mapping';
  readonly lines: readonly Line[];
  /** On one line, without the comments inside. */
  readonly flow: boolean;
}

export interface List {
  readonly kind: 'list';
  readonly items: readonly Item[];
  readonly flow: boolean;
}

export interface Line {
  readonly key: string;
  readonly value: Piece;
  /** Comments above it, one paragraph each. */
  readonly says: readonly string[];
}

export interface Item {
  readonly value: Piece;
  readonly says: readonly string[];
}

export function line(key: string, value: Piece, ...says: readonly string[]): Line {
  return { key, value, says };
}

export function item(value: Piece, ...says: readonly string[]): Item {
  return { value, says };
}

export function mapping(...lines: readonly Line[]): Mapping {
  return { kind: 'mapping', lines, flow: false };
}

/** `{ rule: age, moreThan: 90d }` */
export function inline(values: Readonly<Record<string, Piece>>): Mapping {
  return { kind: 'mapping', lines: Object.entries(values).map(([key, value]) => line(key, value)), flow: true };
}

export function list(...items: readonly Item[]): List {
  return { kind: 'list', items, flow: items.length === 0 };
}

/** `[us-east-1, us-west-2]` */
export function row(...values: readonly Piece[]): List {
  return { kind: 'list', items: values.map((value) => item(value)), flow: true };
}
