import { defineHandler } from '../../../contract/defineHandler.ts';
import { problemsOf, type TagParameters, tagParameters } from '../../../images/parameters.ts';
import { keepN, policy, safeguards } from '../../../images/policy.ts';
import type { TagResource } from '../../../images/resource.ts';
import { open } from './session.ts';

export const tag = defineHandler<TagResource, TagParameters>({
  provider: 'registry',
  resourceType: 'tag',
  called: { en: 'image tag', de: 'Image-Tag' },
  alsoCalled: ['container tag', 'docker tag', 'registry tag'],
  summary:
    'Tags of the container images in a repository, under a cleanup policy. Only the garbage collection of the registry itself frees space.',
  permissions: {
    list: ['registry:ListTags', 'registry:GetManifest', 'registry:GetBlob'],
    delete: ['registry:DeleteManifest'],
  },
  parameters: tagParameters,
  problemsOf,
  when: [{ rule: policy.name }],
  minimumAgeOf: ({ olderThan }) => olderThan,
  datedBy: ({ timestampSource }) => (timestampSource === 'first-seen' ? 'byFirstSeen' : 'byProvider'),
  evidence: [],
  notReadYet: [
    { kind: 'runningImages', summary: 'Clusters, services and functions that run an image of the tag.' },
    { kind: 'deletion', summary: 'This version plans the deletion of tags, and deletes none.' },
  ],
  safeguards,
  rules: [policy],
  setPolicies: [keepN],
  definition: ({ repository, name, digest, manifest }) => ({ repository, tag: name, digest, manifest }),
  open,
});
