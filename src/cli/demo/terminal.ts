import type { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { colorsFor } from '../text/colors.ts';

/** The meaning of each kind of event, for `--slow`. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  serving: 'Both instances run the same configuration and share the work through Redis.',
  withheld:
    'Without all evidence Holystone cannot know that nothing uses a resource. It decides nothing, and says why.',
  marked: 'A survey listed everything, read who uses it, and found no user. A mark alone deletes nothing.',
  mailed: 'One mail for each owner: what, why, when, and a link to keep each resource. The time starts now.',
  'mail refused': 'An owner who was not notified had no chance to object, so the resources stay.',
  'opted out': 'The link opens a page; only its button decides. Holystone also tags the resource as kept.',
  unmarked: 'Each survey, and the check right before a deletion, evaluates again. A resource in use loses its mark.',
  'in use': 'From now on another resource uses it, so Holystone keeps it in spite of the mail.',
  replaced: 'It has the same name and is a different resource: the notice about the old one does not count for it.',
  deferred: 'It is due, and a condition is not met: Holystone tries again later.',
  paced: 'A limit of the configuration: a mistake can delete only a few a day.',
  deleted: 'Directly before each request Holystone read it again, found no user, no objection, and took a permit.',
  stopped:
    'What may be wanted again within days is only stopped: nothing of it is lost, and whoever needs it starts it.',
  killed: 'As when a machine fails. Redis has a record of the work it had begun.',
  'taken over': 'Another instance continues where it stopped, without deleting anything twice.',
  restored: 'Holystone wrote down each resource before it deleted it.',
};

/** @param label of the event */
function explanationOf(label: string): string | undefined {
  return EXPLANATIONS[label];
}

/** The colour of a label: cyan, green, yellow, red, magenta. `people` = a person acts. */
export type Tone = 'calm' | 'good' | 'warn' | 'bad' | 'people';

/** One line about one event. */
export type Say = (tone: Tone, label: string, text: string) => void;

/** The demo's output: each line waits for the lines before it, and for their pauses where the demo is slow. */
export interface Terminal {
  /** A line with the time since the start, a label and a text. */
  readonly say: Say;
  /** A line without time and label. */
  line(text?: string): void;
  /** A bold heading. */
  heading(text: string): void;
  /** Two columns. */
  fact(name: string, value: string): void;
  /** Resolves when everything is printed. */
  settled(): Promise<void>;
}

type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** `runDemo` passes these; without them no variable decides about colour, and no line waits. */
export interface TerminalOptions {
  /** Decides about colour before the output does. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** One event at a time, the first of each kind with an explanation. */
  readonly slow?: {
    /** Events that wait when it aborts are not printed. */
    readonly signal: AbortSignal;
    /** The pause after an event, ms; three times as long after an explanation. Default 1.5 s. */
    readonly gapMs?: number;
  };
}

/** Of the longest label: `mail refused`. */
const LABEL_WIDTH = 12;
const FALLBACK_WIDTH = 120;
const MIN_ROOM = 30;
const GAP_MS = 1_500;
/** An explanation takes longer to read. */
const EXPLAINED_GAPS = 3;

/** Colour, unless the environment decides about it, and the terminal's width on a terminal; neither in a pipe. */
export function createTerminal(out: Output, { env = {}, slow }: TerminalOptions = {}): Terminal {
  const color = colorsFor({ env, stdout: out });
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    calm: color.cyan,
    good: color.green,
    warn: color.yellow,
    bad: color.red,
    people: color.magenta,
  };
  const begun = performance.now();
  const printer = new Printer(out, slow);
  const explained = new Set<string>();
  const line = (text = '') => printer.print([text], 0);
  const wrapped = (text: string, indent: number) => {
    const width = out.isTTY ? (out.columns ?? FALLBACK_WIDTH) : Number.POSITIVE_INFINITY;
    return wrap(text, Math.max(MIN_ROOM, width - indent));
  };
  return {
    line,
    heading: (text) => line(color.bold(text)),
    fact(name, value) {
      const indent = LABEL_WIDTH + 3;
      const [first = '', ...more] = wrapped(value, indent);
      printer.print([`  ${color.dim(name.padEnd(LABEL_WIDTH))} ${first}`, ...more.map(indentedBy(indent))], 0);
    },
    say(tone, label, text) {
      const time = clock(performance.now() - begun);
      const indent = time.length + LABEL_WIDTH + 4;
      const [first = '', ...more] = wrapped(text, indent);
      const why = slow && !explained.has(label) ? explanationOf(label) : undefined;
      explained.add(label);
      const note = why === undefined ? [] : wrapped(why, indent).map((one) => indentedBy(indent)(color.dim(one)));
      const lines = [`${color.dim(time)}  ${tones[tone](label.padEnd(LABEL_WIDTH))}  ${first}`];
      printer.print([...lines, ...more.map(indentedBy(indent)), ...note], note.length > 0 ? EXPLAINED_GAPS : 1);
    },
    settled: () => printer.settled,
  };
}

/** Prints at once, or with gaps. */
class Printer {
  readonly #out: Output;
  readonly #slow: TerminalOptions['slow'];
  #settled: Promise<void> = Promise.resolve();

  constructor(out: Output, slow: TerminalOptions['slow']) {
    this.#out = out;
    this.#slow = slow;
  }

  get settled(): Promise<void> {
    return this.#settled;
  }

  /** @param gaps after these lines; 0 = they are not about an event */
  print(lines: readonly string[], gaps: number): void {
    const text = lines.map((line) => `${line}\n`).join('');
    if (!this.#slow) {
      this.#out.write(text);
      return;
    }
    const { signal, gapMs = GAP_MS } = this.#slow;
    this.#settled = this.#settled.then(async () => {
      if (signal.aborted && gaps > 0) return;
      this.#out.write(text);
      if (gaps > 0) await delay(gaps * gapMs, undefined, { signal }).catch(() => undefined);
    });
  }
}

function indentedBy(width: number): (line: string) => string {
  return (line) => `${' '.repeat(width)}${line}`;
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
