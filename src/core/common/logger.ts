/** The part of pino's logger that the program uses: static message, data in fields. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(bindings: Record<string, unknown>): Logger;
  /** Absent = the record is `info` lines of this log. */
  readonly record?: RecordLog;
}

/** The record of all transitions: one line each, at every level of the log. */
export interface RecordLog {
  /** The line is written when the call returns, or kept while there is a {@link problem}; never throws. */
  write(entry: object): void;
  /** Why lines cannot be written now, so that nothing may be deleted, and what to do; `undefined` = all are written. */
  problem(): string | undefined;
}
