import type { LookedFor } from '../../core/resource/lookedFor.ts';

/** What a plan says about a place beside its resources. */
export interface LookingFor {
  /**
   * The names and patterns of the entry, and whether they are there (core/resource/lookedFor.ts): for people, after a whole listing of this session;
   * only reads. Absent: the entry names nothing in a place.
   * @throws ReadError
   */
  lookedFor?(): Promise<readonly LookedFor[]>;
  /**
   * Why no delete request would leave now, though nothing is wrong with any resource; `undefined`: they would. Only
   * reads. Absent: nothing of this kind holds requests back.
   * @throws ReadError
   */
  heldBackBecause?(): Promise<string | undefined>;
}
