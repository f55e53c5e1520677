/** What a way back has to say beside the members that AWS describes and takes by the same name (restoredMembers.test.ts). */
import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { ModelEndpointResource } from '../../../src/handlers/aws/resources/modelEndpoint.ts';
import { fileSystem } from '../../../src/handlers/aws/types/fileSystem/handler.ts';
import { launchConfiguration } from '../../../src/handlers/aws/types/launchConfiguration/handler.ts';
import { modelEndpoint } from '../../../src/handlers/aws/types/modelEndpoint/handler.ts';
import { account, awsForEach, HERE, openGate, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

const aws = awsForEach();
const io = () => aws.io({ permit: openGate(), mayRestore: true });
const stored = (id: string, identity: string, definition: object) =>
  ({ id, identity, definition }) as unknown as StoredDefinition;

test.each([
  [
    'One Zone',
    { AvailabilityZoneName: 'us-east-1b' },
    { singleAzFilesystem: 'true', availabilityZoneName: 'us-east-1b' },
  ],
  ['all zones', {}, undefined],
])('A205 a file system of %s comes back as such a one', async (_what, given, asked) => {
  const ID = 'fs-0123456789abcdef0';
  const ARN = `arn:aws:elasticfilesystem:us-east-1:${account.id}:file-system/${ID}`;
  const RecoveryPointArn = 'arn:aws:backup:us-east-1:111111111111:recovery-point:1';
  aws.control.addRecoveryPoints(HERE, [
    { RecoveryPointArn, ResourceArn: ARN, Status: 'COMPLETED', ResourceType: 'EFS', CreationDate: new Date() } as never,
  ]);
  const role = (name: string) => `arn:aws:iam::${account.id}:role/${name}`;
  const settings = { restoreRole: role('restorer'), backupVault: 'Default', backupRole: role('backup') };
  const scope = scopeOf(
    fileSystem.parameters.parse({}) as never,
    {
      account: { ...account, settings: { ...account.settings, ...settings } },
    } as never,
  );
  const described = {
    FileSystemId: ID,
    FileSystemArn: ARN,
    PerformanceMode: 'generalPurpose',
    Encrypted: true,
    ...given,
  };
  const definition = { fileSystem: described, accessPoints: [], lifecycle: [] };
  const plan = await fileSystem.open(scope, io()).restore?.(stored(ID, ARN, definition), { kind: 'gone' } as never);
  if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
  const command = plan.steps[0]?.command ?? '';
  for (const [key, value] of Object.entries(asked ?? {})) expect(command).toContain(`"${key}":"${value}"`);
  expect(command.includes('ingleAz')).toBe(asked !== undefined);
});

test('A206 user data that is no text goes to the AWS CLI as a file', async () => {
  const bytes = gzipSync('#cloud-config\nruncmd: [[echo, hi]]\n');
  const definition = { LaunchConfigurationName: 'web', ImageId: 'ami-1', UserData: bytes.toString('base64') };
  const session = launchConfiguration.open(scopeOf(launchConfiguration.parameters.parse({}) as never), io());
  const plan = await session.restore?.(stored('web', 'web', definition), { kind: 'gone' } as never);
  if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
  const [file, makes] = plan.steps.map(({ command }) => command);
  expect(file).toBe(`printf %s '${bytes.toString('base64')}' | base64 -d > user-data`);
  expect(makes).toMatch(/^aws autoscaling create-launch-configuration .* --user-data fileb:\/\/user-data$/);
  expect(makes).not.toContain('UserData');
});

test('A207 weights and numbers of instances that people changed since are a command', async () => {
  const { open, found, storedOf } = oneOf<ModelEndpointResource>(aws, modelEndpoint as never, 'Churn');
  const variant = (VariantName: string, weight: number, count: number) => ({
    ...{ VariantName, CurrentWeight: weight, DesiredWeight: weight },
    ...{ CurrentInstanceCount: count, DesiredInstanceCount: count },
  });
  aws.control.addModelEndpoints(HERE, [
    {
      EndpointName: 'Churn',
      EndpointConfigName: 'churn-7',
      CreationTime: new Date(Date.now() - 1e10),
      ProductionVariants: [variant('good', 1, 3), variant('bad', 0, 1)],
    } as never,
  ]);
  const one = await storedOf(await found());
  aws.control.remove(HERE, 'modelEndpoint', 'Churn');
  const plan = await open().restore?.(one, undefined);
  if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
  const [step] = plan.afterwards;
  expect(step?.command).toMatch(/^aws sagemaker update-endpoint-weights-and-capacities /);
  expect(step?.command).toContain('"VariantName":"bad","DesiredWeight":0,"DesiredInstanceCount":1');
  expect(step?.command).toContain('"VariantName":"good","DesiredWeight":1,"DesiredInstanceCount":3');
});
