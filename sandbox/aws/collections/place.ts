/** A place: `account` is the 12-digit id. */
export interface Place {
  readonly account: string;
  readonly region: string;
}
