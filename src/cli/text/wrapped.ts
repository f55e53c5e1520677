import type { Writable } from 'node:stream';
import { wrap } from '../../core/text/wrap.ts';

const NARROWEST = 20;
const FALLBACK_COLUMNS = 80;

interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Only a terminal has a width; output into a pipe keeps its lines, so that `grep` finds whole ones. */
export function widthOf({ isTTY, columns }: Screen): number {
  return isTTY ? Math.max(NARROWEST, columns || FALLBACK_COLUMNS) : Number.POSITIVE_INFINITY;
}

/** The text of a command for the reader of `stream`: a terminal gets lines of its width, a pipe gets them whole. */
export function wrapped(text: string, stream: Writable & Screen): string {
  const width = widthOf(stream);
  if (width === Number.POSITIVE_INFINITY) return text;
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = line.length - line.trimStart().length;
      return wrap(line.trimStart(), { width, indent, hanging: indent + 2 });
    })
    .join('\n');
}
