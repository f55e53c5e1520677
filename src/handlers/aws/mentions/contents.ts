/** What a text contains in another form: JSON, base64, gzip. Pure. */
import { Buffer } from 'node:buffer';
import { gunzipSync, inflateSync } from 'node:zlib';
import { forEachMatch } from './matches.ts';

/** "User data is limited to 16 KB, in raw form, before it is base64-encoded": more than this is no text of a person. */
const MOST_BYTES = 4_000_000;
/** Long enough for an id; shorter words look like base64 too. */
const BASE64 = /[A-Za-z0-9+/]{16,}(?:\r?\n *[A-Za-z0-9+/]+)*={0,2}/g;
/** Text has letters in a row; the bytes of other things have not. */
const IN_A_ROW = 10;
/** Six bits of each character of base64; -1: none, such as a line break or the padding. */
const BITS = Int8Array.from({ length: 128 }, (_, code) =>
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(String.fromCharCode(code)),
);

/** The value of JSON that has members; `undefined` for any other text. */
export function parsed(text: string): object | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // JSON in JSON, as a shell writes it.
    if (typeof value === 'string') return parsed(value);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts that are written in it in base64, unpacked where they are packed: user data, files of cloud-init, secrets. */
export function contentsOf(text: string): readonly string[] {
  const found: string[] = [];
  if (text.length < 16) return found;
  forEachMatch(BASE64, text, ([run]) => {
    if (!mayHaveText(run)) return;
    const inner = unpacked(Buffer.from(run, 'base64'));
    if (inner.length > 8 && hasText(inner)) found.push(inner);
  });
  return found;
}

/** Is it packed, or a text? Seen without decoding it: most long words are neither. */
function mayHaveText(run: string): boolean {
  // 0x1f8b and 0x78.
  if (run.startsWith('H4s') || run.startsWith('e')) return true;
  const row = new Row();
  let [bits, known] = [0, 0];
  for (let at = 0; at < run.length; at += 1) {
    const six = BITS[run.charCodeAt(at)] ?? -1;
    if (six < 0) continue;
    bits = ((bits << 6) | six) & 0xfff;
    known += 6;
    if (known < 8) continue;
    known -= 8;
    if (row.isTextWith((bits >> known) & 0xff)) return true;
  }
  return false;
}

function hasText(text: string): boolean {
  const row = new Row();
  for (let at = 0; at < text.length; at += 1) if (row.isTextWith(text.charCodeAt(at))) return true;
  return false;
}

/** Counts printable characters in a row. */
class Row {
  #length = 0;

  /** Are they enough, with this one? */
  isTextWith(code: number): boolean {
    this.#length = code >= 0x20 && code <= 0x7e ? this.#length + 1 : 0;
    return this.#length >= IN_A_ROW;
  }
}

/** Bytes that only look packed stay as they are. */
function unpacked(bytes: Buffer): string {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, LIMIT).toString('latin1');
    // cloud-init also takes zlib.
    if (bytes[0] === 0x78 && bytes.length > 2) return inflateSync(bytes, LIMIT).toString('latin1');
  } catch {
    // It was not packed.
  }
  return bytes.toString('latin1');
}

const LIMIT = { maxOutputLength: MOST_BYTES } as const;
