/** What the actions of a pipeline name in the words of its people, and images by repository and tag. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { account, failureOf, HERE, ID, scopeOf, startAws, type TestAws } from './fixture.ts';

let aws: TestAws;
beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

const ROLE = `arn:aws:iam::${ID}:role/service-role/pipeline`;
const OTHER = '222222222222';

interface Action {
  readonly provider: string;
  readonly configuration: Readonly<Record<string, string>>;
  readonly more?: object;
}

function add({ provider: Provider, configuration: Configuration, more }: Action, RoleArn: string | undefined = ROLE) {
  const Actions = [{ Name: 'one', ActionTypeId: { Provider }, Configuration, ...more }];
  const Properties = { ...(RoleArn && { RoleArn }), Stages: [{ Name: 'Source', Actions }] };
  aws.control.addCloudResources(HERE, [{ TypeName: 'AWS::CodePipeline::Pipeline', Identifier: 'ship', Properties }]);
}

function read(type: string) {
  const source = handlerOf(provider.handlers, type).evidence.find(({ name }) => name === 'codePipelines');
  const place = { account: account.name, location: HERE.region };
  return (source as EvidenceSource).read(place, scopeOf({}), [], aws.io());
}
const used = async (type: string) => withoutNames(await read(type)).map(({ alias }) => alias);
const image = (owner: string, region: string, name: string) => `${owner}.dkr.ecr.${region}.amazonaws.com/${name}`;

test.each<[string, Action, string]>([
  [
    'a source in ECR',
    { provider: 'ECR', configuration: { RepositoryName: 'shop/web', ImageTag: 'release' } },
    image(ID, 'us-east-1', 'shop/web:release'),
  ],
  [
    'a source in ECR without a tag',
    { provider: 'ECR', configuration: { RepositoryName: 'shop/web' } },
    image(ID, 'us-east-1', 'shop/web:latest'),
  ],
  [
    'a source in another account, by the role of the action',
    {
      provider: 'ECR',
      configuration: { RepositoryName: 'shop/web', ImageTag: '1' },
      more: { RoleArn: `arn:aws:iam::${OTHER}:role/source` },
    },
    image(OTHER, 'us-east-1', 'shop/web:1'),
  ],
  [
    'an action in another region',
    {
      provider: 'ECR',
      configuration: { RepositoryName: 'shop/web', ImageTag: '1' },
      more: { Region: 'eu-west-1' },
    },
    image(ID, 'eu-west-1', 'shop/web:1'),
  ],
  [
    'a scan of an image',
    { provider: 'InspectorScan', configuration: { ECRRepositoryName: 'shop/web', ECRImageTag: '1' } },
    image(ID, 'us-east-1', 'shop/web:1'),
  ],
])('Law 13 %s keeps the image that it names by repository and tag', async (_what, action, named) => {
  add(action);
  expect(await used('ecrTag')).toContain(named);
});

test('a source in Git names no image', async () => {
  add({ provider: 'CodeCommit', configuration: { RepositoryName: 'shop', BranchName: 'main' } });
  expect(await used('ecrTag')).toEqual([]);
});

test('Law 1 an image of an account that no role names is a gap, and what else the pipeline names is used', async () => {
  const elsewhere = image(OTHER, 'us-east-1', 'tools/build:3');
  add({ provider: 'ECR', configuration: { RepositoryName: 'shop/web', Note: elsewhere } }, '');
  expect(await failureOf(read('ecrTag'))).toMatchObject({
    message: expect.stringContaining('without a role'),
    found: [{ alias: elsewhere, says: 'used' }],
  });
});

const AMI = 'ami-0123456789abcdef0';

test.each<[string, string, Action, string]>([
  [
    'image',
    'parameters of a stack',
    { provider: 'CloudFormation', configuration: { ParameterOverrides: JSON.stringify({ ImageId: AMI }) } },
    AMI,
  ],
  [
    'image',
    'variables of a build',
    {
      provider: 'CodeBuild',
      configuration: { EnvironmentVariables: JSON.stringify([{ name: 'BASE', value: AMI, type: 'PLAINTEXT' }]) },
    },
    AMI,
  ],
  ['image', 'the input of a function', { provider: 'Lambda', configuration: { UserParameters: `base=${AMI}` } }, AMI],
  [
    'image',
    'the input of a state machine',
    { provider: 'StepFunctions', configuration: { InputType: 'Literal', Input: JSON.stringify({ base: AMI }) } },
    AMI,
  ],
  [
    'targetGroup',
    'the target groups of a deployment, one',
    { provider: 'EC2', configuration: { InstanceTagKey: 'Name', TargetGroupNameList: 'web' } },
    'targetGroup/web',
  ],
  [
    'targetGroup',
    'the target groups of a deployment, some',
    { provider: 'EC2', configuration: { InstanceTagKey: 'Name', TargetGroupNameList: 'api, web' } },
    'targetGroup/web',
  ],
])('Law 13 a %s is used by %s', async (type, _what, action, named) => {
  add(action);
  expect(await used(type)).toContain(named);
});

test('A168 a value of a configuration names what is called so', async () => {
  add({ provider: 'CloudFormation', configuration: { Source: 'prod-orders' } });
  expect((await read('table')).map(({ alias }) => alias)).toContain(nameAlias('prod-orders'));
});
