/** Whether the images exist to which signatures, attestations and lists of contents belong: evidence for the rule `orphan`. */
import { ReadError } from '../../core/common/errors.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import { findOfEach } from '../contract/collecting.ts';
import type { EvidenceSource, Io, Scope } from '../contract/handler.ts';
import { isDigest } from './digest.ts';
import { isOnlyNamed, subjectAlias } from './orphan.ts';
import type { TagResource } from './resource.ts';
import { ORPHAN } from './ruleNames.ts';

/** They are asked about several at a time. */
const AT_ONCE = 1000;

/** By the id of a tag: does its image exist? An error about that image alone is a value. */
export type Existing = ReadonlyMap<string, boolean | ReadError>;

/** @param existing asks in the place of the tags, or throws `ReadError` */
export function subjects<P>(
  source: Pick<EvidenceSource<P>, 'permissions' | 'provider'>,
  existing: (tags: readonly TagResource[], place: Place, scope: Scope<P>, io: Io) => Promise<Existing>,
): EvidenceSource<P> {
  return {
    ...source,
    name: 'subjects',
    summary:
      'Whether the image exists to which a signature, an attestation or a list of contents belongs. Only for entries with the rule `orphan`.',
    per: 'resource',
    candidatesAtOnce: AT_ONCE,
    findsExistence: true,
    places: ({ account, location, rules }) => (rules?.includes(ORPHAN) ? [{ account: account.name, location }] : []),
    async read(place, scope, candidates, io) {
      const tags = (candidates as readonly TagResource[]).filter((tag) => isDigest(tag.belongsTo) && !isOnlyNamed(tag));
      if (tags.length === 0) return [];
      const answers = await existing(tags, place, scope, io);
      return findOfEach(tags, async (tag) => [findingOf(tag, answers.get(tag.id))]);
    },
  };
}

/** @throws ReadError when it is not known */
function findingOf(tag: TagResource, exists: boolean | ReadError | undefined): Finding {
  const image = `image ${tag.belongsTo}`;
  if (exists === undefined) throw new ReadError(`no answer about the ${image}`, { problem: 'malformed' });
  if (typeof exists !== 'boolean') throw exists;
  const alias = subjectAlias(tag);
  return exists ? { alias, says: 'exists', by: 'the registry has that image' } : { alias, says: 'gone', by: image };
}
