/** The log as people read it on a terminal; a pipe or a file gets it as JSON, a line an entry. */
import { visibleLines } from '../../core/text/visible.ts';
import { wrap } from '../../core/text/wrap.ts';
import type { LoggerOptions, LogStream } from '../../telemetry/logger.ts';
import { auditSentence, type EndOf } from './auditSentence.ts';
import { widthOf } from './wrapped.ts';

type Entry = Readonly<Record<string, unknown>>;

interface Stream extends LogStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The columns before the message. */
const HANGING = 16;

/** The stream as a destination of `createLogger`, with the lines that suit it. */
export function logTo(destination: Stream, endOf?: EndOf): Required<Pick<LoggerOptions, 'destination' | 'format'>> {
  return {
    destination,
    format: (line) => (destination.isTTY ? terminalLine(line, widthOf(destination), endOf) : line),
  };
}

/** @example `05:22:01 warn  mail server  problem="it does not answer"` */
function terminalLine(line: string, width: number, endOf?: EndOf): string {
  let entry: Entry;
  try {
    entry = JSON.parse(line) as Entry;
  } catch {
    return line;
  }
  const { time, level, msg, instance: _instance, ...fields } = entry;
  const clock = String(time).slice(11, 19);
  const isAudit = msg === 'audit';
  const sentence = isAudit
    ? auditSentence(fields, endOf)
    : [String(msg), ...Object.entries(fields).map(field)].join('  ');
  const text = visibleLines(`${clock} ${isAudit ? 'audit' : String(level).padEnd(5)}  ${sentence}`);
  const lines = text.split('\n').flatMap((one) => wrap(one, { width, indent: 0, hanging: HANGING }));
  return `${lines.join('\n')}\n`;
}

function field([name, value]: readonly [string, unknown]): string {
  if (typeof value === 'string' && /^\S+$/.test(value)) return `${name}=${value}`;
  return `${name}=${JSON.stringify(value)}`;
}
