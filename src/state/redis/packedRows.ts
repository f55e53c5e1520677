/** Many rows of JSON in few bytes, packed and unpacked in steps, so that the event loop never stands still. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { inSteps, turn } from '../../core/common/steps.ts';

/**
 * The data is one JSON list with this many rows per line, so that a reader can parse it line by line. No JSON text has a
 * line break within a string.
 */
const ROWS_IN_LINE = 1_000;
const BETWEEN_LINES = ',\n';

/** @returns `undefined` when the rows are more than `mostUnpacked` bytes */
export async function packRows(rows: readonly unknown[], mostUnpacked: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const some of inSteps(rows, ROWS_IN_LINE)) {
    const isLast = (parts.length + 1) * ROWS_IN_LINE >= rows.length;
    const part = `${parts.length === 0 ? '[' : ''}${JSON.stringify(some).slice(1, -1)}${isLast ? ']' : BETWEEN_LINES}`;
    bytes += parts[parts.push(Buffer.from(part)) - 1]?.length ?? 0;
    if (bytes > mostUnpacked) return undefined;
  }
  const text = parts.length === 0 ? Buffer.from('[]') : Buffer.concat(parts);
  return promisify(deflate)(text);
}

/** The rows, a line at a time. @throws Error when the data is damaged, or larger than `mostUnpacked` bytes */
export async function* unpackedRows(data: Buffer, mostUnpacked: number): AsyncGenerator<readonly unknown[]> {
  const text = (await promisify(inflate)(data, { maxOutputLength: mostUnpacked })).toString();
  if (!text.startsWith('[') || !text.endsWith(']')) throw new Error('its data is not a list');
  for (const line of text.slice(1, -1).split(BETWEEN_LINES)) {
    await turn();
    yield JSON.parse(`[${line}]`) as readonly unknown[];
  }
}
