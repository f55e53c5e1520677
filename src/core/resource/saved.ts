/** What the deletions of one team and type save a month from then on, of one month. */
export interface SavedPart {
  /** `2026-11`, UTC. */
  readonly month: string;
  /** Empty: the resources have no figure. */
  readonly currency: string;
  readonly type: string;
  /** What `owner.team` found, else the address of the owner; in lower case; empty: nobody. */
  readonly team: string;
  /** At list price; 0 where there is no currency. */
  readonly saved: number;
  /** Resources whose cost was not known: they are no part of `saved`. */
  readonly unpriced: number;
}

/** The newest month first, the highest saving first. */
export interface SavedParts {
  readonly parts: readonly SavedPart[];
  /** When the first of them was counted, ms since the epoch; absent = none yet. */
  readonly since?: number;
}

/** The team of deletions for which there was no room: with very many teams, further ones count as one. */
export const OTHER_TEAMS = '*';
