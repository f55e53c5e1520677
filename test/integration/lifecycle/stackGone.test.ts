/** What deleted stacks of CloudFormation left behind: docs/behaviour/clusters.md. */
import { beforeEach, expect, test } from '@jest/globals';
import { check } from '../../../src/lifecycle/index.ts';
import { HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const ADDRESSES = namespaceOf('elasticIp');

const world = worldForAll();

const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';
const options = (more = '') => ({
  cleanup: `[{ type: elasticIp, accounts: [test], live: true, minimumAge: 1h, unusedFor: 12h, ${ACCEPTED}, when: [{ rule: stackGone }]${more} }]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
});
beforeEach(() => world.reset(options()));

const templateOf = (attributes: object = {}) =>
  JSON.stringify({ Resources: { Address: { Type: 'AWS::EC2::EIP', ...attributes } } });

type Seed = Parameters<typeof world.sandbox.control.addStacks>[1][number];

/** A stack in this state, and its id. */
function addStack(name: string, status: Seed['status'], seed: Partial<Seed> = {}): string {
  world.sandbox.control.addStacks(HERE, [{ name, status, template: templateOf(), ...seed }]);
  return world.sandbox.control.state(HERE).stacks.find(({ StackName }) => StackName === name)?.StackId ?? '';
}

function add(stackId: string, more: Record<string, string> = {}): string {
  const made = { 'aws:cloudformation:stack-id': stackId, 'aws:cloudformation:logical-id': 'Address' };
  const tags = { owner: 'ann@example.com', 'aws:cloudformation:stack-name': 'shop', ...made, ...more };
  return world.sandbox.control.addElasticIps(HERE, [{ tags }])[0] ?? '';
}

async function surveys(): Promise<readonly string[]> {
  for (let passed = 0; passed < 4; passed++) {
    await world.pass('mark', ADDRESSES);
    world.clock.advance(6 * HOUR);
  }
  return (await world.marks(ADDRESSES)).map(({ id }) => id);
}

async function verdictOf(id: string) {
  const [wc] = world.configuration.workConfigurations;
  const checked = wc && (await check(world.wired.deps, wc, id, new AbortController().signal));
  return checked?.kind === 'verdict' ? [checked.verdict.kind, ...checked.verdict.reasons] : [];
}

test('C18 what a deleted stack left is marked, with the name of the stack', async () => {
  const id = add(addStack('shop', 'DELETE_COMPLETE'));
  expect(await surveys()).toEqual([id]);
  expect((await world.marks(ADDRESSES))[0]?.reasons).toContain('its stack shop is deleted, and left it behind');
});

test('C18 what a living stack has stays, in any state, also where a deleted one had its name', async () => {
  addStack('shop', 'DELETE_COMPLETE');
  const ids = (['CREATE_COMPLETE', 'DELETE_FAILED', 'DELETE_IN_PROGRESS', 'REVIEW_IN_PROGRESS'] as const).map(
    (status) => add(addStack(`shop-${status.replaceAll('_', '-')}`, status)),
  );
  expect(await surveys()).toEqual([]);
  expect(await verdictOf(ids[0] ?? '')).toEqual(
    expect.arrayContaining(['keep', expect.stringContaining('CREATE_COMPLETE')]),
  );
});

test.each([
  ['retains it', { DeletionPolicy: 'Retain' }],
  ['retains it except on its creation', { DeletionPolicy: 'RetainExceptOnCreate' }],
  ['retained what an update replaced', { UpdateReplacePolicy: 'Retain' }],
  ['says so by an expression', { DeletionPolicy: { Ref: 'Policy' } }],
  ['says so in another spelling', { DeletionPolicy: 'retain' }],
])('C19 a resource stays whose deleted template %s, unless the entry says otherwise', async (_how, attributes) => {
  const id = add(addStack('shop', 'DELETE_COMPLETE', { template: templateOf(attributes) }));
  expect(await surveys()).toEqual([]);
  expect((await verdictOf(id)).join()).toMatch(/(?:its template|its deletion) retain(?:s|ed) Address/);
  await world.configure(options(', stacks: { retained: delete }'));
  expect(await surveys()).toEqual([id]);
});

test.each([
  ['is no template', '{{{'],
  ['names no such resource', '{"Resources":{"Other":{}}}'],
  ['has a list of resources', '{"Resources":["Address"]}'],
  ['is empty', ''],
])('C19 a resource stays whose deleted template %s', async (_how, template) => {
  add(addStack('shop', 'DELETE_COMPLETE', { template }));
  expect(await surveys()).toEqual([]);
});

test('C19 a template in YAML is read, and Delete and Snapshot retain nothing', async () => {
  const template =
    'Resources:\n  Address:\n    Type: AWS::EC2::EIP\n    DeletionPolicy: Delete\n    UpdateReplacePolicy: Snapshot\n';
  const resources = { Address: 'DELETE_COMPLETE' } as const;
  const id = add(addStack('shop', 'DELETE_COMPLETE', { template, resources }));
  const retaining = template.replace('Policy: Delete', 'Policy: Retain');
  const kept = add(addStack('blog', 'DELETE_COMPLETE', { template: retaining, resources }));
  expect([await surveys(), (await verdictOf(kept))[0]]).toEqual([[id], 'keep']);
});

test('C19 what a person retained while deleting the stack stays, unless the entry says otherwise', async () => {
  const id = add(addStack('shop', 'DELETE_COMPLETE', { resources: { Address: 'DELETE_SKIPPED' } }));
  expect(await surveys()).toEqual([]);
  expect((await verdictOf(id)).join()).toContain('its deletion retained Address (DELETE_SKIPPED)');
  await world.configure(options(', stacks: { retained: delete }'));
  expect(await surveys()).toEqual([id]);
});

test.each([
  ['has no such resource', {}],
  ['failed to delete it', { Address: 'DELETE_FAILED' }],
  ['never made it', { Address: 'CREATE_FAILED' }],
] as const)('C20 how it ended is not known: the deleted stack %s', async (_what, resources) => {
  const id = add(addStack('shop', 'DELETE_COMPLETE', { resources }));
  await world.configure(options(', stacks: { retained: delete }'));
  expect(await surveys()).toEqual([]);
  expect((await verdictOf(id))[0]).toBe('unknown');
});

test('C20 the resources of a deleted stack cannot be read → unknown', async () => {
  const id = add(addStack('shop', 'DELETE_COMPLETE'));
  world.deny('cloudformation:ListStackResources');
  expect([await surveys(), (await verdictOf(id))[0]]).toEqual([[], 'unknown']);
});

test('C20 not known is not deleted: a stack that CloudFormation forgot, of another account or region, or half a tag', async () => {
  const gone = addStack('shop', 'DELETE_COMPLETE');
  const unknown = [
    add(gone.replace(/[^/]+$/, '00000000-0000-4000-8000-000000000000')),
    add(gone.replace(':111111111111:', ':222222222222:')),
    add(gone.replace(':us-east-1:', ':eu-west-1:')),
  ];
  add(gone, { 'aws:cloudformation:logical-id': '' });
  add('shop');
  expect(await surveys()).toEqual([]);
  for (const id of unknown) expect((await verdictOf(id))[0]).toBe('unknown');
});

test('C20 a nested stack that is deleted leaves nothing while the stack above it lives', async () => {
  const root = addStack('root', 'UPDATE_COMPLETE');
  const id = add(addStack('nested', 'DELETE_COMPLETE', { rootId: root }));
  const alone = add(addStack('alone', 'DELETE_COMPLETE', { rootId: addStack('gone', 'DELETE_COMPLETE') }));
  expect([await surveys(), (await verdictOf(id)).join()]).toEqual([
    [alone],
    expect.stringContaining('is nested is UPDATE_COMPLETE'),
  ]);
});

test.each(['DescribeStacks', 'GetTemplate'])(
  'C20 while cloudformation:%s fails, a mark stays and nothing is deleted',
  async (operation) => {
    const id = add(addStack('shop', 'DELETE_COMPLETE'));
    expect(await surveys()).toEqual([id]);
    world.sandbox.control.addFault({ kind: 'deny', operation });
    await world.pass('mark', ADDRESSES);
    expect([(await world.marks(ADDRESSES)).map((mark) => mark.id), (await verdictOf(id))[0]]).toEqual([
      [id],
      'unknown',
    ]);
  },
);
