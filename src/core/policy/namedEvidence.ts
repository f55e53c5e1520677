import type { SwitchedOff } from './workConfiguration.ts';

/** The names by which the configuration means a source: its own, and that of its group. */
export interface NamedEvidence {
  readonly name: string;
  /** A name for several sources, which may be switched off together. */
  readonly group?: string;
  /** Names in earlier versions, and those of kinds that it took over: they mean it still. */
  readonly earlier?: readonly string[];
  /** Nothing else proves that a resource is not used: no configuration leaves it out, or accepts that it is unread. */
  readonly isOnlyProof?: true;
}

/** Does a name in the configuration mean this source? */
export function isMeant({ name, group, earlier = [] }: NamedEvidence, kind: string): boolean {
  return kind === name || kind === group || earlier.includes(kind);
}

/** Is this kind of evidence switched off in this account, by its own name or by that of its group? */
export function isOff(off: readonly SwitchedOff[], source: NamedEvidence, account: string): boolean {
  return off.some(({ kind, accounts }) => isMeant(source, kind) && (accounts?.includes(account) ?? true));
}
