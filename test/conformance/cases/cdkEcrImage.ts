/** Images in the repository of an environment of CDK. */
import { createHash } from 'node:crypto';
import { PutImageCommand } from '@aws-sdk/client-ecr';
import type { Case, TypeCases } from '../case.ts';
import { bootstrapped, hashOf, REPOSITORY, stackNaming } from '../cdk.ts';
import type { World } from '../world.ts';

const OCI_IMAGE = 'application/vnd.oci.image.manifest.v1+json';
/** moto makes the digest of an image from those of its layers. */
const LAYER = { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', size: 1 };
const NO_HASH = 'namedByHand: its name latest has no hash, so a template cannot be searched for it';
const NOT_SEEN = 'It does not look into templates.';

const IMAGES: readonly (readonly [string, Omit<Case, 'name'>])[] = [
  [hashOf('image-of-nothing'), { kinds: [] }],
  [hashOf('image-of-a-template'), { kinds: ['stackTemplates'], custodian: NOT_SEEN }],
  ['latest', { kinds: [], keptBy: NO_HASH }],
];

export const cdkEcrImage: TypeCases = {
  cases: IMAGES.map(([name, known]) => ({ name, ...known })),
  async make(world, attempt) {
    for (const [name, { kinds }] of IMAGES) {
      await attempt(name, async () => {
        await anImage(world, name);
        if (kinds.length > 0) await stackNaming(world, 'images-named', name);
      });
    }
  },
  // moto answers nothing of a digest that it does not have, and so no failure.
  one: {
    make: anImage,
    nowhere: `sha256:${hashOf('nowhere')}`,
    missing: /^(gone|unknown)$/,
    deleted: /^(gone|unknown)$/,
    again: /^(gone|retry)$/,
    tagsShown: false,
  },
  custodian: {
    policy: `resource: aws.ecr-image
    filters:
      - type: value
        key: imageTags[0]
        value: latest
        op: ne`,
    nameOf: ({ imageTags }) => (imageTags as readonly string[] | undefined)?.[0],
  },
  moto: { cannotRead: [] },
  shown: { many: 'CDK images in ECR', one: 'CDK image in ECR' },
};

/** @returns its digest */
export async function anImage(world: World, imageTag: string): Promise<string> {
  await bootstrapped(world);
  const digest = `sha256:${createHash('sha256').update(imageTag).digest('hex')}`;
  const config = { mediaType: 'application/vnd.oci.image.config.v1+json', digest, size: 1 };
  const imageManifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: OCI_IMAGE,
    config,
    layers: [{ ...LAYER, digest }],
  });
  const { image } = await world.ecr.send(
    new PutImageCommand({
      repositoryName: REPOSITORY,
      imageManifest,
      imageManifestMediaType: OCI_IMAGE,
      imageTag,
    }),
  );
  return image?.imageId?.imageDigest ?? '';
}
