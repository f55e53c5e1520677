/**
 * Texts as fields between `|`. Two texts of the same place are equal exactly if their fields are, so that scripts
 * compare fields and never decode them. `` is absent; `""` the empty text; `=…` the text of another field, followed by
 * `…`.
 */
import { crc32 } from 'node:zlib';

const EMPTY = '""';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;
/** Text that JSON does not escape and that is no reference. */
const PLAIN = /^[\w@.:/+ -]+$/;

/** `base` is the probable text or start of the text; `decodeField` needs the same one. */
export function encodeField(text: string, base?: string): string {
  if (base !== undefined && text.startsWith(base)) return `=${escaped(text.slice(base.length))}`;
  if (text === '') return EMPTY;
  const field = escaped(text);
  return field.startsWith('=') ? `\\u003d${field.slice(1)}` : field;
}

/** Throws `SyntaxError` for a field that `encodeField` never writes. */
export function decodeField(field: string, base?: string): string {
  if (field === EMPTY) return '';
  if (field === '') throw new SyntaxError('a field without a text');
  if (!field.startsWith('=')) return unescaped(field);
  if (base === undefined) throw new SyntaxError('a field with an unknown reference');
  return base + unescaped(field.slice(1));
}

/** A UUID in 22 characters instead of 36; any other text with a `~` before it. */
export function encodeId(id: string): string {
  if (!UUID.test(id)) return `~${encodeField(id)}`;
  const hex = id.slice(0, 8) + id.slice(9, 13) + id.slice(14, 18) + id.slice(19, 23) + id.slice(24);
  return Buffer.from(hex, 'hex').toString('base64url');
}

/** Throws `SyntaxError` for a field that `encodeId` never writes. */
export function decodeId(field: string): string {
  if (field.startsWith('~')) return decodeField(field.slice(1));
  const hex = Buffer.from(field, 'base64url').toString('hex');
  if (hex.length !== 32) throw new SyntaxError('an invalid id');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Throws `SyntaxError` for any text but a number in JavaScript's own form. */
export function decodeNumber(field: string): number {
  const number = Number(field);
  if (!Number.isFinite(number) || String(number) !== field) throw new SyntaxError('an invalid number');
  return number;
}

/** CRC-32 of the parts in order, and of their format. */
export function checksum(format: number, namespace: string, id: string, content: string): number {
  return crc32(content, crc32(id, crc32(namespace, format)));
}

/** Escaped as in JSON: without line breaks and halves of characters. */
function escaped(text: string): string {
  if (PLAIN.test(text)) return text;
  const inside = JSON.stringify(text).slice(1, -1);
  return inside.includes('|') ? inside.replaceAll('|', '\\u007c') : inside;
}

function unescaped(inside: string): string {
  return inside.includes('\\') ? (JSON.parse(`"${inside}"`) as string) : inside;
}
