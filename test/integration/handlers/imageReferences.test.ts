import { expect, test } from '@jest/globals';
import { imageReferences } from '../../../src/handlers/aws/evidence/references/imageReferences.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { awsForEach, collect, failureOf, HERE, ID, REGION, scopeOf, THERE } from './fixture.ts';

const IMAGE = 'ami-0123456789abcdef0';
const HOME = { account: 'test', location: REGION };
const scope = scopeOf(image.parameters.parse({}));

const aws = awsForEach();

async function read() {
  const candidates = await collect(image.open(scope, aws.io()).list());
  return imageReferences.read(HOME, scope, candidates, aws.io());
}
const users = async () => (await read()).filter(({ says }) => says === 'used').map(({ by }) => by);
const calls = () => aws.control.calls({ operation: 'DescribeImageReferences' });

test('it is asked only where the configuration names it, about the own account', () => {
  expect([imageReferences.optional, imageReferences.places(scope)]).toEqual([true, [HOME]]);
});

test('A1 instances and every version of every launch template, but no terminated instance', async () => {
  aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
  aws.control.addInstances(HERE, [
    { InstanceId: 'i-1', ImageId: IMAGE, state: 'stopped' },
    { InstanceId: 'i-2', ImageId: IMAGE, state: 'terminated' },
  ]);
  const versions = [{ ImageId: IMAGE }, ...Array.from({ length: 30 }, () => ({ ImageId: 'ami-1' }))];
  aws.control.addLaunchTemplates(HERE, [{ LaunchTemplateId: 'lt-1', versions }]);
  expect(await users()).toEqual([
    `arn:aws:ec2:${REGION}:${ID}:instance/i-1 (image reference)`,
    `arn:aws:ec2:${REGION}:${ID}:launch-template/lt-1 (image reference)`,
  ]);
});

test('each image that it answered for is covered, for the users that AWS promises to look through', async () => {
  aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
  const covered = (await read()).filter(({ says }) => says === 'supersedes');
  expect(covered.map(({ alias, byId }) => [alias, byId])).toEqual([
    [IMAGE, 'instances'],
    [IMAGE, 'launchTemplateVersions'],
  ]);
});

test('an instance in another account is not its business', async () => {
  aws.control.addImages(HERE, [{ ImageId: IMAGE }]);
  aws.control.addInstances(THERE, [{ ImageId: IMAGE }]);
  expect(await users()).toEqual([]);
});

test('ten images per call, and every page of each', async () => {
  const ids = aws.control.addImages(
    HERE,
    Array.from({ length: 25 }, () => ({})),
  );
  aws.control.addInstances(
    HERE,
    Array.from({ length: 150 }, () => ({ ImageId: ids[0] as string })),
  );
  expect(await users()).toHaveLength(150);
  expect(calls().map(({ input }) => (input.ImageIds as string[]).length)).toEqual([10, 10, 10, 5]);
});

test.each([
  ['deny', 'denied'],
  ['throttle', 'throttled'],
  ['drop', /^(unreachable|failed)$/],
  ['cutOff', /^(unreachable|failed)$/],
  ['truncate', 'malformed'],
  ['blank', 'malformed'],
  ['repeatToken', 'malformed'],
] as const)('L30 %s → an error, and no other source is replaced', async (kind, problem) => {
  const [id = ''] = aws.control.addImages(HERE, [{}]);
  aws.control.addInstances(
    HERE,
    Array.from({ length: 150 }, () => ({ ImageId: id })),
  );
  aws.control.addFault({ kind, operation: 'DescribeImageReferences', page: 2 });
  const permission = kind === 'deny' ? 'ec2:DescribeImageReferences' : undefined;
  expect(await failureOf(read())).toMatchObject({ problem: expect.stringMatching(problem), permission });
});
