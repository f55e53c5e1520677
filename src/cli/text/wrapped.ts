import type { Writable } from 'node:stream';
import { wrap } from '../../core/text/wrap.ts';

const NARROWEST = 20;
const FALLBACK_COLUMNS = 80;

/** The text of a command for the reader of `stream`: a terminal gets lines of its width, a pipe gets them whole. */
export function wrapped(text: string, stream: Writable & { readonly isTTY?: boolean; readonly columns?: number }) {
  if (!stream.isTTY) return text;
  const width = Math.max(NARROWEST, stream.columns || FALLBACK_COLUMNS);
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return wrap(line.trimStart(), { width, indent, hanging: indent + 2 });
    })
    .join('\n');
}
