import type { SwitchedOff } from './workConfiguration.ts';

/** The names by which the configuration means a source: its own, and that of its group. */
export interface NamedEvidence {
  readonly name: string;
  /** A name for several sources, which may be switched off together. */
  readonly group?: string;
}

/** Does a name in the configuration mean this source? */
export function isMeant({ name, group }: NamedEvidence, kind: string): boolean {
  return kind === name || kind === group;
}

/** Is this kind of evidence switched off in this account, by its own name or by that of its group? */
export function isOff(off: readonly SwitchedOff[], source: NamedEvidence, account: string): boolean {
  return off.some(({ kind, accounts }) => isMeant(source, kind) && (accounts?.includes(account) ?? true));
}
