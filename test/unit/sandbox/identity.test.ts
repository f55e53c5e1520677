import { DescribeAutoScalingGroupsCommand } from '@aws-sdk/client-auto-scaling';
import { DescribeImagesCommand, DescribeLaunchTemplateVersionsCommand } from '@aws-sdk/client-ec2';
import { AssumeRoleCommand, GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { describe, expect, test } from '@jest/globals';
import type { RunningSandbox } from '../../../sandbox/aws/index.ts';
import { autoScalingClient, ec2Client, failure, HOME, OTHER, PLACE, REGION, sandbox, stsClient } from './fixture.ts';

const ROLE = { RoleArn: `arn:aws:iam::${OTHER}:role/reader`, RoleSessionName: 'holystone' };

async function assume(aws: RunningSandbox) {
  const { Credentials } = await stsClient(aws).send(new AssumeRoleCommand(ROLE));
  return {
    accessKeyId: Credentials?.AccessKeyId ?? '',
    secretAccessKey: Credentials?.SecretAccessKey ?? '',
    sessionToken: Credentials?.SessionToken ?? '',
  };
}

describe('who calls', () => {
  test('is known from the access key', async () => {
    const aws = await sandbox();
    const identity = await stsClient(aws, { account: OTHER }).send(new GetCallerIdentityCommand({}));
    expect(identity).toMatchObject({ Account: OTHER, Arn: `arn:aws:iam::${OTHER}:user/sandbox` });
  });

  test('is the role in its account, after AssumeRole', async () => {
    const aws = await sandbox();
    const credentials = await assume(aws);
    aws.control.addImages({ account: OTHER, region: REGION }, [{ Name: 'theirs' }]);
    const identity = await stsClient(aws, { credentials }).send(new GetCallerIdentityCommand({}));
    const { Images } = await ec2Client(aws, { credentials }).send(new DescribeImagesCommand({ Owners: ['self'] }));
    expect(identity).toMatchObject({ Account: OTHER, Arn: `arn:aws:sts::${OTHER}:assumed-role/reader/holystone` });
    expect(Images?.map((image) => image.Name)).toEqual(['theirs']);
    expect(aws.control.calls().at(-1)).toMatchObject({ account: OTHER, role: 'reader', operation: 'DescribeImages' });
  });

  test('an unknown key, a wrong session token or an ended session has no identity', async () => {
    const aws = await sandbox();
    const credentials = await assume(aws);
    const code = async (given: typeof credentials) =>
      (await failure(ec2Client(aws, { credentials: given }).send(new DescribeImagesCommand({})))).code;
    const unknown = await code({ ...credentials, accessKeyId: 'AKIAUNKNOWN' });
    const forged = await code({ ...credentials, sessionToken: 'x' });
    aws.control.advanceClock(3_600_000);
    const late = await code(credentials);
    expect([unknown, forged, late]).toEqual(['AuthFailure', 'AuthFailure', 'RequestExpired']);
  });

  test('may not assume a role that is not there or is denied', async () => {
    const aws = await sandbox();
    const code = async (input: object) => failure(stsClient(aws).send(new AssumeRoleCommand({ ...ROLE, ...input })));
    const missing = await code({ RoleArn: `arn:aws:iam::${OTHER}:role/nobody` });
    aws.control.deny({ account: OTHER, action: 'sts:AssumeRole', role: 'reader' });
    const denied = await code({});
    expect(missing).toMatchObject({ code: 'AccessDenied', status: 403 });
    expect(denied.message).toContain(
      `User: arn:aws:iam::${HOME}:user/sandbox is not authorized to perform: sts:AssumeRole on resource: ${ROLE.RoleArn}`,
    );
  });
});

describe('a denied action', () => {
  test('A3 is named in EC2’s words', async () => {
    const aws = await sandbox();
    aws.control.deny({ account: HOME, action: 'ec2:DescribeLaunchTemplateVersions' });
    const error = await failure(
      ec2Client(aws).send(new DescribeLaunchTemplateVersionsCommand({ Versions: ['$Latest'] })),
    );
    expect(error).toMatchObject({ code: 'UnauthorizedOperation', status: 403 });
    expect(error.message).toContain(
      `You are not authorized to perform this operation. User: arn:aws:iam::${HOME}:user/sandbox is not authorized to perform: ec2:DescribeLaunchTemplateVersions`,
    );
  });

  test('is AccessDenied for Auto Scaling, in one account and region only, until it is allowed again', async () => {
    const aws = await sandbox();
    const denial = { account: HOME, action: 'autoscaling:*', region: REGION };
    aws.control.deny(denial);
    const list = (options: object) => autoScalingClient(aws, options).send(new DescribeAutoScalingGroupsCommand({}));
    const error = await failure(list({}));
    await list({ region: 'eu-west-1' });
    await list({ account: OTHER });
    aws.control.allow(denial);
    await list({});
    expect(error).toMatchObject({ code: 'AccessDenied', status: 403 });
  });

  test('can be for one role only', async () => {
    const aws = await sandbox();
    aws.control.deny({ account: OTHER, action: 'ec2:DescribeImages', role: 'reader' });
    const credentials = await assume(aws);
    const error = await failure(ec2Client(aws, { credentials }).send(new DescribeImagesCommand({})));
    await ec2Client(aws, { account: OTHER }).send(new DescribeImagesCommand({}));
    expect(error.code).toBe('UnauthorizedOperation');
  });
});

test('IAM gives an account’s alias to a plain signed request', async () => {
  const aws = await sandbox();
  const ask = async (account: string) => {
    const response = await fetch(aws.url, {
      method: 'POST',
      headers: {
        authorization: `AWS4-HMAC-SHA256 Credential=AKIA0000${account}/20250101/us-east-1/iam/aws4_request, Signature=0`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'Action=ListAccountAliases&Version=2010-05-08',
    });
    return response.text();
  };
  expect(await ask(HOME)).toContain('<AccountAliases><member>acme-home</member></AccountAliases>');
  expect(await ask(OTHER)).toContain('<AccountAliases/>');
});

test('accounts and regions do not see each other’s groups', async () => {
  const aws = await sandbox();
  aws.control.addAutoScalingGroups(PLACE, [{ AutoScalingGroupName: 'mine' }]);
  const count = async (options: object) =>
    (await autoScalingClient(aws, options).send(new DescribeAutoScalingGroupsCommand({}))).AutoScalingGroups?.length;
  expect([await count({}), await count({ region: 'eu-west-1' }), await count({ account: OTHER })]).toEqual([1, 0, 0]);
});
