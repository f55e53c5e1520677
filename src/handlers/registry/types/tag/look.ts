/**
 * A look at a repository directly before a digest is deleted: which tag is which digest now, and the referrers of a
 * digest. The API has no condition on a delete, so a tag that a client moves to the digest between the look and the
 * request goes with it: the look comes as late as it can.
 */

import { messageOf } from '../../../../core/common/errors.ts';
import { each } from '../../../contract/each.ts';
import type { ManifestFacts } from '../../../images/manifest.ts';
import { type References, referenceFrom } from '../../../images/manifestReferences.ts';
import { askFor } from '../../calls/manifests.ts';
import { referrersOf } from '../../calls/referrers.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import type { CallScope } from '../../wire/call.ts';
import { isAboutOne } from '../../wire/readError.ts';
import { type Digests, mayHaveOthers, othersOf, referrerTagOf, tagsToRead } from './digests.ts';
import { factsOf } from './facts.ts';
import { manifestList, untaggedIn } from './manifestList.ts';
import { namesIn } from './names.ts';

/** What is known before the look. */
export interface Looking {
  /** The digests that this pass has just listed; empty = none. */
  readonly listed: Digests;
  /** Signatures, attestations and lists of contents go after their image. */
  readonly referrersFollow?: boolean;
  /** Manifests without a tag count too, which another API lists. */
  readonly listsUntagged?: boolean;
}

export class Look {
  readonly #target: CallScope;
  readonly #repository: string;
  readonly #digests: Map<string, string>;
  /** Why a tag may have any digest: it is listed, and asked by name the registry does not know it, or cannot say. */
  readonly #unsure = new Map<string, string>();
  #isBegun = false;
  /** What belongs to an image goes after it, by the rule `orphan`: it keeps no image. */
  readonly #referrersFollow: boolean;
  readonly #listsUntagged: boolean;

  constructor(
    target: CallScope,
    repository: string,
    { listed, referrersFollow = false, listsUntagged = false }: Looking,
  ) {
    this.#target = target;
    this.#repository = repository;
    this.#digests = new Map(listed);
    this.#referrersFollow = referrersFollow;
    this.#listsUntagged = listsUntagged;
  }

  /**
   * Which tags mean which digest now. Lists the names each time; the first time it reads each tag, and later only new
   * ones, those that are to go, and those that the list leaves out: absent from a listing is not gone (law 2).
   * @param tags those that are to go
   * @throws ReadError
   */
  async now(tags: readonly string[]): Promise<Digests> {
    // Before the tags: what gets a tag meanwhile is found by it.
    const untagged = await this.#untagged();
    const names = new Set(await namesIn(this.#target, this.#repository));
    const unread = tagsToRead(names, this.#digests, tags, !this.#isBegun);
    this.#isBegun = true;
    this.#unsure.clear();
    await each(unread, async (name) => {
      const isGoing = tags.includes(name);
      const read = await this.#ask(name, isGoing);
      if ('digest' in read) this.#digests.set(name, read.digest);
      else this.#lose(name);
      if ('why' in read && names.has(name) && !isGoing) this.#unsure.set(name, read.why);
    });
    for (const digest of untagged) this.#digests.set(digest, digest);
    return this.#digests;
  }

  /** @throws ReadError */
  async #untagged(): Promise<readonly string[]> {
    const api = this.#listsUntagged ? manifestsThrough(this.#target) : undefined;
    if (!api) return [];
    return untaggedIn(await manifestList(api, this.#target, this.#repository)).map(({ digest }) => digest);
  }

  /** The manifest of a tag that went between two lists is in none of them, and may still name others. */
  #lose(name: string): void {
    const digest = this.#digests.get(name);
    this.#digests.delete(name);
    if (this.#listsUntagged && digest !== undefined && digest !== name) this.#digests.set(digest, digest);
  }

  /** An error about one tag is no reason to read no other; one that is to go must be read. */
  async #ask(tag: string, isGoing: boolean): Promise<{ readonly digest: string } | { readonly why: string }> {
    try {
      const answer = await askFor(this.#target, this.#repository, tag);
      if (answer.kind === 'found' || (answer.kind === 'lost' && !isGoing)) return answer;
      return { why: `the tag ${tag} is in the list of the registry, which says that it does not exist` };
    } catch (error) {
      if (isGoing || !isAboutOne(error)) throw error;
      return { why: `the tag ${tag} cannot be read, and may have the same digest: ${messageOf(error)}` };
    }
  }

  /**
   * Why a manifest without a tag must stay; `undefined` = nothing names it, and nothing belongs to a part of it, which
   * some registries delete with it.
   * @throws ReadError
   */
  async reasonOfUntagged(digest: string, digests: Digests): Promise<string | undefined> {
    const reason = await this.reasonToStay(digest, digests);
    if (reason !== undefined) return reason;
    const { parts, blobs = [] } = await this.#facts(digest, undefined);
    for (const part of parts.filter((one) => !blobs.includes(one))) {
      const named = referrerTagOf(digests, part);
      const [referrer = named] = await referrersOf(this.#target, this.#repository, part);
      if (referrer !== undefined) return `${shown(referrer)} belongs to a part of it`;
    }
    return undefined;
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
    if (this.#referrersFollow) return this.#reasonOfTags(digest, digests, 'parts');
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
    const [unsure] = this.#unsure.values();
    if (unsure !== undefined) return unsure;
    const reasons: string[] = [];
    await each(othersOf(digests, digest), async (other) => {
      const reason = await this.#answered(referenceFrom(other, digest, which));
      if (reason !== undefined && !(await this.#isLost(other))) reasons.push(reason);
    });
    return reasons[0];
  }

  /** Reads each manifest that the decision needs. */
  async #answered(decision: ReturnType<typeof referenceFrom>): Promise<string | undefined> {
    let step = decision.next();
    while (!step.done) {
      const { digest, tag } = step.value;
      step = decision.next(await this.#facts(digest, tag));
    }
    return step.value;
  }

  /** A manifest that the registry cannot give may refer to any digest: only what needs it stays. */
  async #facts(digest: string, tag: string | undefined): Promise<ManifestFacts> {
    try {
      return await factsOf(this.#target, this.#repository, digest, tag);
    } catch (error) {
      if (!isAboutOne(error)) throw error;
      return { children: [], parts: [], unreadable: messageOf(error) };
    }
  }

  /** The registry says twice, by the tag and by its digest, that it has no manifest: nothing of it refers to another. */
  async #isLost({ digest, tag }: { readonly digest: string; readonly tag: string }): Promise<boolean> {
    if (!(await this.#facts(digest, undefined)).isAbsent) return false;
    const answer = await askFor(this.#target, this.#repository, tag);
    return answer.kind === 'lost' && answer.digest === digest;
  }
}

function shown(reference: string): string {
  return reference.includes(':') ? `the manifest ${reference.slice(0, 19)}` : `the tag ${reference}`;
}
