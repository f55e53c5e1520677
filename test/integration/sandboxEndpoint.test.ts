import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { startSandbox } from '../../sandbox/aws/index.ts';

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';

/** A program that knows nothing of the sandbox: default clients, default credentials, a role in another account. */
const PROGRAM = `
  import { AutoScalingClient, DescribeAutoScalingGroupsCommand } from '@aws-sdk/client-auto-scaling';
  import { DescribeImagesCommand, EC2Client } from '@aws-sdk/client-ec2';
  import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
  import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
  const params = { RoleArn: 'arn:aws:iam::222222222222:role/reader', RoleSessionName: 'program' };
  const credentials = fromTemporaryCredentials({ params });
  const { Account } = await new STSClient({}).send(new GetCallerIdentityCommand({}));
  const { Arn } = await new STSClient({ credentials }).send(new GetCallerIdentityCommand({}));
  const { Images } = await new EC2Client({ credentials }).send(new DescribeImagesCommand({ Owners: ['self'] }));
  const { AutoScalingGroups } = await new AutoScalingClient({}).send(new DescribeAutoScalingGroupsCommand({}));
  const names = [Images.map((image) => image.Name), AutoScalingGroups.map((group) => group.AutoScalingGroupName)];
  console.log(JSON.stringify([Account, Arn, ...names]));
`;

test('unmodified clients of another process reach the sandbox through AWS_ENDPOINT_URL', async () => {
  const aws = await startSandbox({ accounts: [{ id: '111111111111' }, { id: '222222222222', roles: ['reader'] }] });
  try {
    aws.control.addAutoScalingGroups({ account: '111111111111', region: 'eu-west-1' }, [
      { AutoScalingGroupName: 'web' },
    ]);
    aws.control.addImages({ account: '222222222222', region: 'eu-west-1' }, [{ Name: 'golden' }]);
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
      env: {
        PATH: process.env.PATH,
        AWS_ENDPOINT_URL: aws.url,
        AWS_REGION: 'eu-west-1',
        AWS_ACCESS_KEY_ID: 'AKIA0000111111111111',
        AWS_SECRET_ACCESS_KEY: 'x',
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      },
    });
    expect(JSON.parse(stdout)).toEqual([
      '111111111111',
      'arn:aws:sts::222222222222:assumed-role/reader/program',
      ['golden'],
      ['web'],
    ]);
  } finally {
    await aws.close();
  }
});
