/** Permission to send a deleting request now; checked before every wire attempt, by the longest time that may have passed. */
export interface PermitGate {
  /**
   * `undefined` when the request may be sent, else why not.
   * @param ids every resource that the request may delete: each needs a permit of its own. Absent: a provider whose
   *   request names nothing but the resources of its batch
   */
  denies(ids?: readonly string[]): string | undefined;
}
