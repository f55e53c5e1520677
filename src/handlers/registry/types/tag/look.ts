/**
 * A look at a repository directly before a digest is deleted: which tag is which digest now, and the referrers of a
 * digest. The API has no condition on a delete, so a tag that somebody moves to the digest between the look and the
 * request goes with it: the look comes as late as it can.
 */

import { each } from '../../../contract/each.ts';
import { subjectOf } from '../../../images/referrerTag.ts';
import { headOf } from '../../calls/manifests.ts';
import { referrersOf } from '../../calls/referrers.ts';
import type { Target } from '../../wire/call.ts';
import { factsOf } from './facts.ts';
import { namesIn } from './names.ts';

/** tag → digest */
export type Digests = ReadonlyMap<string, string>;

/** More tags take longer than a permit lasts: then those listed by the check just before are not read again. */
const READ_AGAIN_UP_TO = 200;

/** References of every kind, or only from an index to its parts. */
type Which = 'all' | 'parts';

export class Look {
  readonly #target: Target;
  readonly #repository: string;
  readonly #digests: Map<string, string>;
  /** Tags that the registry lists and, asked by name, does not know: replicas may disagree. */
  readonly #unsure = new Set<string>();
  #isBegun = false;

  /** @param listed the digests that this pass has just listed; empty = none */
  constructor(target: Target, repository: string, listed: Digests) {
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
    const leftOut = [...this.#digests.keys()].filter((known) => !names.has(known));
    const isWhole = !this.#isBegun && names.size <= READ_AGAIN_UP_TO;
    this.#isBegun = true;
    const unread = [...names].filter((name) => isWhole || !this.#digests.has(name));
    this.#unsure.clear();
    await each(new Set([...unread, ...leftOut, ...tags]), async (name) => {
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
    const among = new Set(tags);
    return this.#digests.size === 0 || [...this.#digests].some(([tag, other]) => other === digest && !among.has(tag));
  }

  /**
   * Why the digest must stay whatever becomes of its tags; `undefined` = nothing refers to it.
   * @throws ReadError
   */
  async reasonToStay(digest: string, digests: Digests): Promise<string | undefined> {
    const signature = [...digests.keys()].find((tag) => subjectOf(tag) === digest);
    if (signature !== undefined) return `the tag ${signature} belongs to it`;
    const reason = await this.#reasonOfTags(digest, digests, 'all');
    if (reason !== undefined) return reason;
    const [referrer] = await referrersOf(this.#target, this.#repository, digest);
    return referrer === undefined ? undefined : `the manifest ${referrer.slice(0, 19)} belongs to it`;
  }

  /**
   * Why another tag would lose a part with the digest; `undefined` = none would. What belongs to the digest would not.
   * @throws ReadError
   */
  async reasonOfIndexes(digest: string, digests: Digests): Promise<string | undefined> {
    return this.#reasonOfTags(digest, digests, 'parts');
  }

  async #reasonOfTags(digest: string, digests: Digests, which: Which): Promise<string | undefined> {
    const [unsure] = this.#unsure;
    if (unsure !== undefined) {
      return `the tag ${unsure} is in the list of the registry, which says that it does not exist`;
    }
    const others = new Map([...digests].map(([tag, other]) => [other, tag]));
    others.delete(digest);
    const reasons: string[] = [];
    await each(others.keys(), async (other) => {
      const why = await this.#refersTo(other, digest, { tag: others.get(other) as string, which });
      if (why !== undefined) reasons.push(why);
    });
    return reasons[0];
  }

  /** Why the digest must stay for the manifest `from` of a tag: that, or a manifest in it, names the digest. */
  async #refersTo(
    from: string,
    digest: string,
    { tag, which }: { readonly tag: string; readonly which: Which },
  ): Promise<string | undefined> {
    const called = `the tag ${tag}`;
    const seen = new Set<string>();
    const indexes = new Set<string>();
    const waiting = [from];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue;
      seen.add(at);
      const isTagged = at === from;
      const facts = await factsOf(this.#target, this.#repository, at, isTagged ? tag : undefined);
      const { parts, subject, unreadable, isAbsent } = facts;
      if (which === 'all' && subject === digest) return `${called} belongs to it`;
      if (parts.includes(digest)) return `it is a part of ${called}`;
      // An index may name more images than were copied. But a tag means a manifest, and an index has parts that nobody sees.
      if (unreadable !== undefined && (isTagged || !isAbsent || indexes.has(at)))
        return `whether ${called} refers to it is unknown: ${unreadable}`;
      for (const index of facts.indexes ?? []) indexes.add(index);
      waiting.push(...parts);
    }
    return undefined;
  }
}
