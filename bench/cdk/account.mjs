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
export const QUICK = { objects: 1_800, images: 200, stacks: 50, unused: 50 };
export const USUAL = { objects: 9_000, images: 1_000, stacks: 200, unused: 100 };
/** Each template has a megabyte, as large as CloudFormation takes one. */
export const LONG = { objects: 9_000, images: 1_000, stacks: 5_000, unused: 100, templateBytes: 1_000_000 };

const hashOf = (kind, index) => createHash('sha256').update(`${kind} ${index}`).digest('hex');

/** Of the objects, the last `unused` are named by no stack; the stacks name the others, and all images, in turn. */
export function seed(control, { objects, images, stacks, unused, templateBytes = 0 }) {
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
  const filler = fillerOf(templateBytes);
  control.addStacks(
    place,
    named.map((hashes, index) => ({
      name: `stack-${index}`,
      // The endpoint must not hold thousands of megabytes: the long part is one text for all stacks.
      ...(templateBytes === 0
        ? { template: JSON.stringify({ Resources: {}, Metadata: [BUCKET, REPOSITORY, ...hashes] }) }
        : { template: filler, processed: filler }),
      parameters: {
        BootstrapVersion: '/cdk-bootstrap/hnb659fds/version',
        ...(templateBytes === 0 ? {} : { Assets: hashes.join() }),
      },
    })),
  );
  for (let index = 0; index < objects; index++) {
    control.addObjects(BUCKET, [{ key: `${hashOf('object', index)}.zip`, lastModified: OLD }]);
  }
  for (let index = 0; index < images; index++) {
    control.addEcrTags(place, [{ repository: REPOSITORY, tag: hashOf('image', index), pushedAt: OLD }]);
  }
}

const MOST_RESOURCES = 500;

/** A template of so many bytes: as many functions as CloudFormation takes, each with its asset and a long text. */
function fillerOf(bytes) {
  const described = 'as long as it is '.repeat(bytes / MOST_RESOURCES / 17);
  const resources = Array.from({ length: MOST_RESOURCES }, (_, index) => [
    `Function${index}`,
    {
      Type: 'AWS::Lambda::Function',
      Properties: {
        Code: { S3Bucket: BUCKET, S3Key: `${hashOf('filler', index)}.zip` },
        Role: { 'Fn::GetAtt': [`Role${index}`, 'Arn'] },
        Description: described,
      },
    },
  ]);
  return bytes === 0 ? '' : JSON.stringify({ Resources: Object.fromEntries(resources), Repository: REPOSITORY });
}
