/** Evidence that a page of docs/behaviour requires and this version does not read. Forbids live use outside a sandbox. */
export interface MissingEvidence {
  readonly kind: string;
  readonly summary: string;
}
