import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { meansLocation } from '../../../../core/resource/locationPattern.ts';
import type { DeleteOutcome } from '../../../../core/resource/resource.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { externalReferences } from '../../../documents/references.ts';
import { JUDGING_KEYS, problemsOf } from '../../../images/parameters.ts';
import { newest, policy, rules, safeguards, writtenKeeps } from '../../../images/policy.ts';
import { TAG_ATTRIBUTES } from '../../../images/resource.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ecr } from '../../calls/ecr.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { runningImages } from '../../evidence/runningImages/runningImages.ts';
import { imageNames } from '../../evidence/runningImages/usesOfImage.ts';
import { repositoryPolicies } from '../../evidence/sharing/repositoryPolicies.ts';
import { unreadUsersOf } from '../../evidence/unreadUsers.ts';
import { deleteSame } from '../../session/deleteSame.ts';
import { type CallScopes, openSession } from '../../session/session.ts';
import { wholeDefinition } from '../../session/wholeDefinition.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { everyLocation } from '../../wire/places.ts';
import { type EcrTagParameters, ecrTagParameters } from './parameters.ts';
import { listTags, readTags } from './read.ts';
import { type EcrTagResource, isOfCdk } from './resource.ts';
import { restoreTag } from './restore.ts';
import { ecrSubjects } from './subjects.ts';

type EcrSafeguard = Safeguard<EcrTagResource, EcrTagParameters>;

/** The listing leaves these out; one that was marked before the configuration changed is read by its id. */
const repositories: EcrSafeguard = {
  name: 'repositories',
  summary: 'Tags of repositories that `repositories` does not name.',
  keeps: ({ repository }, { repositories: patterns }) =>
    meansLocation(patterns, repository) ? undefined : `the entry does not name its repository ${repository}`,
};

const cdkRepository: EcrSafeguard = {
  name: 'cdkRepository',
  summary:
    'Tags of the repositories of CDK, unless `repositories` names one in full: stacks name their images by hash, which the type `cdkEcrImage` looks for.',
  keeps: ({ repository }, { repositories: named }) =>
    isOfCdk(repository) && !named.includes(repository)
      ? 'CDK put it there, and a stack may name it: the type cdkEcrImage looks into the stacks'
      : undefined,
};

const READS = [
  ecr.describeRepositories,
  ecr.describeImages,
  ecr.batchGetImage,
  ecr.listTagsForResource,
  ecr.getLifecyclePolicyPreview,
];

export const ecrTag = defineHandler<EcrTagResource, EcrTagParameters>({
  provider: 'aws',
  resourceType: 'ecrTag',
  called: { en: 'ECR image tag', de: 'ECR-Image-Tag' },
  keepKey: null,
  alsoCalled: ['ecr', 'ecr tag', 'ecr image'],
  summary:
    'Tags of the container images in the private repositories of ECR, under a cleanup policy. An image goes with its last tag.',
  attributes: TAG_ATTRIBUTES,
  permissions: {
    list: permissionsOf(...READS),
    delete: permissionsOf(ecr.batchDeleteImage),
    restore: permissionsOf(...READS, ecr.putImage),
    resources: ['ecr:*:*:repository/*'],
  },
  unreadUsers: unreadUsersOf('containerImage'),
  parameters: ecrTagParameters,
  problemsOf: problemsOf('ecrTag'),
  when: [{ rule: policy.name }],
  minimumAgeOf: ({ olderThan }) => olderThan,
  datedBy: ({ timestampSource }) => (timestampSource === 'first-seen' ? 'byFirstSeen' : 'byLater'),
  evidence: [
    externalReferences(({ evidence }) => evidence.externalReferences, imageNames),
    // Any region and account may pull from here.
    ...runningImages(everyLocation),
    ...mentionedBy('containerImage', everyLocation),
    ecrSubjects,
    repositoryPolicies<EcrTagResource>(({ repository }) => repository),
  ],
  safeguards: [...safeguards, cdkRepository, repositories],
  alsoKeptAs: ['cdkEcrImage'],
  writtenKeeps,
  rules,
  judging: JUDGING_KEYS,
  divided: { by: 'repositories', attribute: 'repository' },
  setPolicies: newest,
  definition: wholeDefinition,
  open(scope, io) {
    const { repositories: patterns, timestampSource } = scope.parameters;
    const isFirstSeen = timestampSource === 'first-seen';
    /** The patterns that match a repository of the last listing. */
    const found = new Set<string>();
    const isWanted = (name: string) => {
      const matching = patterns.filter((pattern) => meansLocation([pattern], name));
      for (const pattern of matching) found.add(pattern);
      return matching.length > 0;
    };
    return openSession<EcrTagResource>(scope, io, {
      async *list(reader) {
        for await (const page of listTags(reader, isWanted)) yield isFirstSeen ? page.map(undated) : page;
      },
      lookedFor: async () =>
        patterns
          .filter((pattern) => pattern !== 'all')
          .map((pattern) => ({
            what: `no repository of ECR matches ${JSON.stringify(pattern)} in \`repositories\``,
            isFound: found.has(pattern),
            mayBeElsewhere: true,
          })),
      async get(reader, ids) {
        const reads = await readTags(reader, ids);
        if (!isFirstSeen) return reads;
        return new Map(
          [...reads].map(([id, one]) => [id, one.kind === 'found' ? { ...one, resource: undated(one.resource) } : one]),
        );
      },
      api: ecr.batchDeleteImage.api,
      delete: removeTag,
      restore: restoreTag,
    });
  },
});

/** Its age counts from when Holystone first saw it; `keepN` still counts by the push. */
function undated({ createdAt: pushedAt, ...tag }: EcrTagResource): EcrTagResource {
  return pushedAt === undefined ? tag : { ...tag, pushedAt };
}

/**
 * Deletes one tag and no other: "You can remove a tag from an image by specifying the image's tag in your request. When
 * you remove the last tag from an image, the image is deleted". The digest stands in no request: with it, all tags go.
 * https://docs.aws.amazon.com/AmazonECR/latest/APIReference/API_BatchDeleteImage.html
 */
async function removeTag(
  resource: EcrTagResource,
  { reader, deleter }: CallScopes,
): Promise<DeleteOutcome | undefined> {
  const { id, repository, name: imageTag } = resource;
  const now = (await readTags(reader, [id])).get(id);
  return deleteSame<EcrTagResource>('image tag', resource, now, async () => {
    const imageIds = [{ imageTag }];
    const answer = await send(deleter, ecr.batchDeleteImage, { repositoryName: repository, imageIds });
    const failure = answer.failures?.[0];
    if (failure) {
      const { failureCode, failureReason = 'without a reason' } = failure;
      return failureCode === 'ImageNotFound'
        ? { kind: 'gone' }
        : { kind: 'refused', reason: `ECR refuses (${failureCode}): ${failureReason}` };
    }
    const isDone = answer.imageIds?.some((one) => one.imageTag === imageTag) ?? false;
    return isDone ? { kind: 'deleted', requestId: requestIdOf(answer) } : undefined;
  });
}
