/** SageMaker endpoints: what proves one idle and gone, its deletion, and the way back to what stayed. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { endpointInvocations } from '../../../src/handlers/aws/evidence/models/endpointInvocations.ts';
import type { ModelEndpointResource } from '../../../src/handlers/aws/resources/modelEndpoint.ts';
import { modelEndpoint } from '../../../src/handlers/aws/types/modelEndpoint/handler.ts';
import { account, awsForEach, collect, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addModelEndpoints']>[1][number];

const DAY = 86_400_000;
const ID = 'Churn';
const ARN = `arn:aws:sagemaker:${HERE.region}:${account.id}:endpoint/churn`;
const PLACE = { account: account.name, location: HERE.region };
const variant = (VariantName: string, more: object = {}) => ({ VariantName, CurrentInstanceCount: 1, ...more });
const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY);

const aws = awsForEach();
const { parameters, open, readOf, found, keptBecause, storedOf, restored } = oneOf<ModelEndpointResource>(
  aws,
  modelEndpoint,
  ID,
);

const add = (seed: Seed = {}) =>
  aws.control.addModelEndpoints(HERE, [
    { EndpointName: ID, EndpointConfigName: 'churn-7', CreationTime: at(100), ...seed },
  ]);
const change = (patch: Readonly<Record<string, unknown>>) => aws.control.update(HERE, 'modelEndpoint', ID, patch);
const deletions = () => aws.operations().filter((operation) => operation === 'DeleteEndpoint');
const endpoints = () => aws.control.state(HERE).modelEndpoints;

test('Law 1 a change is a use of it', async () => {
  const LastModifiedTime = at(2);
  add({ LastModifiedTime });
  expect((await found()).lastUsedAt).toEqual(LastModifiedTime);
});

describe('what keeps one beside its calls', () => {
  test.each<[string, Seed, readonly string[]]>([
    ['that answers from an instance', {}, []],
    ['that is updated by AWS itself', { EndpointStatus: 'SystemUpdating' }, ['its state is SystemUpdating']],
    ['that failed', { EndpointStatus: 'Failed' }, ['its state is Failed']],
    [
      'without a server',
      { ProductionVariants: [variant('a', { CurrentServerlessConfig: { MaxConcurrency: 1 } })] },
      ['it has: serverless variant a'],
    ],
    [
      'that becomes one',
      { ProductionVariants: [variant('a', { DesiredServerlessConfig: { MaxConcurrency: 1 } })] },
      ['it has: serverless variant a'],
    ],
    ['with a queue', { AsyncInferenceConfig: { OutputConfig: {} } }, ['it has: a queue of asynchronous requests']],
    ['with a capture whose state is not said', { DataCaptureConfig: {} as never }, ['it has: a capture of its data']],
    ['with a capture that is off', { DataCaptureConfig: { EnableCapture: false } as never }, []],
    ['with a shadow', { ShadowProductionVariants: [variant('next')] }, ['it has: shadow variant next']],
    [
      'that AWS scales',
      { ProductionVariants: [variant('a', { ManagedInstanceScaling: { MinInstanceCount: 0 } })] },
      ['it has: scaling of variant a by AWS'],
    ],
    [
      'that is changed',
      { PendingDeploymentSummary: { EndpointConfigName: 'churn-8' } },
      ['it has: a deployment that has not ended'],
    ],
    [
      'without an instance',
      { ProductionVariants: [variant('a', { CurrentInstanceCount: 0 })] },
      ['it has no instance, and costs nothing'],
    ],
    [
      'whose instances are not counted',
      { ProductionVariants: [{ VariantName: 'a' }] },
      ['it is not known how many instances it has'],
    ],
    ['without variants', { ProductionVariants: [] }, ['it is not known how many instances it has']],
  ])('Law 1 A35 one %s', async (_what, seed, reasons) => {
    add(seed);
    expect(keptBecause(await found())).toEqual(reasons);
  });
});

describe('its calls', () => {
  const call = (name: string, daysAgo: number, dimensions: Readonly<Record<string, string>>) =>
    aws.control.addMetrics(HERE, [
      { namespace: 'AWS/SageMaker', name, dimensions, points: [{ at: at(daysAgo).toISOString(), value: 7 }] },
    ]);
  const says = async () => {
    const candidates = await collect(open().list());
    const use = await endpointInvocations.read(PLACE, scopeOf(parameters), candidates, aws.io());
    return use.map(({ says: said, by }) => `${said}: ${by}`);
  };
  const TWO = { ProductionVariants: [variant('main'), variant('next')] };

  test('A35 a call of either variant is its last use, and the reason names the variant', async () => {
    add(TWO);
    call('Invocations', 40, { EndpointName: ID, VariantName: 'next' });
    expect(await says()).toEqual([
      expect.stringMatching(/^lastUsed: use on \S+: 7 invocations in next \(Invocations in CloudWatch\)$/),
      expect.stringMatching(/^quiet: it had no use after /),
    ]);
  });

  test.each([
    ['of its name alone', { EndpointName: ID }],
    ['of its name in small letters', { EndpointName: 'churn', VariantName: 'main' }],
    ['of one container', { EndpointName: ID, VariantName: 'main', ContainerName: 'c' }],
  ])('A35 CloudWatch has another series %s: it says nothing', async (_what, dimensions) => {
    add(TWO);
    call('Invocations', 3, dimensions);
    expect(await says()).toEqual([expect.stringMatching(/^quiet: /)]);
  });

  test('Law 1 A35 silence is zero only while the instances of each variant send something', async () => {
    add({ ProductionVariants: [variant('main'), variant('next', { CurrentInstanceCount: 0 })] });
    expect(await says()).toEqual([
      expect.stringMatching(/^unknown: CloudWatch has no value of CPUUtilization or MemoryUtilization /),
    ]);
  });

  test('Law 1 A35 a variant without a name makes its calls unknown', async () => {
    add({ ProductionVariants: [variant('main'), { CurrentInstanceCount: 1 } as never] });
    expect(await says()).toEqual([expect.stringMatching(/^unknown: its parts are not known/)]);
  });

  test('Law 1 A35 one of today has no whole day', async () => {
    add({ CreationTime: new Date() });
    expect(await says()).toEqual([expect.stringMatching(/^unknown: CloudWatch has no whole day of it yet/)]);
  });
});

describe('gone, or not', () => {
  const fails = (code: string, message: string) =>
    aws.control.addFault({ kind: 'error', operation: 'DescribeEndpoint', code, message, status: 400 });

  test.each([
    ['the whole sentence', `Could not find endpoint "${ARN}".`, 'gone'],
    ['a sentence without ARN', 'Could not find endpoint', 'unknown'],
    ['a sentence with more in it', `Could not find endpoint "${ARN}". Try again.`, 'unknown'],
    ['another refusal', '1 validation error detected: Value at endpointName failed to satisfy constraint', 'unknown'],
  ])('Law 2 A35 ValidationException with %s', async (_what, message, kind) => {
    add();
    fails('ValidationException', message);
    expect((await readOf())?.kind).toBe(kind);
  });

  test.each([
    ['its configuration', `Could not find endpoint configuration "${ARN.replace('endpoint/', 'endpoint-config/')}".`],
    ['another endpoint', `Could not find endpoint "${ARN}-2".`],
  ])('Law 2 A35 the sentence about %s proves nothing', async (_what, message) => {
    add();
    fails('ValidationException', message);
    await expect(readOf()).rejects.toThrow('AWS did not say whether Churn exists: Could not find endpoint');
  });

  test('Law 2 A35 one that the listing lacks is there', async () => {
    add();
    aws.control.addFault({ kind: 'empty', operation: 'ListEndpoints' });
    expect([await collect(open().list()), (await readOf())?.kind]).toEqual([[], 'found']);
  });

  test('A35 one that vanishes after the listing hides no other', async () => {
    add();
    add({ EndpointName: 'Other' });
    aws.control.addFault({
      kind: 'error',
      operation: 'DescribeEndpoint',
      code: 'ValidationException',
      message: `Could not find endpoint "${ARN}".`,
      status: 400,
      times: 1,
    });
    expect((await collect(open().list())).map(({ id }) => id)).toEqual(['Other']);
  });

  test.each([
    ['configuration', 'inferenceEndpoint', 'churn-7', 'is made of the endpoint configuration churn-7, which is gone'],
    ['model', 'inferenceModel', 'model-of-churn-7', 'is made of the model model-of-churn-7, which is gone'],
  ] as const)('Law 12 A35 without its %s there is no way back: unknown', async (_what, kind, name, why) => {
    add();
    aws.control.remove(HERE, kind, name);
    expect(await readOf()).toMatchObject({ kind: 'unknown', why: expect.stringContaining(why) });
  });

  test('Law 1 A35 tags that cannot be read fail the listing', async () => {
    add({ tags: { 'holystone:keep': 'always' } });
    aws.control.addFault({ kind: 'deny', operation: 'ListTags' });
    await expect(collect(open().list())).rejects.toThrow('sagemaker:ListTags is denied');
  });
});

describe('the deletion', () => {
  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['is updated', { EndpointStatus: 'Updating' }, 'in use: its state is Updating'],
    ['got a shadow', { ShadowProductionVariants: [variant('s')] }, 'in use: it has: shadow variant s'],
    [
      'got another configuration',
      { EndpointConfigName: 'churn-8' },
      `another SageMaker endpoint is called ${ID} now (`,
    ],
    ['was made again', { CreationTime: new Date() }, `another SageMaker endpoint is called ${ID} now (`],
  ])('Law 3 A35 one that %s since its check is not deleted', async (_what, patch, reason) => {
    add();
    const one = await found();
    change(patch);
    expect((await open().delete([one])).get(ID)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(reason),
    });
    expect(deletions()).toEqual([]);
  });

  test('Law 7 A35 its configuration and its model stay', async () => {
    add();
    expect((await open().delete([await found()])).get(ID)?.kind).toBe('accepted');
    const { inferenceEndpoints, inferenceModels } = aws.control.state(HERE);
    expect([endpoints(), inferenceEndpoints.length, inferenceModels.length]).toEqual([[], 1, 1]);
  });
});

describe('the way back', () => {
  /** @returns its definition, as a pass stores it */
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    const one = await found();
    expect((await open().delete([one])).get(ID)?.kind).toBe('accepted');
    return storedOf(one);
  }

  test('A35 one of the same name, of the same configuration, with its own tags; a second run finds it', async () => {
    const stored = await gone({ tags: { team: 'shop', 'aws:x': 'y' } });
    const plan = await open().restore?.(stored, undefined);
    expect(plan?.kind === 'ready' && plan.steps[0]?.command).toMatch(
      /^aws sagemaker create-endpoint --region us-east-1 /,
    );
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(endpoints()).toMatchObject([
      { EndpointName: ID, EndpointArn: ARN, EndpointConfigName: 'churn-7', ownTags: [{ Key: 'team', Value: 'shop' }] },
    ]);
    expect(await restored(stored)).toMatchObject({ kind: 'restored' });
    expect(endpoints()).toHaveLength(1);
  });

  const again = (table: 'inferenceEndpoint' | 'inferenceModel', name: string) => {
    const [key, adder] =
      table === 'inferenceModel'
        ? (['ModelName', 'addInferenceModels'] as const)
        : (['EndpointConfigName', 'addInferenceEndpoints'] as const);
    aws.control.remove(HERE, table, name);
    aws.control[adder](HERE, [{ [key]: name, CreationTime: new Date(Date.now() + 60_000) }]);
  };

  test.each<[string, () => unknown, string]>([
    [
      'its configuration is gone',
      () => aws.control.remove(HERE, 'inferenceEndpoint', 'churn-7'),
      'its endpoint configuration churn-7 is gone; the definition has it',
    ],
    [
      'its configuration is another one',
      () => again('inferenceEndpoint', 'churn-7'),
      'another endpoint configuration is called churn-7 by now; the definition has the old one',
    ],
    [
      'its model is gone',
      () => aws.control.remove(HERE, 'inferenceModel', 'model-of-churn-7'),
      'its model model-of-churn-7 is gone; the definition has it',
    ],
    [
      'its model is another one',
      () => again('inferenceModel', 'model-of-churn-7'),
      'another model is called model-of-churn-7 by now; the definition has the old one',
    ],
    [
      'another endpoint has the name',
      () => add({ EndpointConfigName: 'churn-9' }),
      'another endpoint is called Churn by now, of churn-9',
    ],
    [
      'it is still deleted',
      () => add({ EndpointStatus: 'Deleting' }),
      'Churn is still being deleted: try it again later',
    ],
    [
      'it is there, and failed',
      () => add({ EndpointStatus: 'Failed' }),
      'Churn is there again, and has failed: delete that one first',
    ],
  ])('A35 %s: nothing is made', async (_what, meanwhile, why) => {
    const stored = await gone();
    meanwhile();
    expect(await restored(stored)).toEqual({ kind: 'refused', why, steps: [] });
    expect(aws.operations().filter((one) => one === 'CreateEndpoint')).toEqual([]);
  });

  test('Law 2 A35 while a read says neither, nothing is made', async () => {
    const stored = await gone();
    aws.control.addFault({
      kind: 'error',
      operation: 'DescribeEndpoint',
      code: 'ValidationException',
      message: 'No.',
      status: 400,
    });
    expect(await restored(stored)).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/^it is not known whether Churn is gone: /),
    });
  });

  test('A35 AWS has no capacity: the answer is its own', async () => {
    const stored = await gone();
    aws.control.addFault({
      kind: 'error',
      operation: 'CreateEndpoint',
      code: 'ResourceLimitExceeded',
      message: 'The account-level service limit is 0 Instances',
      status: 400,
    });
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('service limit') });
  });
});
