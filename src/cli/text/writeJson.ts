/** A JSON document in pieces: the whole text of a large plan takes as much memory as the plan. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';

/** Characters that are written at once. */
const PIECE = 65_536;
/** Down to the rows of a plan: document, namespaces, namespace, resources. */
const DEPTH = 4;

/** Writes what `JSON.stringify` would, and a line end, as fast as the stream takes it. */
export async function writeJson(stream: Writable, value: object): Promise<void> {
  let text = '';
  for (const piece of piecesOf(value, DEPTH)) {
    text += piece;
    if (text.length < PIECE) continue;
    await write(stream, text);
    text = '';
  }
  await write(stream, `${text}\n`);
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, 'drain');
}

/** @param depth down to which lists and objects are divided */
function* piecesOf(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    // What JSON does not have is `null` in a list.
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  let sign = Array.isArray(value) ? '[' : '{';
  const end = Array.isArray(value) ? ']' : '}';
  const begin = sign;
  for (const [key, item] of Object.entries(value)) {
    if (end === '}' && !isInJson(item)) continue;
    yield end === '}' ? `${sign}${JSON.stringify(key)}:` : sign;
    sign = ',';
    yield* piecesOf(item, depth - 1);
  }
  yield sign === ',' ? end : begin + end;
}

function isInJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
