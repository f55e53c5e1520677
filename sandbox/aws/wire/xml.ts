import { perSchema, type Schema } from './schema.ts';

/** Writes a value's inner XML. */
type Encode = (value: unknown) => string;

/**
 * Structures and lists are compiled to closures once; a page of 1,000 images is then string concatenation.
 * (The SDK's own XmlShapeSerializer takes seven times as long on a big page.)
 */
const structure = perSchema(compileStructure);
const list = perSchema(compileList);

/** Writes the members of a structure, without a tag around them. */
export function xmlEncoder(schema: Schema): Encode {
  if (schema.isUnitSchema()) return () => '';
  if (schema.isStructSchema()) return structure(schema);
  if (schema.isListSchema()) return list(schema);
  if (schema.isMapSchema()) return map(schema);
  if (schema.isTimestampSchema()) return timestamp(schema);
  if (schema.isBlobSchema()) return (value) => Buffer.from(value as Uint8Array).toString('base64');
  if (schema.isBooleanSchema() || schema.isNumericSchema() || schema.isBigIntegerSchema()) return String;
  return (value) => escapeXml(String(value));
}

function compileStructure(schema: Schema): Encode {
  // Compiled at the first value, because schemas may be recursive.
  let members: [name: string, write: Encode][] | undefined;
  return (value) => {
    members ??= [...schema.structIterator()].map(([name, member]) => [name, element(name, member)]);
    let xml = '';
    const fields = value as Record<string, unknown>;
    for (const [name, write] of members) {
      const field = fields[name];
      if (field !== undefined && field !== null) xml += write(field);
    }
    return xml;
  };
}

function element(name: string, member: Schema): Encode {
  const tag = member.getMemberTraits().xmlName ?? name;
  if (member.isListSchema() && member.getMergedTraits().xmlFlattened) {
    const item = xmlEncoder(member.getValueSchema());
    return (value) => (value as unknown[]).map((entry) => wrap(tag, item(entry))).join('');
  }
  const inner = xmlEncoder(member);
  return (value) => wrap(tag, inner(value));
}

function compileList(schema: Schema): Encode {
  let item: Encode | undefined;
  const value = schema.getValueSchema();
  const tag = value.getMergedTraits().xmlName ?? 'member';
  return (values) => {
    item ??= xmlEncoder(value);
    let xml = '';
    for (const entry of values as unknown[]) xml += flat(wrap(tag, item(entry)));
    return xml;
  };
}

/**
 * The same text as one flat string instead of a tree of concatenations: reading a character makes V8 flatten it.
 * Otherwise a big page keeps a hundred thousand small strings alive, and their collection takes twice as long as
 * everything else.
 */
function flat(text: string): string {
  text.charCodeAt(text.length >>> 1);
  return text;
}

function map(schema: Schema): Encode {
  const [keySchema, valueSchema] = [schema.getKeySchema(), schema.getValueSchema()];
  const keyTag = keySchema.getMergedTraits().xmlName ?? 'key';
  const valueTag = valueSchema.getMergedTraits().xmlName ?? 'value';
  const encode = xmlEncoder(valueSchema);
  return (entries) =>
    Object.entries(entries as object)
      .map(([key, value]) => wrap('entry', wrap(keyTag, escapeXml(key)) + wrap(valueTag, encode(value))))
      .join('');
}

/** Trait numbers of timestamp formats; all others are ISO. */
const HTTP_DATE = 6;
const EPOCH_SECONDS = 7;

function timestamp(schema: Schema): Encode {
  const format: unknown = schema.getSchema();
  if (format === EPOCH_SECONDS) return (value) => String(asDate(value).getTime() / 1000);
  if (format === HTTP_DATE) return (value) => asDate(value).toUTCString();
  return (value) => asDate(value).toISOString();
}

/** Seeds from JSON have their dates as text. */
function asDate(value: unknown): Date {
  return value instanceof Date ? value : new Date(String(value));
}

export function wrap(tag: string, inner: string): string {
  return inner === '' ? `<${tag}/>` : `<${tag}>${inner}</${tag}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };

export function escapeXml(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => ENTITIES[character] ?? character) : text;
}
