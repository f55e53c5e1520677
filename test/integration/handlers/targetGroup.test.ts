/** Target groups, beyond the kits. */
import { expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { targetGroup } from '../../../src/handlers/aws/types/targetGroup/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, openGate, scopeOf } from './fixture.ts';

const aws = awsForEach();

const restoring = {
  ...account,
  settings: { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` },
};
const scope = scopeOf(targetGroup.parameters.parse({}), { account: restoring });
const open = (io: Partial<Io> = {}) => targetGroup.open(scope, aws.io(io));
const shown = () => aws.control.state(HERE).targetGroups;

async function read(id: string) {
  const found = (await open().get([id])).get(id);
  if (found?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(found)}`);
  return found.resource;
}

/** Deletes it as a pass does. @returns the definition stored before, as it is read again */
async function deleted(id: string): Promise<StoredDefinition> {
  const resource = await read(id);
  const { identity } = resource;
  const definition = targetGroup.definition(resource);
  const stored = {
    namespace: scope.namespace,
    id,
    identity,
    at: Date.now(),
    passId: 'p',
    reasons: ['unused'],
    definition,
  };
  expect((await open({ permit: openGate() }).delete([resource])).get(id)).toMatchObject({ kind: 'deleted' });
  return JSON.parse(JSON.stringify(stored)) as StoredDefinition;
}

const SEED = {
  TargetGroupName: 'web',
  Protocol: 'HTTPS' as const,
  Port: 443,
  VpcId: 'vpc-1',
  HealthCheckPath: '/health',
  Matcher: { HttpCode: '200-299' },
  attributes: [
    { Key: 'deregistration_delay.timeout_seconds', Value: '30' },
    { Key: 'stickiness.app_cookie.cookie_name', Value: '' },
  ],
  tags: { owner: 'ann@example.com', team: "it's" },
};

test('A11 a deleted target group is made again with its health check, attributes and tags, under a new ARN', async () => {
  const [id = ''] = aws.control.addTargetGroups(HERE, [SEED]);
  const [before] = shown();
  const stored = await deleted(id);
  const planned = await open().restore?.(stored, undefined);
  expect(planned).toMatchObject({
    kind: 'ready',
    steps: [
      { says: expect.stringContaining('under a new ARN'), command: expect.stringContaining('create-target-group') },
      { command: expect.stringContaining('--target-group-arn "$TARGET_GROUP"') },
    ],
  });
  expect(shown()).toEqual([]);
  const ready = await open({ mayRestore: true }).restore?.(stored, undefined);
  const made = ready?.kind === 'ready' ? await ready.run() : ready;
  expect(made).toMatchObject({ kind: 'restored', requestId: expect.stringMatching(/./) });
  const now = await read((made as { id: string }).id);
  expect(now.id).not.toBe(id);
  expect(shown()).toEqual([{ ...before, TargetGroupArn: now.id }]);
  expect([now.tags, now.described?.attributes]).toEqual([
    SEED.tags,
    expect.arrayContaining([{ Key: 'deregistration_delay.timeout_seconds', Value: '30' }]),
  ]);
});

test('A11 another target group took the name → refused, and the ARN of the other is named', async () => {
  const [id = ''] = aws.control.addTargetGroups(HERE, [SEED]);
  const stored = await deleted(id);
  const [other = ''] = aws.control.addTargetGroups(HERE, [{ TargetGroupName: 'web' }]);
  expect(await open().restore?.(stored, undefined)).toEqual({
    kind: 'refused',
    why: `its name "web" is taken by ${other}`,
    steps: [],
  });
});

test('A10 a target group that a load balancer came to use since the read → refused, and it stays', async () => {
  const [id = ''] = aws.control.addTargetGroups(HERE, [{}]);
  const resource = await read(id);
  const LoadBalancerArns = [
    'arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/web/0123456789abcdef',
  ];
  aws.control.update(HERE, 'targetGroup', id, { LoadBalancerArns });
  expect((await open({ permit: openGate() }).delete([resource])).get(id)).toMatchObject({
    kind: 'refused',
    reason: expect.stringMatching(/^in use: /),
  });
  expect(shown()).toHaveLength(1);
});

test('A14 C14 a target group that vanishes before its tags are read is left out of the listing, which goes on', async () => {
  const vanishing = { kind: 'error', code: 'TargetGroupNotFound', status: 400, times: 1 } as const;
  const message = 'One or more target groups not found';
  const [only = ''] = aws.control.addTargetGroups(HERE, [{}]);
  aws.control.addFault({ ...vanishing, message, operation: 'DescribeTags' });
  expect(await collect(open().list())).toEqual([]);
  const more = aws.control.addTargetGroups(
    HERE,
    Array.from({ length: 20 }, () => ({})),
  );
  aws.control.addFault({ ...vanishing, message, operation: 'DescribeTags' });
  expect((await collect(open().list())).map(({ id }) => id)).toEqual([only, ...more]);
});

test('C14 all target groups of several pages are listed, each with its tags, twenty of which AWS answers at once', async () => {
  const seeds = Array.from({ length: 450 }, (_, i) => ({ tags: { number: String(i) } }));
  const ids = aws.control.addTargetGroups(HERE, seeds);
  const listed = await collect(open().list());
  expect(listed.map(({ id, tags }) => [id, tags.number])).toEqual(ids.map((id, i) => [id, String(i)]));
  expect(aws.control.calls({ operation: 'DescribeTargetGroups' }).length).toBeGreaterThan(1);
  const asked = aws.control.calls({ operation: 'DescribeTags' });
  expect(asked.map(({ input }) => (input.ResourceArns as readonly string[]).length)).toEqual([
    ...Array(22).fill(20),
    10,
  ]);
});

test('law 2 a target group whose tags AWS leaves out is unknown, not gone, hides no other, and fails the listing', async () => {
  const [odd = '', plain = ''] = aws.control.addTargetGroups(HERE, [{}, {}]);
  aws.control.addFault({ kind: 'empty', operation: 'DescribeTags', containing: odd });
  const reads = await open().get([odd, plain]);
  expect([reads.get(odd), reads.get(plain)?.kind]).toEqual([
    { kind: 'unknown', why: expect.stringContaining(`AWS answered without ${odd}`) },
    'found',
  ]);
  expect(await failureOf(collect(open().list()))).toMatchObject({ problem: 'malformed' });
});

test('A3 tags that may not be read fail the listing, and the permission is named', async () => {
  aws.control.addTargetGroups(HERE, [{}]);
  aws.control.deny({ account: HERE.account, action: 'elasticloadbalancing:DescribeTags' });
  expect(await failureOf(collect(open().list()))).toMatchObject({
    problem: 'denied',
    permission: 'elasticloadbalancing:DescribeTags',
  });
});

test('A14 odd tags, 50 of them, of a target group in a VPC that is gone, are all read', async () => {
  const tags = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`Ü ${index}/=+-@.:_`, index === 0 ? '' : `"<${index}>&'`]),
  );
  const [id = ''] = aws.control.addTargetGroups(HERE, [{ tags, VpcId: '' }]);
  const { tags: found, vpcId } = await read(id);
  expect([found, vpcId]).toEqual([tags, undefined]);
});

test.each(['targetgroup/web', 'arn:aws:ec2:us-east-1:111111111111:volume/vol-1', ''])(
  'A14 an id that is no ARN of a target group (%j) is unknown, and does not hide the others',
  async (malformed) => {
    const [id = ''] = aws.control.addTargetGroups(HERE, [{}]);
    const reads = await open().get([malformed, id]);
    expect([reads.get(malformed)?.kind, reads.get(id)?.kind]).toEqual(['unknown', 'found']);
  },
);
