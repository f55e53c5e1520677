/** Deletions by the API that an account names (`deletesThrough`). */
import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { isSafeAddress } from '../../../../core/text/loopback.ts';
import { type DeletesThrough, settingsOf } from '../../wire/account.ts';
import type { CallScope } from '../../wire/call.ts';
import { deleteElsewhere } from '../../wire/client.ts';
import { malformed } from '../../wire/readError.ts';
import { type Answered, answeredBy } from '../deletions.ts';
import type { Deleting, DeletionApi, Found, ListedManifest } from './deletionApi.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { harbor } from './harbor.ts';

/** Quay, "Delete the specified repository tag": https://docs.quay.io/api/swagger/ (deleteFullTag). */
const quay: DeletionApi = {
  name: 'Quay',
  deletes: 'tags',
  right: 'an OAuth token with the scope repo:write',
  find: async (_target, { quay: base, token }, { repository, tag }) => ({
    url: new URL(`/api/v1/repository/${repository}/tag/${tag}`, base),
    headers: { authorization: `Bearer ${token}` },
  }),
};

const APIS = { github, gitlab, harbor, quay } as const;

/** `undefined`: the registry itself deletes. */
export function deletionApiOf(through: DeletesThrough | undefined): DeletionApi | undefined {
  return through && Object.entries(APIS).find(([name]) => through[name as keyof typeof APIS] !== undefined)?.[1];
}

/**
 * @param api {@link deletionApiOf} the account
 * @throws PermitError when it was not sent; ReadError when its answer is lost
 */
export async function deleteThrough(target: CallScope, api: DeletionApi, wanted: Deleting): Promise<Answered> {
  const { repository, digest, tag, mayGo, isUntagged = false } = wanted;
  const what = `deleting ${repository}${tag === undefined ? `@${digest.slice(0, 19)}` : `:${tag}`} through ${api.name}`;
  const isAble = isUntagged ? api.manifests !== undefined : (tag === undefined) === (api.deletes === 'digests');
  if (!isAble) return { kind: 'refused', reason: `${api.name} deletes only ${api.deletes}` };
  const found = await findBy(api, target, wanted);
  if ('kind' in found) return found;
  if ('absent' in found) return { kind: 'absent' };
  if ('refused' in found) return { kind: 'refused', reason: found.refused };
  if (!isSafeAddress(found.url))
    throw malformed(what, found.url.origin, 'credentials are not sent unencrypted: use https');
  const answer = await deleteElsewhere(target, { ...found, what, deletes: mayGo });
  return answeredBy(answer, api.name, api.right);
}

/** Lists the manifests of a repository, by the API of the account; `undefined`: it has none that does. */
export function manifestsThrough({ account }: Pick<CallScope, 'account'>): ListsManifests | undefined {
  const { deletesThrough = {} } = settingsOf(account);
  const api = deletionApiOf(deletesThrough);
  const manifests = api?.manifests;
  if (!api || !manifests) return undefined;
  return {
    name: api.name,
    datesPulls: api.datesPulls === true,
    takesParts: api.takesParts === true,
    list: (target, repository, digest) => manifests(target, deletesThrough, repository, digest),
  };
}

/** The API of one account that lists manifests. */
export interface ListsManifests {
  readonly name: string;
  readonly datesPulls: boolean;
  readonly takesParts: boolean;
  /** @param digest only this one, or none @throws ReadError unless the list is complete */
  list(target: CallScope, repository: string, digest?: string): AsyncIterable<readonly ListedManifest[]>;
}

const REFUSED: ReadonlySet<ReadError['problem']> = new Set(['denied', 'credentials']);
/** How long to wait after a read that failed. */
const READ_AGAIN_MS = 60_000;

/** A read before the request has deleted nothing. */
async function findBy(api: DeletionApi, target: CallScope, wanted: Deleting): Promise<Found | Answered> {
  try {
    return await api.find(target, settingsOf(target.account).deletesThrough ?? {}, wanted);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    const advice = REFUSED.has(error.problem) ? `; ${api.name} needs ${api.right}` : '';
    return { kind: 'busy', afterMs: READ_AGAIN_MS, reason: `${messageOf(error)}${advice}`, mayHaveDeleted: false };
  }
}
