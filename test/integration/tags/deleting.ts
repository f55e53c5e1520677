/** Deletions of tags by the type's own session, with permits for the named tags and no lifecycle around it. */
import type { LearntFacts } from '../../../src/core/ports/learntFacts.ts';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import type { TagResource } from '../../../src/handlers/images/resource.ts';
import { tag } from '../../../src/handlers/registry/types/tag/handler.ts';
import { tagParameters } from '../../../src/handlers/registry/types/tag/parameters.ts';
import { demandDeclared } from '../../support/declared.ts';
import { scopeOf, testEffects } from '../handlers/fixture.ts';

export const REPOSITORY = 'shop/web';

/** Facts in memory. */
export class LearntHere implements LearntFacts {
  readonly facts = new Map<string, string>();
  get = async (key: string) => this.facts.get(key);
  put = async (key: string, fact: string) => void this.facts.set(key, fact);
  forget = async (key: string) => void this.facts.delete(key);
}

export class Registry {
  readonly learnt = new LearntHere();
  readonly #effects = testEffects();
  readonly #settings: object;

  /** @param more keys of the account */
  constructor(url: string, more: object = {}) {
    this.#settings = { url, ...more };
  }

  session(change: Partial<Io> = {}) {
    const account = { name: 'hub', provider: 'registry', locations: [REPOSITORY], settings: this.#settings };
    const parameters = tagParameters.parse({ nameRegexDelete: '.*', keepN: 1 });
    const scope = scopeOf(parameters, { account, accounts: [account], location: REPOSITORY });
    return tag.open(scope, this.#effects.io({ learnt: this.learnt, ...change }));
  }

  async read(...ids: readonly string[]): Promise<readonly TagResource[]> {
    const reads = await this.session().get(ids);
    const found = ids.flatMap((id) => {
      const read = reads.get(id);
      return read?.kind === 'found' ? [read.resource] : [];
    });
    demandDeclared(tag.attributes ?? {}, found);
    return found;
  }

  /** One request of a delete pass: read by id, permits for these and no others, deletion. */
  async delete(...ids: readonly string[]): Promise<Readonly<Record<string, DeleteOutcome>>> {
    return this.deleteRead(await this.read(...ids));
  }

  /** A delete pass: the repository is listed again, and then the tags are deleted. */
  async deleteListed(...ids: readonly string[]): Promise<Readonly<Record<string, DeleteOutcome>>> {
    return this.deleteRead(await this.read(...ids), { isListed: true });
  }

  async deleteRead(
    tags: readonly TagResource[],
    { isListed = false, ...change }: Partial<Io> & { readonly isListed?: boolean } = {},
  ) {
    const permitted = new Set(tags.map(({ id }) => id));
    const denies = (asked: readonly string[] = []) =>
      asked.every((id) => permitted.has(id)) ? undefined : `no permit for ${asked.join(' and ')}`;
    const session = this.session({ permit: { denies }, ...change });
    if (isListed) for await (const page of session.list()) demandDeclared(tag.attributes ?? {}, page);
    return Object.fromEntries(await session.delete(tags));
  }

  /** Its knowledge about deletions. */
  deletesAs(): string | undefined {
    return [...this.learnt.facts].find(([key]) => key.endsWith('/deletes'))?.[1];
  }

  close(): void {
    this.#effects.destroy();
  }
}

/** tag → kind of its outcome */
export function kinds(outcomes: Readonly<Record<string, DeleteOutcome>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(outcomes).map(([id, { kind }]) => [id, kind]));
}

export function reasonOf(outcome: DeleteOutcome | undefined): string {
  return outcome && 'reason' in outcome ? outcome.reason : 'no reason';
}
