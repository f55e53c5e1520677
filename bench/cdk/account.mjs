// One environment of CDK; which of its assets a stack names is known by construction.
import { createHash } from 'node:crypto';
import { ACCOUNT, REGION } from '../contest.mjs';

const DAY = 86_400_000;
const OLD = new Date(Date.now() - 400 * DAY);
const BUCKET = 'cdk-hnb659fds-assets-of-the-bench';
const REPOSITORY = 'cdk-hnb659fds-container-assets-of-the-bench';

export const FULL = { objects: 100_000, images: 10_000, stacks: 2_000, unused: 400 };
/** Only objects: nobody has a million images. */
export const LARGE = { objects: 1_000_000, images: 10_000, stacks: 2_000, unused: 400 };
export const QUICK = { objects: 5_000, images: 500, stacks: 100, unused: 50 };

const hashOf = (kind, index) => createHash('sha256').update(`${kind} ${index}`).digest('hex');

/** Of the objects, the last `unused` are named by no stack; the stacks name the others, and all images, in turn. */
export function seed(control, { objects, images, stacks, unused }) {
  const place = { account: ACCOUNT, region: REGION };
  control.addStacks(place, [
    {
      name: 'CDKToolkit',
      parameters: { Qualifier: 'hnb659fds' },
      outputs: { BucketName: BUCKET, ImageRepositoryName: REPOSITORY },
    },
  ]);
  control.addBucket(place, BUCKET, { isVersioned: true });
  control.addEcrRepositories(place, [{ repositoryName: REPOSITORY }]);
  const named = Array.from({ length: stacks }, () => []);
  for (let index = 0; index < objects - unused; index++) named[index % stacks].push(hashOf('object', index));
  for (let index = 0; index < images; index++) named[index % stacks].push(hashOf('image', index));
  control.addStacks(
    place,
    named.map((hashes, index) => ({
      name: `stack-${index}`,
      template: JSON.stringify({ Resources: {}, Metadata: [BUCKET, REPOSITORY, ...hashes] }),
      parameters: { BootstrapVersion: '/cdk-bootstrap/hnb659fds/version' },
    })),
  );
  for (let index = 0; index < objects; index++) {
    control.addObjects(BUCKET, [{ key: `${hashOf('object', index)}.zip`, lastModified: OLD }]);
  }
  for (let index = 0; index < images; index++) {
    control.addEcrTags(place, [{ repository: REPOSITORY, tag: hashOf('image', index), pushedAt: OLD }]);
  }
}
