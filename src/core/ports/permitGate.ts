/** Leave to send a deleting request now; asked before every wire attempt, by monotonic time. */
export interface PermitGate {
  /** `undefined` when the request may leave, else why not. */
  denies(): string | undefined;
}
