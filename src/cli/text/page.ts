import { visible } from '../../core/text/visible.ts';
import { wrap } from '../../core/text/wrap.ts';
import type { Colors } from './colors.ts';

/** How the lines of a plan look: `width` in characters, Infinity where no terminal shows them. */
export interface Page {
  readonly width: number;
  readonly color: Colors;
}

type Paint = (text: string) => string;

const plain: Paint = (text) => text;

/**
 * One text on as many lines as it needs, the later ones two deeper. Control characters of strangers are made visible.
 */
export function put(text: string, { width }: Page, indent: number, paint: Paint = plain): readonly string[] {
  return wrap(visible(text), { width, indent, hanging: indent + 2 }).map(paint);
}
