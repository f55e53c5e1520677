/** Asks the registry for the images to which signatures, attestations and lists of contents belong. */
import type { ReadError } from '../../../../core/common/errors.ts';
import { each } from '../../../contract/each.ts';
import { readReference } from '../../../images/reference.ts';
import { subjectOf } from '../../../images/referrerTag.ts';
import type { TagResource } from '../../../images/resource.ts';
import { namesSigned } from '../../../images/statement.ts';
import { type SubjectReads, subjects } from '../../../images/subjects.ts';
import { askFor, configOf } from '../../calls/manifests.ts';
import { prove } from '../../calls/prove.ts';
import type { CallScope } from '../../wire/call.ts';
import { isAboutOne } from '../../wire/readError.ts';
import { factsOf } from './facts.ts';
import { namesIn } from './names.ts';
import type { TagParameters } from './parameters.ts';

export const tagSubjects = subjects<TagParameters>(
  { permissions: ['registry:GetManifest', 'registry:ListTags', 'registry:GetBlob'] },
  async (_place, { account }, io) => {
    // A cache may remember that an image was not there yet.
    const target = { account, io, isNow: true } as const;
    await prove(target);
    return readsOf(target);
  },
);

function readsOf(target: CallScope): SubjectReads {
  const names = new Map<string, Promise<readonly string[]>>();
  const tagsOf = (repository: string) => {
    const read = names.get(repository) ?? namesIn(target, repository);
    names.set(repository, read);
    return read;
  };
  return {
    async existing(tags) {
      const found = new Map<string, boolean | ReadError>();
      await each(tags, async ({ id, repository, belongsTo = '' }) => {
        try {
          found.set(id, (await askFor(target, repository, belongsTo)).kind !== 'gone');
        } catch (error) {
          if (!isAboutOne(error)) throw error;
          found.set(id, error);
        }
      });
      return found;
    },
    hasImages: async (repository) => (await tagsOf(repository)).some((name) => subjectOf(name) === undefined),
    factsOf: (repository, digest) => factsOf(target, repository, digest),
    otherRepositoryIn: (tag) => otherRepositoryIn(target, tag),
  };
}

/** A text that names none proves nothing, and one that cannot be read is an error. */
async function otherRepositoryIn(target: CallScope, { repository, digest }: TagResource): Promise<string | undefined> {
  const { statements = [] } = await factsOf(target, repository, digest);
  for (const statement of statements) {
    const names = namesSigned(await configOf(target, repository, statement)) ?? ['an image that is not understood'];
    const other = names.find((name) => readReference(name)?.repository !== repository);
    if (other !== undefined) return other;
  }
  return undefined;
}
