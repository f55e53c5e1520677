import type { Writable } from 'node:stream';
import { createColors } from 'picocolors';

export type Tone = 'calm' | 'good' | 'warn' | 'bad' | 'people';

/** One line about one event. */
export type Say = (tone: Tone, label: string, text: string) => void;

export interface Terminal {
  readonly say: Say;
  /** A line without time and label. */
  line(text?: string): void;
  /** A bold heading. */
  heading(text: string): void;
  /** Two columns. */
  fact(name: string, value: string): void;
}

const LABEL_WIDTH = 11;
const FALLBACK_WIDTH = 120;
const MIN_ROOM = 30;

/** Colour and the terminal's width on a terminal, neither in a pipe. */
export function createTerminal(out: Writable & { readonly isTTY?: boolean; readonly columns?: number }): Terminal {
  const color = createColors(out.isTTY ?? false);
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    calm: color.cyan,
    good: color.green,
    warn: color.yellow,
    bad: color.red,
    people: color.magenta,
  };
  const begun = performance.now();
  const line = (text = '') => void out.write(`${text}\n`);
  return {
    line,
    heading: (text) => line(color.bold(text)),
    fact: (name, value) => line(`  ${color.dim(name.padEnd(LABEL_WIDTH))} ${value}`),
    say(tone, label, text) {
      const time = clock(performance.now() - begun);
      const indent = time.length + LABEL_WIDTH + 4;
      const room = out.isTTY ? Math.max(MIN_ROOM, (out.columns ?? FALLBACK_WIDTH) - indent) : Number.POSITIVE_INFINITY;
      const [first = '', ...more] = wrap(text, room);
      line(`${color.dim(time)}  ${tones[tone](label.padEnd(LABEL_WIDTH))}  ${first}`);
      for (const rest of more) line(`${' '.repeat(indent)}${rest}`);
    },
  };
}

/** `0:07`, `1:42` */
function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Broken at spaces; a word that is too long for a line gets a line of its own. */
function wrap(text: string, room: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of text.split(' ')) {
    if (current !== '' && current.length + 1 + word.length > room) {
      lines.push(current);
      current = word;
    } else current = current === '' ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
