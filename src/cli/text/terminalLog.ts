/** The log as people read it on a terminal; a pipe or a file gets it as JSON, a line an entry. */
import { changedParts } from '../../core/policy/control.ts';
import { visibleLines } from '../../core/text/visible.ts';

type Entry = Readonly<Record<string, unknown>>;

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** A destination of `createLogger` that suits the stream. */
export function logTo(stream: Stream): { write(line: string): void } {
  return { write: (line) => void stream.write(stream.isTTY ? terminalLine(line) : line) };
}

/** @example `05:22:01 warn  mail server  problem="it does not answer"` */
function terminalLine(line: string): string {
  let entry: Entry;
  try {
    entry = JSON.parse(line) as Entry;
  } catch {
    return line;
  }
  const { time, level, msg, instance: _instance, ...fields } = entry;
  const clock = String(time).slice(11, 19);
  const said = msg === 'audit' ? audited(fields) : [String(msg), ...Object.entries(fields).map(field)].join('  ');
  return `${visibleLines(`${clock} ${msg === 'audit' ? 'audit' : String(level).padEnd(5)}  ${said}`)}\n`;
}

/** @example `control of fleet by olga: wrong account` and, indented, the state before and after */
function audited({ event, namespace, id, actor, reason, before, after }: Entry): string {
  const what = id === undefined ? namespace : `${id} in ${namespace}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  const states = before === undefined || before === after ? '' : ` (${changedParts(String(before), String(after))})`;
  return `${event} of ${what} by ${actor}${why}${states}`;
}

function field([name, value]: readonly [string, unknown]): string {
  if (typeof value === 'number' && /(^a|A)t$/.test(name) && value > 1e11)
    return `${name}=${new Date(value).toISOString()}`;
  if (typeof value === 'string' && /^\S+$/.test(value)) return `${name}=${value}`;
  return `${name}=${JSON.stringify(value)}`;
}
