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
  control.addStacks(
    place,
    named.map((hashes, index) => ({
      name: `stack-${index}`,
      template: templateOf(hashes, templateBytes),
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

function templateOf(hashes, bytes) {
  const named = JSON.stringify({ Resources: {}, Metadata: [BUCKET, REPOSITORY, ...hashes] });
  return bytes === 0 ? named : named.replace('{}', `{${MARKER}}`);
}

/** In the place of this, the endpoint sends the long part of a template, which all stacks share. */
export const MARKER = '@the long part of the template@';
const MOST_RESOURCES = 500;

/** A part of so many bytes, as XML: as many functions as CloudFormation takes, each with its asset and a long text. */
export function fillerOf({ templateBytes = 0 }) {
  const described = 'as long as it is '.repeat(templateBytes / MOST_RESOURCES / 17);
  const resources = Array.from({ length: MOST_RESOURCES }, (_, index) => {
    const Code = { S3Bucket: BUCKET, S3Key: `${hashOf('filler', index)}.zip` };
    const Role = { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, `:iam::${ACCOUNT}:role/`, { Ref: 'Role' }]] };
    const Properties = { Code, Role, Description: described };
    return `"Function${index}":${JSON.stringify({ Type: 'AWS::Lambda::Function', Properties })}`;
  });
  return resources.join().replaceAll('"', '&quot;');
}
