import { type DestinationStream, pino } from 'pino';
import type { Logger } from '../core/common/logger.ts';
import { withInstants } from './instants.ts';

/** Fields that contain secrets in any log object. */
const SECRET_FIELDS = ['secret', 'password', 'token', 'secretAccessKey', 'sessionToken', 'authorization'];

/** Without a destination the lines go to stdout. */
export interface LoggerOptions {
  readonly level: string;
  /** Replaces, in all output, secrets that the configuration took from variables. */
  readonly redact?: (text: string) => string;
  readonly instance?: string;
  readonly destination?: DestinationStream;
}

/** JSON lines on stderr, each time in RFC 3339: stdout is for the documents that commands print. */
export function createLogger({ level, redact, instance, destination }: LoggerOptions): Logger {
  const stream = destination ?? pino.destination({ dest: 2, sync: true });
  const out: DestinationStream = redact ? { write: (line) => stream.write(redact(line)) } : stream;
  return pino(
    {
      level,
      base: instance === undefined ? null : { instance },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: withInstants },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '***' },
    },
    out,
  );
}
