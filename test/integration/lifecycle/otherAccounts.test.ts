import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { WorkConfiguration } from '../../../src/core/workConfiguration.ts';
import { planNamespace } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, OTHER_ACCOUNT, THERE, World } from '../../support/awsWorld.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world?.stop());

const cleanup = (evidence: string) =>
  `[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, evidence: { ${evidence} } }]`;

/** One image that is shared with the other account, one that is not. */
async function seed(evidence = 'sharing: check'): Promise<{ shared: string; own: string }> {
  await world.reset({ cleanup: cleanup(evidence) });
  const [shared = ''] = world.addImages(1, { launchPermissions: [{ UserId: OTHER_ACCOUNT }] });
  const [own = ''] = world.addImages(1);
  return { shared, own };
}

async function plan() {
  const { deps } = world.wired;
  const wc = world.configuration.workConfigurations.find(({ namespace }) => namespace === IMAGES) as WorkConfiguration;
  return planNamespace(
    { ...deps, state: { marks: deps.marks, passes: deps.passes } },
    wc,
    new AbortController().signal,
  );
}
const verdicts = async () => new Map((await plan()).resources.map(({ id, verdict }) => [id, verdict]));
const markedIds = async () => (await world.marks()).map(({ id }) => id);

/** Time goes by, and a survey is complete every six hours. */
async function watchedFor(ms: number): Promise<void> {
  for (let watched = 0; watched < ms; watched += DAY / 4) {
    world.clock.advance(DAY / 4);
    await world.wired.deps.lastUsed.surveyed(IMAGES, world.clock.now());
  }
}

const troubles = [
  ['denied', () => world.deny('ec2:DescribeInstances', OTHER_ACCOUNT)],
  ['a role that may not be assumed', () => world.deny('sts:AssumeRole', OTHER_ACCOUNT)],
  ['suspended', () => world.sandbox.control.suspendAccount(OTHER_ACCOUNT)],
  [
    'throttled',
    () => world.sandbox.control.addFault({ kind: 'throttle', operation: 'DescribeInstances', account: OTHER_ACCOUNT }),
  ],
  ['unreachable', () => world.sandbox.control.addFault({ kind: 'drop', operation: '*', account: OTHER_ACCOUNT })],
] as const;

describe('another account that cannot be read', () => {
  afterEach(() => world.sandbox.control.suspendAccount(OTHER_ACCOUNT, false));

  test.each(troubles)(
    '%s: only what it may use is unknown; the rest is marked, and the pass says so',
    async (_name, begin) => {
      const { shared, own } = await seed();
      begin();
      const pass = await world.pass('mark');
      expect({ outcome: pass.outcome, marked: await markedIds() }).toEqual({ outcome: 'complete', marked: [own] });
      expect(pass.counts).toMatchObject({ candidate: 1, unknown: 1 });
      expect(pass.problem).toMatch(/in other\/us-east-1: .* \(1 resource is unknown\)/);
      expect(await verdicts()).toEqual(
        new Map([
          [shared, 'unknown'],
          [own, 'candidate'],
        ]),
      );
    },
  );

  test.each(troubles)('%s: what is shared is kept where sharing keeps', async (_name, begin) => {
    const { shared, own } = await seed('sharing: keep');
    begin();
    const pass = await world.pass('mark');
    expect({ outcome: pass.outcome, problem: pass.problem }).toEqual({ outcome: 'complete', problem: undefined });
    expect(await verdicts()).toEqual(
      new Map([
        [shared, 'keep'],
        [own, 'candidate'],
      ]),
    );
    expect((await plan()).status).toBe('complete');
  });

  test('A3 plan is incomplete, and names the permission with how many it blocks', async () => {
    await seed();
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    expect(await plan()).toMatchObject({
      status: 'incomplete',
      problem: expect.stringContaining('(1 resource is unknown)'),
      missingPermissions: [{ permission: 'ec2:DescribeInstances', places: ['other/us-east-1'], blocks: 1 }],
    });
  });

  test('Law 1 an image that was ever seen in use stays unknown, shared by now or not', async () => {
    const { own } = await seed('sharing: check');
    world.sandbox.control.addInstances(THERE, [{ InstanceId: 'i-0123456789abcdef0', ImageId: own }]);
    await world.pass('mark');
    world.sandbox.control.remove(THERE, 'instance', 'i-0123456789abcdef0');
    await watchedFor(15 * DAY);
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    expect((await verdicts()).get(own)).toBe('unknown');
    world.allow('ec2:DescribeInstances', OTHER_ACCOUNT);
    world.clock.advance(HOUR);
    await world.configure({ cleanup: cleanup('sharing: check') });
    expect((await verdicts()).get(own)).toBe('candidate');
  });

  test('Law 1 an SSM parameter is read from anywhere: where it may not be looked at, nobody knows what it holds', async () => {
    const { own } = await seed();
    world.sandbox.control.addParameters(THERE, [
      { name: '/golden/web', dataType: 'aws:ec2:image', versions: [{ value: own }] },
    ]);
    world.deny('ssm:DescribeParameters', OTHER_ACCOUNT);
    expect((await verdicts()).get(own)).toBe('unknown');
    expect((await plan()).missingPermissions).toMatchObject([{ permission: 'ssm:DescribeParameters', blocks: 2 }]);
    world.allow('ssm:DescribeParameters', OTHER_ACCOUNT);
    expect((await verdicts()).get(own)).toBe('keep');
  });

  test('Law 1 where launch permissions cannot be read either, everything is unknown', async () => {
    await seed();
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    world.deny('ec2:DescribeImageAttribute');
    expect(new Set((await verdicts()).values())).toEqual(new Set(['unknown']));
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete' });
  });

  test('a delete is held for what it may use, and done for the rest', async () => {
    const { shared, own } = await seed();
    await world.pass('mark');
    await world.notify();
    world.clock.advance(11 * DAY);
    await world.pass('mark');
    world.clock.advance(HOUR);
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    await world.pass('delete');
    expect([world.deregistered(), (await world.markOf(shared))?.problem]).toEqual([
      [own],
      expect.stringContaining('ec2:DescribeInstances is denied'),
    ]);
  });
});

