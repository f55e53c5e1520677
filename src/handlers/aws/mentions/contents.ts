/** What a text contains in another form: JSON, base64, gzip. Pure. */
import { Buffer } from 'node:buffer';
import { gunzipSync, inflateSync } from 'node:zlib';

/** "User data is limited to 16 KB, in raw form, before it is base64-encoded": more than this is no text of a person. */
const MOST_BYTES = 4_000_000;
/** Long enough for an id; shorter words look like base64 too. */
const BASE64 = /[A-Za-z0-9+/]{16,}(?:\r?\n *[A-Za-z0-9+/]+)*={0,2}/g;
/** Text has letters in a row; the bytes of other things have not. */
const LOOKS_LIKE_TEXT = /[\x20-\x7e]{10}/;

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
  if (text.length < 16) return [];
  return [...text.matchAll(BASE64)].flatMap(([run]) => {
    const inner = unpacked(Buffer.from(run, 'base64'));
    return inner !== undefined && inner.length > 8 && LOOKS_LIKE_TEXT.test(inner) ? [inner] : [];
  });
}

/** `undefined` for bytes that only look packed. */
function unpacked(bytes: Buffer): string | undefined {
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
