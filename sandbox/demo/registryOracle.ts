/**
 * Pulls every tag that must be there and all it refers to, as a client would, and compares each deletion with the mails.
 * It knows nothing of the program that it judges.
 */
import type { SunkMessage } from '../mail/message.ts';
import type { RunningRegistry } from '../registry/server.ts';
import { noticesIn } from './notices.ts';
import type { Violation } from './oracle.ts';
import type { Going } from './registrySeed.ts';

export interface RegistryStory {
  /** The account's name. */
  readonly name: string;
  readonly hub: RunningRegistry;
  /** Tags by repository, each with its digest, before anything was deleted. */
  readonly before: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly going: Going;
  readonly mails: readonly SunkMessage[];
  readonly retentionMs: number;
}

export interface RegistryJudgement {
  readonly violations: readonly Violation[];
  readonly deleted: number;
  /** How many manifests and blobs it pulled. */
  readonly pulled: number;
}

/** Tags by repository, each with its digest. */
export function tagsIn({ store }: RunningRegistry): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const digests = [...store.repositories].map(
    ([name, { tags }]) => [name, new Map([...tags].map(([tag, { digest }]) => [tag, digest]))] as const,
  );
  return new Map(digests);
}

export async function judgeRegistry(story: RegistryStory): Promise<RegistryJudgement> {
  const pulling = new Pulling(story.hub.url);
  const violations: Violation[] = [...tooEarly(story)];
  let deleted = 0;
  for (const [repository, tags] of story.before) {
    for (const [tag, digest] of tags) {
      const mayGo = story.going[repository]?.includes(tag) === true;
      const isThere = await pulling.isTag(repository, tag, digest);
      if (!isThere) deleted++;
      if (!isThere && !mayGo) violations.push(wrong(story, repository, tag, 'is gone, and had to stay'));
      if (isThere)
        for (const part of await pulling.missing(repository, tag)) violations.push(wrong(story, repository, tag, part));
    }
  }
  return { violations, deleted, pulled: pulling.count };
}

function wrong({ name }: RegistryStory, repository: string, tag: string, what: string): Violation {
  return { rule: 'registry', what: `${name}/${repository}:${tag} ${what}` };
}

/** Deletions before a mail about each of their tags was a retention old. */
function tooEarly(story: RegistryStory): readonly Violation[] {
  const { hub, before, mails, retentionMs, name } = story;
  const notified = new Map(
    mails
      .flatMap(noticesIn)
      .filter(({ accountName }) => accountName === name)
      .reverse()
      .map(({ region, id, receivedAt }) => [`${region}:${id}`, receivedAt]),
  );
  return hub.requests.flatMap(({ method, path, status, at }) => {
    const [, repository = '', reference = ''] = /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(path) ?? [];
    if (method !== 'DELETE' || status >= 300) return [];
    const tags = [...(before.get(repository) ?? [])].filter(
      ([tag, digest]) => tag === reference || digest === reference,
    );
    return tags
      .filter(([tag]) => !((notified.get(`${repository}:${tag}`) ?? Number.POSITIVE_INFINITY) + retentionMs <= at))
      .map(([tag]) => wrong(story, repository, tag, 'was deleted before a mail about it was old enough'));
  });
}

interface Descriptor {
  readonly digest: string;
}

class Pulling {
  count = 0;
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async isTag(repository: string, tag: string, digest: string): Promise<boolean> {
    const answer = await this.#get(repository, `manifests/${tag}`);
    await answer.arrayBuffer();
    return answer.ok && answer.headers.get('docker-content-digest') === digest;
  }

  /** The missing parts of the image or of its signature, in sentences. */
  async missing(repository: string, reference: string): Promise<readonly string[]> {
    const answer = await this.#get(repository, `manifests/${reference}`);
    if (!answer.ok) return [`has lost ${reference}`];
    const {
      config,
      layers = [],
      manifests = [],
    } = (await answer.json()) as Partial<Record<'layers' | 'manifests', Descriptor[]> & { config: Descriptor }>;
    const lost: string[] = [];
    for (const { digest } of [config ?? [], layers].flat()) {
      const blob = await this.#get(repository, `blobs/${digest}`);
      await blob.arrayBuffer();
      if (!blob.ok) lost.push(`has lost the layer ${digest.slice(0, 19)}`);
    }
    for (const { digest } of manifests) lost.push(...(await this.missing(repository, digest)));
    return lost;
  }

  #get(repository: string, what: string): Promise<Response> {
    this.count++;
    return fetch(`${this.#url}/v2/${repository}/${what}`, { headers: { accept: '*/*' } });
  }
}
