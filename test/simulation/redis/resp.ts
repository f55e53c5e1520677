/** The protocol of Redis, as far as its values must be told apart and commands read. */

/** A command as it came, and its words. */
export interface Command {
  readonly words: readonly Buffer[];
  readonly bytes: Buffer;
}

const CRLF = '\r\n';
const TEXTS = '$=!';
const LISTS = '*~>%';

/** The end of the value that begins at `from`; -1 = it is not complete. Values of RESP 3 too, because clients say HELLO 3. */
export function endOfValue(bytes: Buffer, from: number): number {
  const line = bytes.indexOf(CRLF, from);
  if (line < 0) return -1;
  const type = String.fromCharCode(bytes[from] ?? 0);
  if (!TEXTS.includes(type) && !LISTS.includes(type)) return line + 2;
  const size = Number(bytes.toString('latin1', from + 1, line));
  if (size < 0) return line + 2;
  if (TEXTS.includes(type)) return line + 4 + size <= bytes.length ? line + 4 + size : -1;
  let at = line + 2;
  for (let left = type === '%' ? 2 * size : size; left > 0 && at >= 0; left--) at = endOfValue(bytes, at);
  return at;
}

/** The complete commands, and the rest. */
export function readCommands(bytes: Buffer): { readonly commands: readonly Command[]; readonly rest: Buffer } {
  const commands: Command[] = [];
  let from = 0;
  for (let end = endOfValue(bytes, from); from < bytes.length && end >= 0; end = endOfValue(bytes, from)) {
    commands.push({ words: wordsOf(bytes, from, end), bytes: bytes.subarray(from, end) });
    from = end;
  }
  return { commands, rest: bytes.subarray(from) };
}

function wordsOf(bytes: Buffer, from: number, end: number): Buffer[] {
  const words: Buffer[] = [];
  for (let at = bytes.indexOf(CRLF, from) + 2; at < end; ) {
    const line = bytes.indexOf(CRLF, at);
    const size = Number(bytes.toString('latin1', at + 1, line));
    words.push(bytes.subarray(line + 2, line + 2 + size));
    at = line + 4 + size;
  }
  return words;
}

export function writeCommand(words: readonly (string | number | Buffer)[]): Buffer {
  const parts = words.map((word) => (Buffer.isBuffer(word) ? word : Buffer.from(String(word))));
  const written = parts.flatMap((part) => [Buffer.from(`$${part.length}${CRLF}`), part, Buffer.from(CRLF)]);
  return Buffer.concat([Buffer.from(`*${parts.length}${CRLF}`), ...written]);
}

/** A value of RESP 2. */
export type Value = string | null | readonly Value[];

/** @throws Error with the text of an error answer */
export function readValue(bytes: Buffer): Value {
  let at = 0;
  const read = (): Value => {
    const line = bytes.indexOf(CRLF, at);
    const type = String.fromCharCode(bytes[at] ?? 0);
    const text = bytes.toString('utf8', at + 1, line);
    at = line + 2;
    if (type === '-') throw new Error(text);
    if (type === '*') return Array.from({ length: Math.max(0, Number(text)) }, read);
    if (type !== '$') return text;
    if (Number(text) < 0) return null;
    const value = bytes.toString('utf8', at, at + Number(text));
    at += Number(text) + 2;
    return value;
  };
  return read();
}
