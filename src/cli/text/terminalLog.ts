/** The log as people read it on a terminal; a pipe or a file gets it as JSON, a line an entry. */
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
  const states = before === undefined || before === after ? '' : changed(String(before), String(after));
  return `${event} of ${what} by ${actor}${why}${states}`;
}

/** Only the parts that differ: a control names all of its switches. */
function changed(before: string, after: string): string {
  const [from, to] = [before.split(', '), after.split(', ')];
  const were = from.filter((part) => !to.includes(part));
  const are = to.filter((part) => !from.includes(part));
  return ` (${were.join(', ') || 'nothing'} → ${are.join(', ') || 'nothing'})`;
}

function field([name, value]: readonly [string, unknown]): string {
  if (typeof value === 'number' && /(^a|A)t$/.test(name) && value > 1e11)
    return `${name}=${new Date(value).toISOString()}`;
  if (typeof value === 'string' && /^\S+$/.test(value)) return `${name}=${value}`;
  return `${name}=${JSON.stringify(value)}`;
}
