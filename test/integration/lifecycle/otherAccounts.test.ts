import { afterEach, describe, expect, test } from '@jest/globals';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { check, planNamespace } from '../../../src/lifecycle/index.ts';
import { DAY, HERE, HOUR, IMAGES, OTHER_ACCOUNT, THERE, worldForAll } from '../../support/awsWorld.ts';
import { metricsOf } from '../../support/fleetMetrics.ts';

const world = worldForAll();

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

/** One kind of evidence cannot be read. */
const partly = [
  ['denied', () => world.deny('ec2:DescribeInstances', OTHER_ACCOUNT)],
  [
    'throttled',
    () => world.sandbox.control.addFault({ kind: 'throttle', operation: 'DescribeInstances', account: OTHER_ACCOUNT }),
  ],
] as const;
/** Nothing of the account can be read. */
const wholly = [
  ['a role that may not be assumed', () => world.deny('sts:AssumeRole', OTHER_ACCOUNT)],
  ['suspended', () => world.sandbox.control.suspendAccount(OTHER_ACCOUNT)],
  ['unreachable', () => world.sandbox.control.addFault({ kind: 'drop', operation: '*', account: OTHER_ACCOUNT })],
] as const;
/** An account notes its resources for others to read: without such notes, a whole account is bounded too. */
const NOT_FOR_OTHERS = `off: [${['ssmParameters', 'imageBuilder', 'texts'].map((kind) => `{ kind: ${kind}, accounts: [other] }`)}]`;

describe('another account that cannot be read', () => {
  afterEach(() => world.sandbox.control.suspendAccount(OTHER_ACCOUNT, false));

  test.each([
    ...partly.map((trouble) => [...trouble, 'sharing: check'] as const),
    ...wholly.map((trouble) => [...trouble, `sharing: check, ${NOT_FOR_OTHERS}`] as const),
  ])(
    '%s: only what it may use is unknown; the rest is marked, and the pass is incomplete and says so',
    async (_name, begin, evidence) => {
      const { shared, own } = await seed(evidence);
      begin();
      const pass = await world.pass('mark');
      expect({ outcome: pass.outcome, marked: await markedIds() }).toEqual({ outcome: 'incomplete', marked: [own] });
      expect(pass.counts).toMatchObject({ candidate: 1, unknown: 1 });
      expect(pass.problem).toMatch(/in other\/us-east-1: .* \(1 resource is unknown\)/);
      expect(pass.nextDueAt - pass.startedAt).toBe(6 * HOUR);
      expect(await verdicts()).toEqual(
        new Map([
          [shared, 'unknown'],
          [own, 'candidate'],
        ]),
      );
    },
  );

  test.each(wholly)(
    'A15 %s: its parameters, recipes and texts may name any image, so the pass marks and deletes nothing, and names the unreadable account once',
    async (_name, begin) => {
      const { own } = await seed();
      world.sandbox.control.addParameters(THERE, [
        { name: '/golden/web', dataType: 'aws:ec2:image', versions: [{ value: own }] },
      ]);
      expect((await verdicts()).get(own)).toBe('keep');
      world.clock.advance(HOUR);
      await world.configure({ cleanup: cleanup('sharing: check') });
      begin();
      const pass = await world.pass('mark');
      expect([pass.outcome, pass.counts.candidate, await markedIds()]).toEqual(['incomplete', 0, []]);
      expect(pass.unread).toMatchObject([
        { account: 'other', location: 'us-east-1', sources: expect.arrayContaining(['instances', 'ssmParameters']) },
      ]);
      expect(pass.problem?.match(/could not be read in other\/us-east-1/g)).toHaveLength(1);
      expect(await metricsOf(world)).toContain(
        `holystone_unread_evidence_kinds{namespace="${IMAGES}",unread_account="other",unread_location="us-east-1"}`,
      );
      const planned = await plan();
      expect(planned).toMatchObject({ status: 'incomplete', unread: [{ blocks: 2 }] });
      const reasons = planned.resources.find(({ id }) => id === own)?.reasons;
      expect(reasons).toEqual([expect.stringMatching(/^imageBuilder, ssmParameters, .* could not be read in other/)]);
      const wc = world.configuration.workConfigurations.find(({ namespace }) => namespace === IMAGES);
      const checked = await check(world.wired.deps, wc as WorkConfiguration, own, new AbortController().signal);
      expect(checked).toMatchObject({ verdict: { kind: 'unknown' }, unread: [{ blocks: 1 }] });
    },
  );

  test.each(partly)(
    '%s: a shared image is kept where sharing keeps, and the plan still names the unreadable account',
    async (_name, begin) => {
      const { shared, own } = await seed('sharing: keep');
      begin();
      const pass = await world.pass('mark');
      expect([pass.outcome, await markedIds()]).toEqual(['incomplete', [own]]);
      expect(pass.problem).toMatch(/^instances could not be read in other.* \(0 resources are unknown\)$/);
      expect(await verdicts()).toEqual(
        new Map([
          [shared, 'keep'],
          [own, 'candidate'],
        ]),
      );
      expect(await plan()).toMatchObject({ status: 'incomplete', unread: [{ blocks: 0 }] });
    },
  );

  test('every verdict of the plan names the evidence that is switched off, in each spelling', async () => {
    await seed(`sharing: check, off: [batch, { kind: emr }, { kind: imageBuilder, accounts: [other] }]`);
    const without = [
      'batch, switched off in the configuration',
      'emr, switched off in the configuration',
      'imageBuilder in other, switched off in the configuration',
    ];
    const { resources } = await plan();
    expect(resources.map(({ waivedEvidence }) => waivedEvidence)).toEqual([without, without]);
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

  test('Law 1 any account may read a shared SSM parameter: in an unreadable account its value is unknown', async () => {
    const { own } = await seed();
    world.sandbox.control.addParameters(THERE, [
      { name: '/golden/web', dataType: 'aws:ec2:image', versions: [{ value: own }] },
    ]);
    world.deny('ssm:DescribeParameters', OTHER_ACCOUNT);
    expect((await verdicts()).get(own)).toBe('unknown');
    expect((await plan()).missingPermissions).toMatchObject([{ permission: 'ssm:DescribeParameters', blocks: 2 }]);
    world.allow('ssm:DescribeParameters', OTHER_ACCOUNT);
    // A refusal answers everything that asks within a minute.
    world.clock.advance(61_000);
    expect((await verdicts()).get(own)).toBe('keep');
  });

  test('Law 1 where launch permissions cannot be read either, everything is unknown', async () => {
    await seed();
    world.deny('ec2:DescribeInstances', OTHER_ACCOUNT);
    world.deny('ec2:DescribeImageAttribute');
    expect(new Set((await verdicts()).values())).toEqual(new Set(['unknown']));
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete' });
  });

  test('an unreadable account delays deletions of resources that it may use, and no others', async () => {
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

  test('image references replace instances where listing them is denied', async () => {
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
    expect(await plan()).toMatchObject({
      status: 'incomplete',
      problem: expect.stringMatching(/shared with account 999999999999, .* \(1 resource is unknown\)$/),
      missingPermissions: [],
    });
  });
});
