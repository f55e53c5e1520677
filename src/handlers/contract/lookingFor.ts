import type { LookedFor } from '../../core/resource/lookedFor.ts';

/** What an entry names in a place; see core/resource/lookedFor.ts. */
export interface LookingFor {
  /**
   * The names and patterns of the entry, and whether they are there: for people, after a whole listing of this session;
   * only reads. Absent: the entry names nothing in a place.
   * @throws ReadError
   */
  lookedFor?(): Promise<readonly LookedFor[]>;
}