describe('A1 an image that is shared with a declared account', () => {
  test('is used where that account uses it', async () => {
    const { shared, own } = await seed();
    world.sandbox.control.addInstances(THERE, [{ ImageId: shared }]);
    expect(await verdicts()).toEqual(
      new Map([
        [shared, 'keep'],
        [own, 'candidate'],
      ]),
    );
  });

  test('is a candidate where it does not', async () => {
    const { shared, own } = await seed();
    expect(await verdicts()).toEqual(
      new Map([
        [shared, 'candidate'],
        [own, 'candidate'],
      ]),
    );
  });
});

describe("AWS's own answers", () => {
  const STRANGER = '999999999999';
  const everything = [
    { ResourceType: 'ec2:Instance' },
    {
      ResourceType: 'ec2:LaunchTemplate',
      ResourceTypeOptions: [{ OptionName: 'version-depth', OptionValues: ['10000'] }],
    },
    { ResourceType: 'imagebuilder:ImageRecipe' },
    { ResourceType: 'imagebuilder:ContainerRecipe' },
  ];
  const report = (ImageId: string, entries: { AccountId: string }[] = []) =>
    world.sandbox.control.addImageUsageReports(HERE, [
      {
        ImageId,
        ResourceTypes: everything,
        CreationTime: new Date(world.clock.now() - DAY),
        ExpirationTime: '2099-01-01',
        entries,
      },
    ]);

  test('image references stand in for instances that may not be listed', async () => {
    const { own } = await seed('sharing: keep, on: [imageReferences]');
    const [used = ''] = world.addImages(1);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used, state: 'stopped' }]);
    world.deny('ec2:DescribeInstances');
    const found = await verdicts();
    expect([found.get(own), found.get(used)]).toEqual(['candidate', 'keep']);
    await world.configure({ cleanup: cleanup('sharing: keep') });
    expect((await verdicts()).get(own)).toBe('unknown');
  });

  test.each(['keep', 'check'])(
    'Law 1 sharing: %s, and a report does not stand in for launch permissions that may not be read',
    async (sharing) => {
      const { own } = await seed(`sharing: ${sharing}, on: [usageReports]`);
      report(own);
      world.deny('ec2:DescribeImageAttribute');
      expect((await verdicts()).get(own)).toBe('unknown');
    },
  );

  test('an account that is not declared makes an image unknown, and a complete report settles it', async () => {
    await world.reset({ cleanup: cleanup('sharing: check, on: [usageReports]') });
    const [one = '', two = '', three = ''] = world.addImages(3, { launchPermissions: [{ UserId: STRANGER }] });
    report(one);
    report(two, [{ AccountId: STRANGER }]);
    expect(await verdicts()).toEqual(
      new Map([
        [one, 'candidate'],
        [two, 'keep'],
        [three, 'unknown'],
      ]),
    );
    expect(await plan()).toMatchObject({ status: 'complete', missingPermissions: [] });
  });
});
