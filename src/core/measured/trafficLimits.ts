/** What was measured on a day (UTC) and is below all of these is no use. */
export interface TrafficLimits {
  /** Requests, connections or flows. */
  readonly requests?: number;
  /** Of its processors, at the busiest time of the day. */
  readonly percent?: number;
  readonly bytes: number;
}
