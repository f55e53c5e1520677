/** The reads and requests of one call of `deleteTags`, and the outcome of each tag by them. */
import { messageOf, PermitError } from '../../../../core/common/errors.ts';
import { type DeleteOutcome, unsent } from '../../../../core/resource/resource.ts';
import type { TagResource } from '../../../images/resource.ts';
import { type Answered, deleteManifest } from '../../calls/deletions.ts';
import { headOf } from '../../calls/manifests.ts';
import type { Deleting } from '../../calls/through/deletionApi.ts';
import { deleteThrough, deletionApiOf } from '../../calls/through/index.ts';
import { settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { outcomeOf } from './outcome.ts';

/** How long to wait after a read that failed. */
const READ_AGAIN_MS = 60_000;

/** A 403 may be about one tag, as of a protected one; two in a row are about the user. */
const MOST_FORBIDDEN = 2;

/** An answer to a request that the registry supports. */
type Supported = Exclude<Answered, { kind: 'unsupported' }>;

export class Requests {
  readonly #target: CallScope;
  readonly #outcomes = new Map<string, DeleteOutcome>();
  /** Tags whose request was sent and whose outcome is unknown. */
  readonly #lost = new Set<string>();
  #unsent: PermitError | undefined;
  /** Requests in a row that the user may not send. */
  #forbidden = 0;
  #rest: DeleteOutcome | undefined;

  constructor(target: CallScope) {
    this.#target = target;
  }

  /** An outcome that is missing is unknown. */
  get outcomes(): ReadonlyMap<string, DeleteOutcome> {
    return this.#outcomes;
  }

  /** The request that the gate stopped. */
  get unsent(): PermitError | undefined {
    return this.#unsent;
  }

  /** Set once nothing more is sent: the outcome of the other tags. */
  get rest(): DeleteOutcome | undefined {
    return this.#rest;
  }

  /** Those without an outcome whose request, if there was one, was answered. */
  left(tags: readonly TagResource[]): readonly TagResource[] {
    return tags.filter(({ id }) => !this.#outcomes.has(id) && !this.#lost.has(id));
  }

  areDeleted(tags: readonly TagResource[]): boolean {
    return tags.every(({ id }) => this.#outcomes.get(id)?.kind === 'deleted');
  }

  set(tags: readonly TagResource[], outcome: DeleteOutcome): void {
    for (const { id } of tags) this.#outcomes.set(id, outcome);
  }

  /** They are tried once more. */
  unset(tags: readonly TagResource[]): void {
    for (const { id } of tags) this.#outcomes.delete(id);
  }

  /** Sends nothing more; an earlier reason stands. */
  stop(rest: DeleteOutcome): void {
    this.#rest ??= rest;
  }

  /** The digest that the tag has now; `undefined` = it is gone. @throws ReadError */
  async digestOf({ repository, id }: TagResource): Promise<string | undefined> {
    return (await headOf(this.#target, repository, id))?.digest;
  }

  /** A read before a request: where it fails, nothing more is sent in this call. */
  async reading<T>(tags: readonly TagResource[], read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      this.#rest = unsent(messageOf(error), READ_AGAIN_MS);
      this.set(tags, this.#rest);
      return undefined;
    }
  }

  /**
   * Deletes a tag or a digest.
   * @param mayGo every tag that may go with it
   * @returns `undefined` = no answer: it was not sent, or the answer is lost
   */
  async send(tags: readonly TagResource[], reference: string, mayGo: readonly string[]): Promise<Answered | undefined> {
    const [{ repository, digest }] = tags as [TagResource];
    const api = deletionApiOf(settingsOf(this.#target.account).deletesThrough);
    const isUntagged = tags.some(({ untagged }) => untagged);
    const wanted: Deleting = {
      ...{ repository, digest, mayGo },
      ...(reference === digest ? {} : { tag: reference }),
      ...(isUntagged ? { isUntagged } : {}),
    };
    try {
      if (api) return await deleteThrough(this.#target, api, wanted);
      return await deleteManifest(this.#target, repository, reference, mayGo);
    } catch (error) {
      this.#rest = unsent(messageOf(error), 0);
      if (error instanceof PermitError) this.#unsent = error;
      else for (const { id } of tags) this.#lost.add(id);
      return undefined;
    }
  }

  /** An answer is believed where a read of the tag confirms it. */
  async settle(tags: readonly TagResource[], answer: Supported): Promise<void> {
    this.#forbidden = answer.kind === 'refused' && answer.isForbidden ? this.#forbidden + 1 : 0;
    if (answer.kind === 'busy') this.#rest = unsent(answer.reason, answer.afterMs);
    if (this.#forbidden >= MOST_FORBIDDEN && 'reason' in answer) this.#rest = unsent(answer.reason, READ_AGAIN_MS);
    for (const tag of tags) {
      try {
        const isRead = answer.kind !== 'refused' && !(answer.kind === 'busy' && !answer.mayHaveDeleted);
        const outcome = outcomeOf(answer, tag.digest, isRead ? await this.digestOf(tag) : tag.digest);
        if (outcome) this.#outcomes.set(tag.id, outcome);
        else this.#lost.add(tag.id);
      } catch {
        this.#lost.add(tag.id);
      }
    }
  }
}
