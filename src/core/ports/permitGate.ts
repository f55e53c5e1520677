/** Permission to send a deleting request now; checked before every wire attempt, by monotonic time. */
export interface PermitGate {
  /** `undefined` when the request may be sent, else why not. */
  denies(): string | undefined;
}
