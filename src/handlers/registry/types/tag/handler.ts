import { mentionedBy } from '../../../aws/evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../../aws/evidence/runningImages/runningImages.ts';
import { imageNames } from '../../../aws/evidence/runningImages/usesOfImage.ts';
import { unreadUsersOf } from '../../../aws/evidence/unreadUsers.ts';
import { everyPlace } from '../../../aws/wire/places.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { externalReferences } from '../../../documents/references.ts';
import { JUDGING_KEYS, problemsOf } from '../../../images/parameters.ts';
import { newest, policy, rules, safeguards, writtenKeeps } from '../../../images/policy.ts';
import { TAG_ATTRIBUTES, type TagResource } from '../../../images/resource.ts';
import { untagged } from '../../../images/untagged.ts';
import { type TagParameters, tagParameters } from './parameters.ts';
import { problemsOfAccount } from './problemsOfAccount.ts';
import { open } from './session.ts';
import { tagSubjects } from './subjects.ts';

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
  problemsOf: problemsOf('tag'),
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
