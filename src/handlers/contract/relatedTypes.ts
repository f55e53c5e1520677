/** The types with which the resources of a type go, or for which they wait. */
export interface RelatedTypes {
  /** Types whose resources in the same place may use this one (`byId` of a finding); a reason says if one is marked. */
  readonly usedByTypes?: readonly string[];
  /**
   * Types of this provider that must be deleted before the resources of this type that they use; may name this type
   * itself. A resource whose only users are marked for deletion (or held themselves) is *held*: it is marked and notified
   * together with its users, and deleted once fresh evidence no longer names them. A user counts only if its finding has
   * `byId` (and `byType`, if several types are named). Any other use keeps the resource. No types may wait in a circle.
   */
  readonly after?: readonly string[];
  /**
   * Types of this provider whose resources go with one of this type, which has their ids in `keptAs`, and whose id is their
   * group: whatever people and entries of that type say to keep one of them keeps the whole. If several types are named, the
   * `mayBeId` of each tells their ids apart.
   */
  readonly takesTypes?: readonly string[];
  /**
   * Types of this provider whose resources follow one of this type, in entries of it where this key is `true`: it has their ids in
   * `followers`. They are deleted after it, as with `after`, by their own entries, permits and records; its row in a message tells
   * both, and whoever keeps one of them keeps the whole. Such an entry needs one of each of these types in its places.
   */
  readonly followedBy?: { readonly key: string; readonly types: readonly string[] };
  /**
   * Is what goes with another one made by that, as often as it likes? Then only what names it to keep is a word about it: that no
   * entry judges it, or lets it go, is none. Absent: no.
   */
  isMadeByWhole?(id: string): boolean;
  /**
   * Types of this provider whose decisions count here as well, by id and by pattern: two types judge the same thing, which has
   * the same id in both, or the other one's in `keptAs`. Their entries say nothing about it.
   */
  readonly alsoKeptAs?: readonly string[];
  /** The type of this provider that stops what this one deletes: what an entry with `stop` in `actions` means. Absent: none. */
  readonly stoppedAs?: string;
  /**
   * Does a stop by that type end the marks of this one, so that entries of both in one place begin anew for ever? Absent: no, this
   * type deletes what is stopped.
   */
  readonly stopEndsMark?: true;
  /**
   * Types of this provider to whose resources a finding `leadsTo` may lead, by their ids in its `to` (see their `mayBeId`), in
   * any account: one that people or entries of its type keep is used, and so is what leads to it. Empty: none, with these
   * parameters.
   */
  linkedTypes?(parameters: unknown): readonly string[];
}
