/** What a text contains in another form: JSON, base64, gzip. Pure. */
import { Buffer } from 'node:buffer';
import { constants, gunzipSync, inflateSync } from 'node:zlib';
import { ReadError } from '../../../core/common/errors.ts';
import { bitsAt, isPacked, isZlib, mayHaveText, SHORTEST_RUN } from './base64.ts';

/**
 * "User data is limited to 16 KB, in raw form, before it is base64-encoded", and zlib makes at most 1,032 bytes of one:
 * https://www.zlib.net/zlib_tech.html
 */
const MOST_BYTES = 17_000_000;
/** In texts in texts each layer makes a thousand times more: what hides more than this is there to take our time. */
const MOST_IN_ANSWER = 2 * MOST_BYTES;
const [LINE, RETURN, BLANK, QUOTE, BRACKET, BRACE] = [10, 13, 32, 34, 91, 123] as const;
/** Text has letters in a row; the bytes of other things have not. */
const IN_A_ROW = 10;
/** The value of JSON that has members; `undefined` for any other text. */
export function parsed(text: string): object | undefined {
  if (!mayBeJson(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    // JSON in JSON, as a shell writes it.
    if (typeof value === 'string') return parsed(value);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** By its first and last characters: parsing what is no JSON costs much more. */
function mayBeJson(text: string): boolean {
  let start = 0;
  while (text.charCodeAt(start) <= BLANK) start += 1;
  const first = text.charCodeAt(start);
  if (first !== BRACE && first !== BRACKET && first !== QUOTE) return false;
  let last = text.length - 1;
  while (text.charCodeAt(last) <= BLANK) last -= 1;
  // `{}` and `[]` are two apart.
  return last > start && text.charCodeAt(last) === (first === QUOTE ? QUOTE : first + 2);
}

/** What the texts of one answer hide in other forms, in bytes. */
export class Hidden {
  #bytes = 0;

  /** @throws ReadError: who says too much may use anything */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > MOST_IN_ANSWER) throw tooMuch();
  }
}

function tooMuch(): ReadError {
  const most = MOST_IN_ANSWER / 1_000_000;
  return new ReadError(
    `texts of an answer have more than ${most} MB in base64 or gzip in them; see what has so much, and remove it`,
    { problem: 'malformed' },
  );
}

/**
 * The texts that are written in it in base64, unpacked where they are packed: user data, files of cloud-init, secrets.
 * @throws ReadError for more than anybody writes
 */
export function contentsOf(text: string, hidden: Hidden): readonly string[] {
  let found: string[] | undefined;
  for (let at = SHORTEST_RUN - 1; at < text.length; at += SHORTEST_RUN) {
    // A run that is long enough has a character at one of these places.
    if (bitsAt(text, at) < 0) continue;
    let start = at;
    while (start > 0 && bitsAt(text, start - 1) >= 0) start -= 1;
    const end = endOfRun(text, at);
    at = end;
    if (end - start < SHORTEST_RUN) continue;
    at = endOfLines(text, end);
    if (!mayHaveText(text, start, end)) continue;
    if (!isPacked(text, start) && !hasRow(text, start, at)) continue;
    const inner = unpacked(Buffer.from(text.slice(start, at), 'base64'));
    hidden.add(inner.length);
    if (inner.length <= 8 || !hasText(inner)) continue;
    found ??= [];
    found.push(inner);
  }
  return found ?? NONE;
}

const NONE: readonly string[] = [];

function endOfRun(text: string, at: number): number {
  const { length } = text;
  let end = at;
  while (end < length && bitsAt(text, end) >= 0) end += 1;
  return end;
}

/** A run goes on in the next line, which may begin with blanks. */
function endOfLines(text: string, endOfFirst: number): number {
  const { length } = text;
  let end = endOfFirst;
  for (;;) {
    let line = end < length && text.charCodeAt(end) === RETURN ? end + 1 : end;
    if (line >= length || text.charCodeAt(line) !== LINE) return end;
    do line += 1;
    while (line < length && text.charCodeAt(line) === BLANK);
    const next = endOfRun(text, line);
    if (next === line) return end;
    end = next;
  }
}

/** Does it have a text? Seen without decoding it: most long words have none. */
function hasRow(text: string, start: number, end: number): boolean {
  const row = new Row();
  let [bits, known] = [0, 0];
  for (let at = start; at < end; at += 1) {
    const six = bitsAt(text, at);
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

/** Counts printable characters in a row, of UTF-16 those each beside a zero. */
class Row {
  #length = 0;
  #wide = 0;
  #before = -1;

  /** Are they enough, with this one? */
  isTextWith(code: number): boolean {
    const isPrintable = code >= 0x20 && code <= 0x7e;
    this.#length = isPrintable ? this.#length + 1 : 0;
    const isBeside =
      (isPrintable && this.#before === 0) || (code === 0 && this.#before >= 0x20 && this.#before <= 0x7e);
    this.#wide = isBeside ? this.#wide + 1 : 0;
    this.#before = code;
    return this.#length >= IN_A_ROW || this.#wide >= 2 * IN_A_ROW - 1;
  }
}

/** Bytes that only look packed stay as they are. */
function unpacked(bytes: Buffer): string {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return textOf(gunzipSync(bytes, AS_FAR));
    // cloud-init also takes zlib.
    if (isZlib(bytes[0], bytes[1])) return textOf(inflateSync(bytes, AS_FAR));
  } catch (error) {
    // Otherwise it was not packed.
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooMuch();
  }
  return textOf(bytes);
}

/**
 * In UTF-16, as PowerShell's encoded commands and files of Windows are, half of the bytes of most texts are zeros: "The string must
 * be formatted using UTF-16LE", https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_pwsh
 */
export function textOf(bytes: Buffer): string {
  const zeros = [0, 0];
  const looked = Math.min(bytes.length, MOST_LOOKED_AT);
  for (let at = 0; at < looked; at += 1) if (bytes[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (4 * Math.max(even, odd) < looked) return bytes.toString('latin1');
  if (odd >= even) return bytes.toString('utf16le');
  return Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le');
}

const MOST_LOOKED_AT = 4_096;

/** What was cut off is read as far as it goes. */
const AS_FAR = { maxOutputLength: MOST_BYTES, finishFlush: constants.Z_SYNC_FLUSH } as const;
