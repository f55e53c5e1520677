/** Plain values of a span. Never an address of a person, never a secret. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that somebody may want to see in time: a pass, a call, a message. */
export interface Span<T> {
  readonly name: string;
  /** Does the work leave this process? */
  readonly leaves?: true;
  readonly attributes: SpanAttributes;
  /** What its result adds. */
  readonly resultOf?: (result: T) => SpanAttributes;
}

/** Shows where the time goes; it changes no result and no error. */
export interface Tracer {
  /** Runs the work; spans that begin within it are below it. Rejects as the work does. */
  trace<T>(span: Span<T>, run: () => Promise<T>): Promise<T>;
}
