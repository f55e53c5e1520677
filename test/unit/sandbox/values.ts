import { requiredMembers, type Schema } from '../../../sandbox/aws/wire/schema.ts';

const TEXTS = [
  'a',
  'x=1&y=2',
  '<b attr="1">&amp;</b>',
  "it's ä ß 漢字 🙂",
  'a.b,c/d:e',
  'two words',
  '007',
  'true',
  '1e3',
  '+%20',
];
const MAX_DEPTH = 9;

/** Values that fit a schema; the same for the same seed. Structures and lists are never empty: forms cannot say those. */
export class Values {
  #state: number;

  constructor(seed: string) {
    this.#state = [...seed].reduce((state, character) => (Math.imul(state, 31) + character.charCodeAt(0)) | 0, 17);
  }

  /** undefined where nothing can be said, such as a structure without members. */
  of(schema: Schema, depth = 0): unknown {
    if (schema.isUnitSchema()) return undefined;
    if (schema.isStructSchema()) return this.#structure(schema, depth);
    if (schema.isListSchema()) return this.#list(schema, depth);
    if (schema.isMapSchema()) return this.#map(schema, depth);
    return this.#scalar(schema);
  }

  #structure(schema: Schema, depth: number): Record<string, unknown> | undefined {
    if (depth > MAX_DEPTH) return undefined;
    const members = [...schema.structIterator()];
    const entries = members.map(([name, member]): [string, unknown] => [name, this.of(member, depth + 1)]);
    const said = entries.filter(([, value]) => value !== undefined);
    const value = Object.fromEntries(said);
    // Too deep for a required member: then no value can be given.
    if (depth > 0 && requiredMembers(schema).some((name) => !(name in value))) return undefined;
    return said.length === 0 ? undefined : value;
  }

  #list(schema: Schema, depth: number): unknown[] | undefined {
    const length = depth > 2 ? 1 : 1 + this.#below(3);
    const items = Array.from({ length }, () => this.of(schema.getValueSchema(), depth + 1));
    const said = items.filter((item) => item !== undefined);
    return said.length === 0 ? undefined : said;
  }

  #map(schema: Schema, depth: number): Record<string, unknown> | undefined {
    const value = this.of(schema.getValueSchema(), depth + 1);
    return value === undefined ? undefined : { [this.#text()]: value, other: value };
  }

  #scalar(schema: Schema): unknown {
    if (schema.isBooleanSchema()) return this.#below(2) === 1;
    if (schema.isBigIntegerSchema()) return BigInt(this.#below(1000)) * 10_000_000_000_000_000n;
    if (schema.isNumericSchema()) return this.#below(100_000);
    if (schema.isTimestampSchema()) return new Date(1_700_000_000_000 + this.#below(1_000_000) * 1000);
    if (schema.isBlobSchema()) return new Uint8Array([this.#below(256), 0, 255]);
    return this.#text();
  }

  #text(): string {
    return TEXTS[this.#below(TEXTS.length)] ?? 'a';
  }

  #below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#state >>> 8) % limit;
  }
}
