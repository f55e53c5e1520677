/** Tags of an account's repositories in ECR, each named after the program that runs its image. */
import { createHash } from 'node:crypto';
import { CreateRepositoryCommand, PutImageCommand } from '@aws-sdk/client-ecr';
import { RegisterTaskDefinitionCommand } from '@aws-sdk/client-ecs';
import { ID, REGION } from '../../integration/handlers/fixture.ts';
import type { Case, TypeCases } from '../case.ts';
import type { World } from '../world.ts';

const REPOSITORY = 'shop/web';
const OCI_IMAGE = 'application/vnd.oci.image.manifest.v1+json';

const TAG_CASES: readonly Case[] = [
  { name: 'of-nothing', kinds: [] },
  { name: 'of-a-task-definition', kinds: ['ecsImages'], custodian: 'It does not look at what runs an image.' },
  // Image, index and artifact are equal to a policy; only a signature is not.
  { name: 'kept-1', kinds: [], keptBy: 'nameRegexDelete: its name does not match' },
];

export const ecrTag: TypeCases = {
  cases: TAG_CASES,
  async make(world, attempt) {
    for (const { name } of TAG_CASES) {
      await attempt(name, async () => {
        await aTag(world, name);
        if (name !== 'of-a-task-definition') return;
        const image = `${ID}.dkr.ecr.${REGION}.amazonaws.com/${REPOSITORY}:${name}`;
        const containerDefinitions = [{ name: 'web', image, memory: 128 }];
        await world.ecs.send(new RegisterTaskDefinitionCommand({ family: name, containerDefinitions }));
      });
    }
  },
  // The account also has a repository of CDK.
  entry: `repositories: [${REPOSITORY}]\n    nameRegexDelete: "of-.*"\n    allowDeleteAll: true`,
  one: { make: aTag, nowhere: `${REPOSITORY}:nowhere` },
  custodian: {
    policy: `resource: aws.ecr-image
    filters:
      - type: value
        key: imageTags[0]
        value: kept-1
        op: ne`,
    nameOf: ({ imageTags }) => (imageTags as readonly string[] | undefined)?.[0],
  },
  moto: { cannotRead: [] },
  shown: { many: 'Tags of ECR', one: 'Tag of ECR' },
};

/** @returns its id */
async function aTag(world: World, imageTag: string): Promise<string> {
  const exists = (error: Error) => {
    if (error.name !== 'RepositoryAlreadyExistsException') throw error;
  };
  await world.ecr.send(new CreateRepositoryCommand({ repositoryName: REPOSITORY })).catch(exists);
  const digest = `sha256:${createHash('sha256').update(imageTag).digest('hex')}`;
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: 1 };
  const imageManifest = JSON.stringify({ schemaVersion: 2, mediaType: OCI_IMAGE, config, layers: [] });
  await world.ecr.send(
    new PutImageCommand({ repositoryName: REPOSITORY, imageManifest, imageManifestMediaType: OCI_IMAGE, imageTag }),
  );
  return `${REPOSITORY}:${imageTag}`;
}
