import { writeSync } from 'node:fs';
import { pino } from 'pino';
import type { Logger, RecordLog } from '../core/common/logger.ts';
import { LogSink, type Put } from './logSink.ts';

/** The program counts time in ms since the epoch; a log shows each instant as RFC 3339 in UTC. */

/** `at`, `until`, and names that end so. */
const INSTANT = /^(at|until)$|(At|Until)$/;
/** The ends of a span, which may also be numbers of something else: an instant is after 1973. */
const SPAN = /^(from|to)$/;
const SINCE_MS = 1e11;
/** The last instant that a `Date` can represent. */
const LAST_MS = 8.64e15;

/** A copy with `2026-11-22T23:00:00.000Z` in place of ms since the epoch, by the names of the fields, at any depth. */
function withInstants(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shown(name, value)]));
}

function shown(name: string, value: unknown): unknown {
  if (typeof value === 'number') return isInstant(name, value) ? new Date(value).toISOString() : value;
  if (Array.isArray(value)) return value.map((one: unknown) => (isPlain(one) ? withInstants(one) : one));
  return isPlain(value) ? withInstants(value) : value;
}

function isInstant(name: string, value: number): boolean {
  if (!(Math.abs(value) <= LAST_MS)) return false;
  return INSTANT.test(name) || (SPAN.test(name) && value >= SINCE_MS);
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Fields that contain secrets in any log object. */
const SECRET_FIELDS = ['secret', 'password', 'token', 'secretAccessKey', 'sessionToken', 'authorization'];
const STDERR = 2;

/** A stream of lines; one with a descriptor is written by that, so that a line is out when the call returns. */
export interface LogStream {
  write(line: string): unknown;
  readonly fd?: number;
}

/** Without a destination the lines go to stderr. */
export interface LoggerOptions {
  readonly level: string;
  /** Replaces, in all output, secrets that the configuration took from variables. */
  readonly redact?: (text: string) => string;
  readonly instance?: string;
  readonly destination?: LogStream;
  /** Changes each line for the destination, such as a terminal. */
  readonly format?: (line: string) => string;
}

/**
 * JSON lines on stderr, each time in RFC 3339: stdout is for the documents that commands print. The record of
 * transitions is in it whatever the level, except where the log is silent.
 */
export function createLogger(options: LoggerOptions): Logger & { readonly record: RecordLog } {
  const { level, redact, instance, format = (line) => line, destination = { write: () => {}, fd: STDERR } } = options;
  const sink = new LogSink(putTo(destination), (lost) =>
    lines.warn({ lostLines: lost }, 'the log can be written again'),
  );
  const lines = pino(
    {
      level,
      base: instance === undefined ? null : { instance },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withInstants },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '***' },
    },
    { write: (line) => sink.write(format(redact ? redact(line) : line)) },
  );
  const audit = level === 'silent' ? lines : lines.child({}, { level: 'info' });
  // pino's type allows any further level, so none of its own fields fits another type.
  const logger = lines as Omit<Logger, 'child'> as Logger;
  return Object.assign(logger, {
    record: { write: (entry: object) => audit.info(entry, 'audit'), problem: () => sink.problem() },
  });
}

function putTo(stream: LogStream): Put {
  const { fd } = stream;
  if (typeof fd === 'number') return (bytes) => writeSync(fd, bytes);
  return (bytes) => {
    stream.write(bytes.toString());
    return bytes.length;
  };
}
