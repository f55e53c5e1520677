/**
 * A look at a repository directly before a digest is deleted: which tag is which digest now, and the referrers of a
 * digest. The API has no condition on a delete, so a tag that a client moves to the digest between the look and the
 * request goes with it: the look comes as late as it can.
 */

import { each } from '../../../contract/each.ts';
import { type References, referenceFrom } from '../../../images/manifestReferences.ts';
import { headOf } from '../../calls/manifests.ts';
import { referrersOf } from '../../calls/referrers.ts';
import type { CallScope } from '../../wire/call.ts';
import { type Digests, mayHaveOthers, othersOf, referrerTagOf, tagsToRead } from './digests.ts';
import { factsOf } from './facts.ts';
import { namesIn } from './names.ts';

export class Look {
  readonly #target: CallScope;
  readonly #repository: string;
  readonly #digests: Map<string, string>;
  /** Tags that the registry lists and, asked by name, does not know: replicas may disagree. */
  readonly #unsure = new Set<string>();
  #isBegun = false;

  /** @param listed the digests that this pass has just listed; empty = none */
  constructor(target: CallScope, repository: string, listed: Digests) {
    this.#target = target;
    this.#repository = repository;
    this.#digests = new Map(listed);
  }

  /**
   * Which tags mean which digest now. Lists the names each time; the first time it reads each tag, and later only new
   * ones, those that are to go, and those that the list leaves out: absent from a listing is not gone (law 2).
   * @param tags those that are to go
   * @throws ReadError
   */
  async now(tags: readonly string[]): Promise<Digests> {
    const names = new Set(await namesIn(this.#target, this.#repository));
    const unread = tagsToRead(names, this.#digests, tags, !this.#isBegun);
    this.#isBegun = true;
    this.#unsure.clear();
    await each(unread, async (name) => {
      const head = await headOf(this.#target, this.#repository, name);
      if (head) this.#digests.set(name, head.digest);
      else this.#digests.delete(name);
      if (!head && names.has(name) && !tags.includes(name)) this.#unsure.add(name);
    });
    return this.#digests;
  }

  /** Tags that this pass has deleted, as a read by name has shown. */
  forget(tags: readonly string[]): void {
    for (const tag of tags) this.#digests.delete(tag);
  }

  /** May tags beside these have the digest, as far as is known without a request? */
  mayHaveOthers(digest: string, tags: readonly string[]): boolean {
    return mayHaveOthers(this.#digests, digest, tags);
  }

  /**
   * Why the digest must stay, even if all its tags go; `undefined` = nothing refers to it.
   * @throws ReadError
   */
  async reasonToStay(digest: string, digests: Digests): Promise<string | undefined> {
    const signature = referrerTagOf(digests, digest);
    if (signature !== undefined) return `the tag ${signature} belongs to it`;
    const reason = await this.#reasonOfTags(digest, digests, 'all');
    if (reason !== undefined) return reason;
    const [referrer] = await referrersOf(this.#target, this.#repository, digest);
    return referrer === undefined ? undefined : `the manifest ${referrer.slice(0, 19)} belongs to it`;
  }

  /**
   * Why another tag would lose a part with the digest; `undefined` = none would. Parts of the digest would not.
   * @throws ReadError
   */
  async reasonOfIndexes(digest: string, digests: Digests): Promise<string | undefined> {
    return this.#reasonOfTags(digest, digests, 'parts');
  }

  async #reasonOfTags(digest: string, digests: Digests, which: References): Promise<string | undefined> {
    const [unsure] = this.#unsure;
    if (unsure !== undefined) {
      return `the tag ${unsure} is in the list of the registry, which says that it does not exist`;
    }
    const reasons: string[] = [];
    await each(othersOf(digests, digest), async (other) => {
      const reason = await this.#answered(referenceFrom(other, digest, which));
      if (reason !== undefined) reasons.push(reason);
    });
    return reasons[0];
  }

  /** Reads each manifest that the decision needs. */
  async #answered(decision: ReturnType<typeof referenceFrom>): Promise<string | undefined> {
    let step = decision.next();
    while (!step.done) {
      const { digest, tag } = step.value;
      step = decision.next(await factsOf(this.#target, this.#repository, digest, tag));
    }
    return step.value;
  }
}
