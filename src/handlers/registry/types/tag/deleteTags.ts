/**
 * Deletes tags that have permits. Where the registry deletes a tag alone, each goes by its name. Where it cannot, the
 * digest goes, and only if all its tags are among them at that moment and nothing refers to it. Before the registry has
 * shown how it deletes, its first deletion is one that does no harm either way.
 */
import { type DeleteOutcome, unsent } from '../../../../core/resource/resource.ts';
import type { TagResource } from '../../../images/resource.ts';
import type { Answered } from '../../calls/deletions.ts';
import { headOf } from '../../calls/manifests.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import type { CallScope } from '../../wire/call.ts';
import { forgetDeletes, knownDeletes, learnDeletes } from './deletion.ts';
import { Look, type Looking } from './look.ts';
import { MOVED } from './outcome.ts';
import { type Deleted, type Deletes, type KnownDeletes, proofOf } from './proof.ts';
import { Requests } from './requests.ts';
import { type Reach, refusal, staysBecause } from './whole.ts';

/** So often a digest is read before it counts as still there: a replica may lag. */
const PROOFS = 5;

/**
 * The tags of one request are in one repository; an outcome that is missing is unknown.
 * @throws PermitError
 */
export async function deleteTags(
  target: CallScope,
  looking: Looking,
  batch: readonly TagResource[],
): Promise<ReadonlyMap<string, DeleteOutcome>> {
  const [first] = batch;
  const look = new Look(target, first?.repository ?? '', looking);
  const deleting = new Deleting(target, look, await knownDeletes(target));
  const byDigest = new Map<string, TagResource[]>();
  for (const tag of batch.filter(({ untagged }) => untagged)) await deleting.untagged(tag);
  for (const tag of batch.filter(({ untagged }) => !untagged))
    byDigest.set(tag.digest, [...(byDigest.get(tag.digest) ?? []), tag]);
  for (const [digest, tags] of byDigest) await deleting.group(digest, tags);
  await deleting.again();
  const [only] = batch;
  const { unsent, outcomes } = deleting.requests;
  if (unsent && only && batch.length === 1) throw unsent;
  return outcomes;
}

class Deleting {
  /** They know the outcome of each tag. */
  readonly requests: Requests;
  readonly #target: CallScope;
  readonly #look: Look;
  #deletes: Deletes | undefined;
  /** The registry has shown it, not only the account. */
  #isShown: boolean;
  /** By digest: tags that were refused because the registry has not shown how it deletes. */
  readonly #unproven = new Map<string, readonly TagResource[]>();

  constructor(target: CallScope, look: Look, { deletes, isShown }: KnownDeletes) {
    this.requests = new Requests(target);
    this.#target = target;
    this.#look = look;
    this.#deletes = deletes;
    this.#isShown = isShown;
  }

