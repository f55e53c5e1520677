/** The result of writing an opt-out on the resource: its keep tag before and after, absent if there is none. */
export interface Protection {
  /**
   * `alreadyKept`: a tag that a person wrote lasts as long; `putBack`: ours is replaced by the tag it had replaced;
   * `notOurs`: the opt-out ended and no tag was ours; `gone`: the resource no longer exists.
   */
  readonly did: 'written' | 'alreadyKept' | 'removed' | 'putBack' | 'notOurs' | 'gone';
  readonly before?: string;
  readonly after?: string;
}
