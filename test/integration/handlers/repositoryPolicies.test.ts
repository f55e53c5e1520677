/** Whom the policy of a repository of ECR lets pull, for each type whose images others may run. */
import { expect, test } from '@jest/globals';
import { repositoryPolicies } from '../../../src/handlers/aws/evidence/sharing/repositoryPolicies.ts';
import { cdkEcrImage } from '../../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import { ecrTag } from '../../../src/handlers/aws/types/ecrTag/handler.ts';
import { account, awsForEach, HERE, ID, REGION, scopeOf } from './fixture.ts';

const aws = awsForEach();
const PLACE = { account: account.name, location: REGION };
const OTHER = '999999999999';
const CANDIDATE = { id: 'shop/web:1', identity: '1', name: '1', tags: {}, aliases: [] };

/** What is found of an image in a repository with this policy. */
async function found(policyText: string | undefined): Promise<readonly string[]> {
  aws.control.addEcrRepositories(HERE, [
    { repositoryName: 'shop/web', ...(policyText !== undefined && { policyText }) },
  ]);
  const source = repositoryPolicies(() => 'shop/web');
  const all = await source.read(PLACE, scopeOf({}), [CANDIDATE, CANDIDATE], aws.io());
  expect(aws.control.calls({ operation: 'GetRepositoryPolicy' })).toHaveLength(1);
  return [...new Set(all.map(({ says, by }) => `${says}: ${by}`))];
}

const PULL = ['ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'];
const allow = (Principal: unknown, more: object = {}) => ({ Effect: 'Allow', Principal, Action: PULL, ...more });
const root = (id: string) => ({ AWS: `arn:aws:iam::${id}:root` });
const when = (operator: string, key: string, value: unknown) => ({ Condition: { [operator]: { [key]: value } } });
const LAMBDA = { Service: 'lambda.amazonaws.com' };

test.each<[string, object | readonly object[]]>([
  ['of the own account', allow(root(ID))],
  ['that only pushes', allow(root(OTHER), { Action: 'ecr:PutImage' })],
  ['that denies', { ...allow('*'), Effect: 'Deny' }],
  ['for functions of the own account', allow(LAMBDA)],
  [
    'for functions of the own account by their ARNs',
    allow(LAMBDA, when('StringLike', 'aws:sourceArn', `arn:aws:lambda:${REGION}:${ID}:function:*`)),
  ],
  ['for everybody in the own account', allow('*', when('StringEquals', 'aws:PrincipalAccount', [ID]))],
])('A180 a statement %s says nothing more', async (_what, Statement) => {
  expect(await found(JSON.stringify({ Statement }))).toEqual([]);
});

test.each<[string, string, object | readonly object[]]>([
  ['an account', `account ${OTHER}`, [allow(root(ID)), allow(root(OTHER))]],
  ['an account by its id alone', `account ${OTHER}`, allow({ AWS: [OTHER] })],
  ['a role', `account ${OTHER}`, allow({ AWS: `arn:aws:iam::${OTHER}:role/ci` }, { Action: 'ecr:*' })],
  ['by a star within the action', `account ${OTHER}`, allow(root(OTHER), { Action: 'ECR:Batch*' })],
  ['by all but some actions', `account ${OTHER}`, allow(root(OTHER), { Action: undefined, NotAction: 'ecr:PutImage' })],
  [
    'functions of another account',
    `account ${OTHER}`,
    allow(LAMBDA, when('StringLike', 'aws:sourceArn', `arn:aws:lambda:${REGION}:${OTHER}:function:*`)),
  ],
  [
    'an account by a condition',
    `account ${OTHER}`,
    allow('*', when('StringEquals', 'aws:PrincipalAccount', [ID, OTHER])),
  ],
  [
    'an organisation',
    'organisation o-abc1234567',
    allow({ AWS: '*' }, when('StringEquals', 'aws:PrincipalOrgID', 'o-abc1234567')),
  ],
  [
    'functions of an organisation',
    'organisation o-abc1234567',
    allow(LAMBDA, when('StringEquals', 'aws:SourceOrgID', 'o-abc1234567')),
  ],
  [
    'a role of any account that has the digits of this one in its name',
    'every account that its condition lets in',
    allow('*', when('ArnLike', 'aws:PrincipalArn', `arn:aws:iam::*:role/ci-${ID}`)),
  ],
  ['everybody', 'every account', allow('*')],
  ['all but one', 'every account', { ...allow(undefined), NotPrincipal: root(ID) }],
  [
    'all but one by a condition',
    'every account that its condition lets in',
    allow('*', when('StringNotEquals', 'aws:PrincipalAccount', ID)),
  ],
  [
    'an address',
    'every account that its condition lets in',
    allow('*', when('IpAddress', 'aws:SourceIp', '10.0.0.0/8')),
  ],
  ['a principal that is no account', 'AIDAEXAMPLE', allow({ AWS: 'AIDAEXAMPLE' })],
  ['who signs in elsewhere', 'Federated accounts.example.com', allow({ Federated: 'accounts.example.com' })],
])('A180 a policy that lets in %s makes it unknown whether it runs there', async (_what, who, Statement) => {
  const [one, ...more] = await found(JSON.stringify({ Statement }));
  expect(more).toEqual([]);
  expect(one).toContain(`unknown: the policy of its repository lets in ${who}`);
});

test.each(['{', '"a"', '{}', '{"Statement":[1]}'])(
  'A180 Law 1 the policy %j cannot be read: it is unknown',
  async (text) => {
    expect(await found(text)).toEqual([
      'unknown: the policy of its repository cannot be read, so it is unknown who runs it',
    ]);
  },
);

test('A180 a repository without a policy, or one that is gone, lets nobody in', async () => {
  expect(await found(undefined)).toEqual([]);
  const gone = repositoryPolicies(() => 'shop/gone');
  expect(await gone.read(PLACE, scopeOf({}), [CANDIDATE], aws.io())).toEqual([]);
});

test('A180 each type of images in ECR reads it', () => {
  for (const type of [ecrTag, cdkEcrImage])
    expect(type.evidence.map(({ name }) => name)).toContain('repositoryPolicies');
});
