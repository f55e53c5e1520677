/** What the configuration compares values of resources with, as written. */

/** A pattern from the configuration: `/regex/` (RE2, anchored as written), `*` = any, else equality. */
export type ValuePattern = string | number | boolean;

/** A comparison from the configuration, as written; all its keys must hold. */
export interface Comparison {
  readonly is?: ValuePattern | readonly ValuePattern[] | undefined;
  readonly not?: ValuePattern | readonly ValuePattern[] | undefined;
  /** A number, in the unit of the attribute; a size (`100GiB`); a day or an instant. */
  readonly above?: number | string | undefined;
  readonly below?: number | string | undefined;
  /** A span of time: `90d`. */
  readonly olderThan?: string | undefined;
  /** `/regex/` */
  readonly matches?: string | undefined;
  readonly absent?: boolean | undefined;
}

/** What a value has to be: a pattern, or a comparison. */
export type Condition = ValuePattern | Comparison;
