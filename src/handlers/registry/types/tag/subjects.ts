/** Asks the registry for the images to which signatures, attestations and lists of contents belong. */
import { ReadError } from '../../../../core/common/errors.ts';
import { each } from '../../../contract/each.ts';
import type { TagResource } from '../../../images/resource.ts';
import { subjects } from '../../../images/subjects.ts';
import { askFor } from '../../calls/manifests.ts';
import { prove } from '../../calls/prove.ts';
import type { CallScope } from '../../wire/call.ts';
import { isAboutOne } from '../../wire/readError.ts';
import type { TagParameters } from './parameters.ts';

export const tagSubjects = subjects<TagParameters>(
  { permissions: ['registry:GetManifest'] },
  async (tags, _place, { account }, io) => {
    // A cache may remember that an image was not there yet.
    const target = { account, io, isNow: true } as const;
    await prove(target);
    const found = new Map<string, boolean | ReadError>();
    await each(tags, async (tag) => {
      try {
        found.set(tag.id, await isThere(target, tag));
      } catch (error) {
        if (!isAboutOne(error)) throw error;
        found.set(tag.id, error);
      }
    });
    return found;
  },
);

/** Only an answer with the digest itself shows the image; one with another is a problem of that image. @throws ReadError */
async function isThere(target: CallScope, { repository, belongsTo = '' }: TagResource): Promise<boolean | ReadError> {
  const answer = await askFor(target, repository, belongsTo);
  if (answer.kind !== 'gone' && answer.digest !== belongsTo) {
    const what = `looking for ${repository}@${belongsTo}: the registry answers ${answer.digest}`;
    return new ReadError(what, { problem: 'malformed' });
  }
  return answer.kind === 'found';
}
