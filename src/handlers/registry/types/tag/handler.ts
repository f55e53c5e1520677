import { ReadError } from '../../../../core/common/errors.ts';
import type { Account } from '../../../../core/policy/workConfiguration.ts';
import { mentionedBy } from '../../../aws/evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../../aws/evidence/runningImages/runningImages.ts';
import { imageNames } from '../../../aws/evidence/runningImages/usesOfImage.ts';
import { unreadUsersOf } from '../../../aws/evidence/unreadUsers.ts';
import { everyPlace } from '../../../aws/wire/places.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { each } from '../../../contract/each.ts';
import type { EntryProblem, GivenEntry } from '../../../contract/entry.ts';
import { externalReferences } from '../../../documents/references.ts';
import { JUDGING_KEYS, problemsOf } from '../../../images/parameters.ts';
import { newest, policy, rules, safeguards, writtenKeeps } from '../../../images/policy.ts';
import { TAG_ATTRIBUTES, type TagResource } from '../../../images/resource.ts';
import { UNTAGGED } from '../../../images/ruleNames.ts';
import { subjects } from '../../../images/subjects.ts';
import { untagged } from '../../../images/untagged.ts';
import { askFor } from '../../calls/manifests.ts';
import { prove } from '../../calls/prove.ts';
import { manifestsThrough } from '../../calls/through/index.ts';
import type { CallScope } from '../../wire/call.ts';
import { isAboutOne } from '../../wire/readError.ts';
import { type TagParameters, tagParameters } from './parameters.ts';
import { open } from './session.ts';

/** The images to which signatures, attestations and lists of contents belong. */
const tagSubjects = subjects<TagParameters>(
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

/** The digest in the identity of a tag. A registry may delete only whole digests. */
function digestIn(identity: string): string | undefined {
  return identity.split('@')[1];
}

export const tag = defineHandler<TagResource, TagParameters>({
  provider: 'registry',
  resourceType: 'tag',
  called: { en: 'image tag', de: 'Image-Tag' },
  keepKey: null,
  alsoCalled: ['container tag', 'docker tag', 'registry tag'],
  summary:
    'Tags of the container images in a repository, under a cleanup policy. Only the garbage collection of the registry itself frees space.',
  attributes: { ...TAG_ATTRIBUTES, sizeBytes: 'bytes' },
  permissions: {
    list: ['registry:ListTags', 'registry:GetManifest', 'registry:GetBlob'],
    delete: ['registry:DeleteManifest'],
    restore: ['registry:PutManifest'],
  },
  unreadUsers: unreadUsersOf('containerImage'),
  parameters: tagParameters,
  problemsOf: problemsOfEntry,
  problemsOfAccount,
  when: [{ rule: policy.name }],
  minimumAgeOf: ({ olderThan }) => olderThan,
  datedBy: ({ timestampSource }) => (timestampSource === 'first-seen' ? 'byFirstSeen' : 'byLater'),
  evidence: [
    externalReferences(({ evidence }) => evidence.externalReferences, imageNames),
    ...runningImages(everyPlace),
    ...mentionedBy('containerImage', everyPlace).map((source) => ({ ...source, provider: 'aws' })),
    tagSubjects,
  ],
  safeguards,
  writtenKeeps,
  rules: [...rules, untagged],
  judging: JUDGING_KEYS,
  setPolicies: newest,
  maxBatch: 10,
  together: digestIn,
  definition: ({ repository, name, digest, manifest }) => ({ repository, tag: name, digest, manifest }),
  open,
});

function problemsOfEntry(entry: GivenEntry<TagParameters>): readonly EntryProblem[] {
  const { orderBy, timestampSource } = entry.parameters;
  const problems = problemsOf('tag')(entry);
  if (orderBy !== 'push' || timestampSource !== 'image-created') return problems;
  const message =
    'with `timestampSource: image-created` no push is known; write `timestampSource: push` or `first-seen` with `orderBy: push`';
  return [...problems, { path: ['orderBy'], message }];
}

/** The OCI API lists no manifests without a tag, and says nothing about pulls. */
function problemsOfAccount(rules: readonly string[], account: Account, parameters: unknown): readonly EntryProblem[] {
  const api = manifestsThrough({ account });
  const { pulledWithin } = parameters as Pick<TagParameters, 'pulledWithin'>;
  const problems: EntryProblem[] = [];
  if (rules.includes(UNTAGGED) && !api) {
    const message = `the rule ${UNTAGGED} needs an API that lists manifests without a tag: give the account ${account.name} \`deletesThrough\` with \`harbor\` or \`github\`; for any other registry its own garbage collection removes them (docs/registry.md)`;
    problems.push({ path: ['when'], message });
  }
  if (pulledWithin !== undefined && !api?.datesPulls) {
    const message = `no API of the account ${account.name} says when an image was pulled: give it \`deletesThrough\` with \`harbor\`, or remove \`pulledWithin\``;
    problems.push({ path: ['pulledWithin'], message });
  }
  return problems;
}
