/** CloudFormation, S3 and ECR of the sandbox, as boto3 understands them: a client that this project did not write. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { imageOf } from '../../sandbox/aws/seeds/ecrSeeds.ts';
import { bootstrap, hashOf } from '../support/cdkEnvironment.ts';
import { pythonProgram, run } from './python.ts';

const ID = '111111111111';
const HERE = { account: ID, region: 'us-east-1' };
const SCRIPT = join(import.meta.dirname, 'cdkClient.py');

const boto = await pythonProgram('boto3', 'python', ['boto3==1.44.5'], 'boto3');

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ accounts: [{ id: ID }] });
});
afterAll(() => sandbox.close());

/** Its answers, by the name of the question. */
async function answers(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { control } = sandbox;
  const { bucket, repository } = bootstrap(control, HERE);
  control.addStacks(HERE, [
    {
      name: 'shop',
      template: '{"Metadata":"as written"}',
      processed: '{"Metadata":"as processed"}',
      parameters: { Key: 'value' },
      tags: { owner: 'shop@example.com' },
      changeSets: [{ name: 'next', template: '{"Metadata":"next"}' }],
    },
    { name: 'gone', status: 'DELETE_COMPLETE' },
    ...Array.from({ length: 120 }, (_, index) => ({ name: `stack-${index}` })),
  ]);
  control.addObjects(
    bucket,
    Array.from({ length: 1001 }, (_, index) => ({ key: `${hashOf(String(index))}.zip`, size: 1234 })),
  );
  const { digest: child } = imageOf({ tag: 'child' });
  control.addEcrTags(HERE, [
    ...['first', 'second', 'child'].map((tag) => ({ repository, tag })),
    { repository, tag: 'index', children: [child] },
  ]);
  const [key] = control.accounts()[0]?.accessKeys ?? [];
  const env = {
    PATH: process.env.PATH ?? '',
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_REGION: HERE.region,
    AWS_DEFAULT_REGION: HERE.region,
    AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
  };
  const { stdout } = await run(path, [SCRIPT, ID, bucket, repository], { env });
  return JSON.parse(stdout);
}

if (boto.kind === 'installed') {
  test('K1 K12 boto3 pages, reads, tags, deletes and restores in the sandbox, and gets the errors of AWS', async () => {
    expect(await answers(boto.path)).toEqual({
      stacks: [true, 122],
      shop: [
        'CREATE_COMPLETE',
        [{ ParameterKey: 'Key', ParameterValue: 'value' }],
        [{ Key: 'owner', Value: 'shop@example.com' }],
        ['CREATE_STACK'],
      ],
      listed: 123,
      stages: ['{"Metadata": "as written"}', '{"Metadata": "as processed"}'],
      changeSet: ['AVAILABLE', ['{"Metadata": "next"}', '{"Metadata": "next"}']],
      noStack: 'ValidationError',
      objects: [2, 1001, true],
      head: [1234, true, true],
      tags: [{ Key: 'team', Value: 'a & b' }],
      versioning: 'Enabled',
      otherOwner: 'AccessDenied',
      noBucket: 'NoSuchBucket',
      noKey: '404',
      deleted: [true, true],
      marker: [true],
      refused: [[true, 'PreconditionFailed']],
      versions: [1, 1, '404'],
      restored: true,
      tooMany: 'MalformedXML',
      images: [2, 4],
      got: [[true], ['ImageNotFound']],
      immutable: 'ImageTagAlreadyExistsException',
      gone: [
        ['0-aws-cdk.isolated-1700000000000', 'first'],
        ['ImageNotFound', 'ImageReferencedByManifestList'],
      ],
      noRepository: 'RepositoryNotFoundException',
    });
  });
} else {
  test('boto3 cannot be had here, so its run is skipped, not passed', () => {
    expect(boto.why).not.toBe('');
    process.stderr.write(boto.why);
  });
}