  /** The tags to be deleted that have this digest. */
  async group(digest: string, tags: readonly TagResource[]): Promise<void> {
    if (this.#deletes === undefined) await this.#first(digest, tags);
    if (this.#deletes === 'tags') await this.#eachAlone(digest, this.requests.left(tags));
    if (this.#deletes === 'digests') await this.#whole(digest, this.requests.left(tags));
    if (this.#deletes === 'nothing') this.requests.stop(NOTHING);
    if (this.requests.rest) this.requests.set(this.requests.left(tags), this.requests.rest);
  }

  /** A manifest without a tag: only an API that lists such has shown that there is none. */
  async untagged(manifest: TagResource): Promise<void> {
    if (this.requests.rest) return this.requests.set([manifest], this.requests.rest);
    if (!manifestsThrough(this.#target)) return this.requests.set([manifest], NO_LIST);
    if (!(await this.#mayGo(manifest.digest, [manifest], 'untagged'))) return;
    const answer = await this.requests.send([manifest], manifest.digest, [manifest.id]);
    if (answer?.kind === 'unsupported') this.requests.set([manifest], { kind: 'refused', reason: answer.reason });
    else await this.#answered([manifest], answer, 'nothing');
    if (this.requests.rest) this.requests.set(this.requests.left([manifest]), this.requests.rest);
  }

  /** Tags that waited for a proof: another one of this request may have given it. */
  async again(): Promise<void> {
    if (this.#deletes !== 'tags' || !this.#isShown) return;
    for (const [digest, tags] of this.#unproven) {
      this.requests.unset(tags);
      await this.group(digest, tags);
    }
  }

  /**
   * The first deletions, of tags whose digest may go with them. They teach that the registry deletes a tag alone if the
   * digest is still there after the last of them: some registries drop a manifest that has no tag.
   */
  async #first(digest: string, tags: readonly TagResource[]): Promise<void> {
    const ids = tags.map(({ id }) => id);
    if (!(await this.#mayGo(digest, tags, 'unproven'))) return;
    for (const tag of tags) {
      await this.#alone(tag, ids);
      if (this.#deletes !== undefined || this.requests.rest) return;
    }
    const areAllDeleted = this.requests.areDeleted(tags);
    if (areAllDeleted) await this.#conclude(digest, tags, { hasOthers: false, areAllDeleted });
  }

  async #isThere(repository: string, digest: string, proofs: number): Promise<boolean> {
    for (let proof = 0; proof < proofs; proof++) {
      if ((await headOf(this.#target, repository, digest)) === undefined) return false;
    }
    return true;
  }

  /**
   * A registry may have been changed since it has shown this: the digest must still be there. Other tags may need it, or
   * an index without a tag of its own. Where only the account says it, the registry may drop a digest with the last of
   * its tags, so nothing else may need that digest.
   */
  async #eachAlone(digest: string, tags: readonly TagResource[]): Promise<void> {
    if (!this.#isShown && !(await this.#mayGo(digest, tags, 'last'))) return;
    const ids = tags.map(({ id }) => id);
    const hasOthers = this.#look.mayHaveOthers(digest, ids);
    for (const tag of this.requests.left(tags)) await this.#alone(tag, [tag.id]);
    const deleted = tags.filter((tag) => this.requests.areDeleted([tag]));
    if (deleted.length === 0) return;
    await this.#conclude(digest, deleted, { hasOthers, areAllDeleted: deleted.length === tags.length });
  }

  /** Reads the digest of deleted tags, and stores the fact that this proves about the registry. */
  async #conclude(
    digest: string,
    [tag]: readonly TagResource[],
    deleted: Pick<Deleted, 'hasOthers' | 'areAllDeleted'>,
  ): Promise<void> {
    const isShown = this.#isShown;
    const repository = tag?.repository ?? '';
    const isThere = await this.requests.reading([], () => this.#isThere(repository, digest, isShown ? 1 : PROOFS));
    if (isThere === undefined) return;
    const proof = proofOf({ ...deleted, isShown, isThere });
    if (proof.kind === 'shown') await this.#learn('tags');
    if (proof.kind !== 'lost') return;
    await forgetDeletes(this.#target, proof.loss);
    ({ deletes: this.#deletes, isShown: this.#isShown } = await knownDeletes(this.#target));
  }

  /** @param mayGo every tag that may go with it */
  async #alone(tag: TagResource, mayGo: readonly string[]): Promise<void> {
    if (this.requests.rest) return;
    const read = await this.requests.reading([tag], async () => (await this.requests.digestOf(tag)) ?? 'gone');
    if (read === undefined) return;
    if (read !== tag.digest) return this.requests.set([tag], read === 'gone' ? { kind: 'gone' } : MOVED);
    const answer = await this.requests.send([tag], tag.id, mayGo);
    await this.#answered([tag], answer, 'digests');
  }

  async #whole(digest: string, tags: readonly TagResource[]): Promise<void> {
    if (this.requests.rest || tags.length === 0 || !(await this.#mayGo(digest, tags, 'digests'))) return;
    const ids = tags.map(({ id }) => id);
    const answer = await this.requests.send(tags, digest, ids);
    await this.#answered(tags, answer, 'nothing');
  }

  /** @param otherwise how the registry deletes, if it does not support this request */
  async #answered(tags: readonly TagResource[], answer: Answered | undefined, otherwise: Deletes): Promise<void> {
    if (answer?.kind === 'unsupported') return this.#learn(otherwise);
    if (!answer) return;
    await this.requests.settle(tags, answer);
    const deleted = tags.filter((tag) => this.requests.areDeleted([tag]));
    this.#look.forget(deleted.map(({ id }) => id));
  }

  /** Looks at the repository now. Tags that moved or are gone get their outcomes; so do all, if the digest must stay. */
  async #mayGo(digest: string, tags: readonly TagResource[], reach: Reach): Promise<boolean> {
    if (this.requests.rest) return false;
    const ids = tags.map(({ id }) => id);
    const looked = await this.requests.reading(tags, async () => {
      const digests = await this.#look.now(ids);
      const staying = staysBecause(digest, ids, digests);
      // The digest stays with a tag that stays; else it may go with its last tag, and its manifests with it.
      if (reach === 'last')
        return { digests, why: staying ? undefined : await this.#look.reasonOfIndexes(digest, digests) };
      if (staying !== undefined) return { digests, why: staying };
      if (reach === 'untagged') return { digests, why: await this.#look.reasonOfUntagged(digest, digests) };
      return { digests, why: await this.#look.reasonToStay(digest, digests) };
    });
    if (!looked) return false;
    const { digests, why } = looked;
    if (why !== undefined) this.requests.set(tags, refusal(why, reach, this.#target.io.clock.now()));
    if (why !== undefined && reach !== 'digests' && reach !== 'untagged') this.#unproven.set(digest, tags);
    const moved = tags.filter(({ id }) => digests.get(id) !== digest);
    for (const tag of moved) this.requests.set([tag], digests.has(tag.id) ? MOVED : { kind: 'gone' });
    // The permits were asked for all of them: the next pass looks again, at those that are left.
    if (moved.length > 0) this.requests.set(this.requests.left(tags), LOOK_AGAIN);
    return this.requests.left(tags).length > 0;
  }

  async #learn(deletes: Deletes): Promise<void> {
    this.#deletes = deletes;
    this.#isShown = true;
    await learnDeletes(this.#target, deletes);
  }
}

const LOOK_AGAIN = unsent('another tag of its digest moved', 0);
const NO_LIST: DeleteOutcome = {
  kind: 'refused',
  reason: 'whether it has a tag is not known: the account has no `deletesThrough` that lists manifests without a tag',
};
const NOTHING: DeleteOutcome = {
  kind: 'refused',
  reason: 'the registry deletes neither tags nor digests (405 UNSUPPORTED): allow deletion in its configuration',
};
