/** Answers in XML, written along the schema of an operation as a service might write them. */
import { NormalizedSchema } from '@smithy/core/schema';
import type { Operation } from '../../src/handlers/aws/wire/xml/answer.ts';

/** Draws whole numbers, from 0 to below this one. */
export type Draw = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function drawing(seed: number): Draw {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function pick<T>(draw: Draw, all: readonly T[]): T {
  return all[draw(all.length)] as T;
}

/** How deep a shape that contains itself goes. */
const DEEP = 7;

/** The whole body of an answer to an operation of one of the three protocols. */
export function drawAnswer(draw: Draw, protocol: string, { name, output }: Operation): string {
  const operation = name.split('#').at(-1) ?? name;
  const schema = NormalizedSchema.of(output);
  const declaration = pick(draw, ['', '<?xml version="1.0" encoding="UTF-8"?>\n', '<!-- a -->\n']);
  const id = '<requestId>r</requestId>';
  const inside = (flat?: NormalizedSchema) => (flat?.isStructSchema() ? members(draw, flat, DEEP) : '');
  const written = () => {
    if (protocol.endsWith('#ec2Query')) return element(draw, `${operation}Response`, [id, inside(schema)].join(''));
    if (protocol.endsWith('#awsQuery')) {
      const result = schema.isStructSchema() ? element(draw, `${operation}Result`, inside(schema)) : '';
      return element(draw, `${operation}Response`, `${result}<ResponseMetadata>${id}</ResponseMetadata>`);
    }
    return element(draw, schema.getMergedTraits().xmlName ?? schema.getName() ?? '', inside(schema));
  };
  return `${declaration}${written()}${pick(draw, ['', '\n', '<!-- z -->'])}`;
}

/** Line ends, as a writer that indents has them; the SDK reads a space alone as text. */
const GAPS = ['', '', '', '\n', '\r\n  ', '<!-- c -->', '<?p i?>'];
const ATTRIBUTES = ['', '', '', '', ' ', ' a="1"', " xmlns:x='urn:x'\n"];
const UNKNOWN = ['', '', '', '<other/>', '<other>a<b c="&gt;"><![CDATA[</b>]]></b></other>'];

function element(draw: Draw, name: string, inner: string, isEmptyAllowed = true): string {
  const extra = pick(draw, ATTRIBUTES);
  if (inner === '' && isEmptyAllowed && draw(2) === 0) return `<${name}${extra}/>`;
  return `<${name}${extra}>${inner}</${name}>`;
}

function members(draw: Draw, schema: NormalizedSchema, deep: number): string {
  const parts: string[] = [];
  for (const [key, member] of schema.structIterator()) {
    const { httpHeader, httpPrefixHeaders, httpResponseCode, xmlAttribute, xmlName = key } = member.getMemberTraits();
    if (httpHeader || httpPrefixHeaders || httpResponseCode || xmlAttribute) continue;
    if (draw(10) >= (deep > DEEP - 2 ? 8 : deep)) continue;
    const isFlat = member.getMergedTraits().xmlFlattened !== undefined;
    const times = isFlat ? draw(4) : 1;
    for (let i = 0; i < times; i++)
      parts.push(
        `${pick(draw, GAPS)}${isFlat ? flat(draw, xmlName, member, deep - 1) : one(draw, xmlName, member, deep - 1)}`,
      );
  }
  if (draw(6) === 0) parts.reverse();
  return `${pick(draw, UNKNOWN)}${parts.join('')}${pick(draw, GAPS)}`;
}

function flat(draw: Draw, name: string, schema: NormalizedSchema, deep: number): string {
  if (schema.isListSchema()) return one(draw, name, schema.getValueSchema(), deep);
  return element(draw, name, pair(draw, schema, deep), false);
}

function one(draw: Draw, name: string, schema: NormalizedSchema, deep: number): string {
  if (schema.isStructSchema()) return element(draw, name, deep > 0 ? members(draw, schema, deep) : '');
  if (schema.isListSchema()) {
    const item = schema.getValueSchema();
    return several(draw, name, () => one(draw, item.getMergedTraits().xmlName ?? 'member', item, deep - 1));
  }
  if (schema.isMapSchema()) {
    // The SDK does not read a map with attributes and without an entry.
    const entries = Array.from({ length: draw(3) }, () => `<entry>${pair(draw, schema, deep)}</entry>`);
    return `<${name}>${entries.join('')}</${name}>`;
  }
  const text = scalar(draw, schema);
  if (text === '') return pick(draw, [`<${name}/>`, `<${name}></${name}>`]);
  // Neither does it read a value with attributes and without a text.
  return /[a-z0-9]/.test(text) ? element(draw, name, text) : `<${name}>${text}</${name}>`;
}

function several(draw: Draw, name: string, item: () => string): string {
  const items = Array.from({ length: draw(4) }, () => `${pick(draw, GAPS)}${item()}`);
  return element(draw, name, items.length > 0 ? `${items.join('')}${pick(draw, GAPS)}` : '');
}

function pair(draw: Draw, schema: NormalizedSchema, deep: number): string {
  const key = schema.getKeySchema().getMergedTraits().xmlName ?? 'key';
  const value = schema.getValueSchema();
  return `<${key}>k${draw(100)}</${key}>${one(draw, value.getMergedTraits().xmlName ?? 'value', value, deep - 1)}`;
}

const NUMBERS = ['', '0', '-7', '1.5', '2147483647', 'NaN', 'Infinity', '-Infinity', '1e3'];

function scalar(draw: Draw, schema: NormalizedSchema): string {
  if (schema.isBooleanSchema()) return pick(draw, ['true', 'false', 'True', 'FALSE', '']);
  if (schema.isNumericSchema()) return pick(draw, NUMBERS);
  if (schema.isTimestampSchema()) return time(draw, schema.getSchema() as number);
  if (schema.isBlobSchema()) return Buffer.from(text(draw)).toString('base64');
  if (schema.isBigIntegerSchema()) return pick(draw, ['0', '-12345678901234567890']);
  if (schema.isBigDecimalSchema()) return pick(draw, ['0.1', '-12345678901234567890.5']);
  return text(draw);
}

const CENTURY_MS = 100 * 365 * 86_400_000;
const EPOCH = 7;
const HTTP_DATE = 6;

function time(draw: Draw, format: number): string {
  const at = new Date(draw(CENTURY_MS));
  if (format === EPOCH) return String(Math.floor(at.getTime() / 1000));
  if (format === HTTP_DATE) return at.toUTCString();
  const iso = at.toISOString();
  return pick(draw, [iso, iso.replace(/\.\d+Z$/, 'Z'), iso.replace('Z', '+02:00'), iso.replace('Z', '-00:30')]);
}

const CHARACTERS = [...'ab 9/:-_.\n\t]ü€😀', '&amp;', '&lt;', '&gt;', '&quot;', '&#39;', '&#xFC;'];

function text(draw: Draw): string {
  const kind = draw(6);
  const some = () => Array.from({ length: draw(12) }, () => pick(draw, CHARACTERS)).join('');
  if (kind < 2) return pick(draw, ['available', 'ami-0123456789abcdef0', 'true', '', 'x']);
  if (kind === 2) return `${some()}<![CDATA[a]b&<]]>${some()}`;
  return kind === 3 ? `${some()}<!-- - -->${some()}` : some();
}
