import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { approve } from '../../../src/lifecycle/index.ts';
import { DAY, GROUPS, HERE, IMAGES, THERE, worldForAll } from '../../support/awsWorld.ts';
import { InProcessClients } from '../../support/inProcess.ts';
import { until } from '../../support/until.ts';

const world = worldForAll();
beforeEach(() => world.reset());

/** The handler with one image left out of its listing, and another left out of listing and reads. */
function hiding(handler: Handler, hidden: string, unread: string): Handler {
  return {
    ...handler,
    open(scope, io) {
      const session = handler.open(scope, io);
      return {
        verifyAccount: () => session.verifyAccount(),
        delete: (batch) => session.delete(batch),
        async *list() {
          for await (const page of session.list()) yield page.filter(({ id }) => id !== hidden && id !== unread);
        },
        get: async (wanted) => new Map([...(await session.get(wanted))].filter(([id]) => id !== unread)),
      };
    },
  };
}

const ids = async () => (await world.marks()).map(({ id }) => id);

/** Time goes by, and a survey of the images is complete every six hours. */
async function watchedFor(ms: number): Promise<void> {
  for (let watched = 0; watched < ms; watched += DAY / 4) {
    world.clock.advance(DAY / 4);
    await world.wired.deps.lastUsed.surveyed(IMAGES, world.clock.now());
  }
}

describe('marking', () => {
  test('L26 Holystone marks the two of three old images without a user, with reasons, owner and date', async () => {
    const [used = '', ...unused] = world.addImages(3);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    const record = await world.pass('mark');
    expect(record).toMatchObject({ outcome: 'complete', counts: { listed: 3, candidate: 2, keep: 1, marked: 2 } });
    expect(await ids()).toEqual([...unused].sort());
    expect(await world.markOf(unused[0] as string)).toMatchObject({
      state: 'marked',
      reasons: ['nothing uses it'],
      owner: 'ann@example.com',
      projectedDeletionAt: world.clock.now() + 10 * DAY,
    });
  });

  test('L26 the date of a mark lies in the window of the account', async () => {
    await world.reset({
      top: 'window: { days: [Mon, Tue, Wed, Thu], from: "09:00", to: "17:00", timeZone: America/Los_Angeles }',
    });
    const [image = ''] = world.addImages(1);
    await world.pass('mark');
    const at = new Date((await world.markOf(image))?.projectedDeletionAt ?? 0);
    const local = at.toLocaleString('en-US', {
      timeZone: 'America/Los_Angeles',
      weekday: 'short',
      hour: 'numeric',
      hour12: false,
    });
    expect(local).toMatch(/^(Mon|Tue|Wed|Thu)\D+(9|09|10|11|12|13|14|15|16)$/);
  });

  test('L27 an image in use is kept although a rule by age nominates it', async () => {
    await world.reset({
      cleanup: '[{ type: image, accounts: [test], live: true, when: [{ rule: age, moreThan: 1d }], keepNewest: off }]',
    });
    const [used = '', unused = ''] = world.addImages(2);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    await world.pass('mark');
    expect(await ids()).toEqual([unused]);
  });

  test('L28 marked images are used, tagged or opted out → Holystone unmarks them, and the audit log has the reasons', async () => {
    const [used = '', tagged = '', optedOut = ''] = world.addImages(3);
    await world.pass('mark');
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    world.sandbox.control.update(HERE, 'image', tagged, { Tags: [{ Key: 'expiration_time', Value: 'never' }] });
    const optOut = {
      target: { kind: 'id', value: optedOut },
      until: 'forever',
      actor: 'ann',
      at: world.clock.now(),
    } as const;
    await world.wired.deps.optOuts.optOut(IMAGES, optOut);
    world.clock.advance(7 * 3_600_000);
    await world.pass('mark');
    expect(await ids()).toEqual([]);
    expect(world.audit.filter(({ event }) => event === 'unmarked').map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('used by instance'),
        expect.stringContaining('expiration_time=never'),
      ]),
    );
    expect(world.events(optedOut)).toEqual(['marked', 'optedOut', 'unmarked']);
  });

  test('L28 the last use of an image ends → Holystone marks it only after `unusedFor`', async () => {
    const [image = '', other = ''] = world.addImages(2);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: image }, { ImageId: other }]);
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'instance', instance);
    const candidatesAfter = async (ms: number) => {
      await watchedFor(ms);
      await world.pass('mark');
      return ids();
    };
    expect([await candidatesAfter(13 * DAY), await candidatesAfter(2 * DAY)]).toEqual([[], [image]]);
  });

  test('Law 1 Law 5 time without a complete survey does not count as unused, in dry run either', async () => {
    await world.reset({ dryRun: true });
    const [image = '', other = ''] = world.addImages(2);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: image }, { ImageId: other }]);
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'instance', instance);
    await watchedFor(13 * DAY);
    // No survey for 30 days, and then one with half the evidence.
    world.clock.advance(30 * DAY);
    const denial = { account: HERE.account, action: 'ec2:DescribeLaunchTemplates' };
    world.sandbox.control.deny(denial);
    const incomplete = await world.pass('mark');
    world.sandbox.control.allow(denial);
    const after = [await world.pass('mark')];
    await watchedFor(2 * DAY);
    after.push(await world.pass('mark'));
    expect(incomplete.outcome).toBe('incomplete');
    expect(after.map(({ counts }) => counts.candidate)).toEqual([0, 1]);
  });

  test('L29 marked images are missing in a complete listing → Holystone drops the one that is gone by id, and keeps those that a read finds or cannot decide about', async () => {
    const [gone = '', hidden = '', unread = ''] = world.addImages(3);
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'image', gone);
    const { handlers, marks } = world.wired.parts;
    await world.configure({
      swap: (parts) => ({ ...parts, marks, handlers: handlers.map((h) => hiding(h, hidden, unread)) }),
    });
    world.clock.advance(DAY);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { gone: 1 } });
    expect(await ids()).toEqual([hidden, unread].sort());
    expect(world.events(gone)).toEqual(['marked', 'gone']);
  });

  test('L33 a marked image is renamed → the survey changes the name in the mark, and not its date', async () => {
    const [image = ''] = world.addImages(1);
    await world.pass('mark');
    const before = await world.markOf(image);
    world.sandbox.control.update(HERE, 'image', image, { Name: 'renamed' });
    world.clock.advance(DAY);
    await world.pass('mark');
    expect(await world.markOf(image)).toMatchObject({
      resource: { name: 'renamed' },
      projectedDeletionAt: before?.projectedDeletionAt,
      generation: before?.generation,
    });
  });

  test('L34 Holystone keeps an image that is younger than `minimumAge`, and one without a readable date', async () => {
    const young = new Date(world.clock.now() - 29 * DAY).toISOString();
    world.addImages(1, { CreationDate: young });
    world.addImages(1, { CreationDate: 'sometime' });
    expect(await world.pass('mark')).toMatchObject({ counts: { listed: 2, keep: 2, candidate: 0 } });
  });

  test('A1 an instance in another account uses an image → Holystone keeps it', async () => {
    const [image = ''] = world.addImages(1);
    world.sandbox.control.addInstances(THERE, [{ ImageId: image }]);
    expect(await world.pass('mark')).toMatchObject({ counts: { keep: 1, candidate: 0 } });
  });
});

describe('when something cannot be read', () => {
  test('L30 page 3 of the listing fails → the pass is incomplete, and neither marks nor unmarks', async () => {
    const [marked = ''] = world.addImages(1);
    await world.pass('mark');
    world.addImages(2500);
    world.sandbox.control.addInstances(HERE, [{ ImageId: marked }]);
    world.sandbox.control.addFault({ operation: 'DescribeImages', kind: 'error', page: 3 });
    world.clock.advance(DAY);
    const record = await world.pass('mark');
    expect(record.outcome).toBe('incomplete');
    expect(record.problem).toContain('could not be listed');
    expect(await ids()).toEqual([marked]);
  });

  test.each([
    ['ec2:DescribeInstances'],
    ['ec2:DescribeLaunchTemplates'],
    ['autoscaling:DescribeAutoScalingGroups'],
    ['autoscaling:DescribeLaunchConfigurations'],
    ['ec2:DescribeImageAttribute'],
  ])('L30 AWS denies %s → the pass is incomplete, marks nothing, and names the permission', async (action) => {
    world.addImages(2);
    world.deny(action);
    const record = await world.pass('mark');
    expect(record.outcome).toBe('incomplete');
    expect(record.problem).toContain(action);
    expect(record.problem).toContain('2 resources are unknown');
    expect(await ids()).toEqual([]);
  });

  test('L30 AWS denies evidence of another account → Holystone still unmarks an image with a known user', async () => {
    const [image = ''] = world.addImages(1);
    await world.pass('mark');
    world.sandbox.control.addInstances(HERE, [{ ImageId: image }]);
    world.deny('ec2:DescribeInstances', THERE.account);
    world.clock.advance(DAY);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'incomplete', counts: { unmarked: 1, unknown: 0 } });
    expect(await ids()).toEqual([]);
  });

  test('A15 evidence is accepted as unread → the audit log has the begin and the end of that', async () => {
    const images = '{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off';
    const accept = 'acceptUnread: [{ kind: fleets, accounts: [test], until: 2027-01-31, reason: no role yet }]';
    await world.reset({ cleanup: `[${images}, evidence: { ${accept} } }]` });
    world.addImages(1);
    world.deny('ec2:DescribeFleets');
    const accepted = () => world.audit.filter(({ event }) => event === 'waivedEvidence');
    await world.pass('mark');
    await world.pass('mark');
    expect(accepted()).toEqual([
      expect.objectContaining({
        before: 'nothing',
        after: 'fleets in test, accepted unread until 2027-01-31T23:59:59.999Z: no role yet',
      }),
    ]);
    await world.configure({ cleanup: `[${images} }]` });
    world.sandbox.control.allow({ account: HERE.account, action: 'ec2:DescribeFleets' });
    await world.pass('mark');
    expect(accepted().map(({ after }) => after)).toEqual([expect.stringContaining('no role yet'), 'nothing']);
  });

  test('L31 evidence is suddenly empty → the pass is blocked and marks nothing', async () => {
    const [used = ''] = world.addImages(3);
    const [instance = ''] = world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'instance', instance);
    world.clock.advance(30 * DAY);
    const record = await world.pass('mark');
    expect(record.outcome).toBe('blocked');
    expect(record.problem).toMatch(/^shrunkBy: evidence instances@test\/us-east-1 fell from 1 to 0/);
    expect(await world.markOf(used)).toBeUndefined();
  });

  test('A4 the last Auto Scaling group vanished from the evidence → the pass is blocked and marks nothing', async () => {
    const [used = ''] = world.addImages(3);
    const LaunchConfigurationName = 'web-7';
    const launch = { LaunchConfigurationName, ImageId: used };
    world.sandbox.control.addLaunchConfigurations(HERE, [launch]);
    world.sandbox.control.addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'web', LaunchConfigurationName }]);
    await world.pass('mark');
    world.sandbox.control.remove(HERE, 'autoScalingGroup', 'web');
    world.sandbox.control.remove(HERE, 'launchConfiguration', LaunchConfigurationName);
    await watchedFor(30 * DAY);
    const record = await world.pass('mark');
    expect(record.outcome).toBe('blocked');
    expect(record.problem).toContain('evidence autoScalingGroups@test/us-east-1 fell from 2 to 0');
    expect(await world.markOf(used)).toBeUndefined();
  });
});

describe('a blocked survey', () => {
  /** Evidence that falls from three users to none. */
  async function block() {
    const images = world.addImages(4);
    const users = world.sandbox.control.addInstances(
      HERE,
      images.slice(0, 3).map((ImageId) => ({ ImageId })),
    );
    await world.pass('mark');
    for (const user of users) world.sandbox.control.remove(HERE, 'instance', user);
    await watchedFor(30 * DAY);
    expect((await world.pass('mark')).outcome).toBe('blocked');
    return images;
  }
  const surveyAfter = async (ms: number) => {
    world.clock.advance(ms);
    return (await world.pass('mark')).outcome;
  };

  test('L31 the third equal complete survey, 48 h after the first, releases a blocked pass', async () => {
    const images = await block();
    expect([await surveyAfter(DAY), await surveyAfter(DAY - 1), await surveyAfter(1)]).toEqual([
      'blocked',
      'blocked',
      'complete',
    ]);
    expect(await ids()).toEqual([...images].sort());
  });

  test('L31 two equal surveys over 48 h release nothing, and an incomplete one between them neither counts nor resets the count', async () => {
    await block();
    world.deny('ec2:DescribeInstances');
    const unread = await surveyAfter(2 * DAY);
    world.allow('ec2:DescribeInstances');
    expect([unread, await surveyAfter(DAY), await surveyAfter(1)]).toEqual(['incomplete', 'blocked', 'complete']);
  });

  test('L31 a survey with another result begins the 48 h again', async () => {
    await block();
    await surveyAfter(DAY);
    world.addImages(1);
    expect([await surveyAfter(DAY), await surveyAfter(DAY), await surveyAfter(DAY)]).toEqual([
      'blocked',
      'blocked',
      'complete',
    ]);
  });

  test('L31 an approval releases a blocked pass', async () => {
    await block();
    const { passId } = await world.pass('mark');
    await approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' });
    expect(await surveyAfter(0)).toBe('complete');
  });

  test('L32 three equal complete surveys over 48 h release a pass with too many new marks', async () => {
    world.addImages(40);
    expect([await surveyAfter(0), await surveyAfter(DAY), await surveyAfter(DAY)]).toEqual([
      'blocked',
      'blocked',
      'complete',
    ]);
    expect(await ids()).toHaveLength(40);
  });
});

describe('the record of earlier surveys', () => {
  test('L31 after a survey without resources, empty evidence still blocks the next one', async () => {
    const [used = '', ...others] = world.addImages(3);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    await world.pass('mark');
    const images = [used, ...others];
    const hidden = images.map((id) => world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id));
    for (const id of images) world.sandbox.control.remove(HERE, 'image', id);
    world.clock.advance(DAY);
    expect((await world.pass('mark')).counts.listed).toBe(0);
    world.sandbox.control.addImages(
      HERE,
      hidden.map((image) => ({ ...image })),
    );
    world.sandbox.control.addFault({ operation: 'DescribeInstances', kind: 'empty' });
    world.clock.advance(20 * DAY);
    expect((await world.pass('mark')).outcome).toBe('blocked');
    expect(await ids()).toEqual([]);
  });

  test('L23 a pass continues after a stop and does not read evidence of an image again', async () => {
    world.addImages(45);
    const asked = () =>
      world.sandbox.control
        .calls({ operation: 'DescribeImageAttribute' })
        .map(({ input }) => (input as { ImageId: string }).ImageId);
    const before = asked().length;
    const stop = new AbortController();
    world.sandbox.control.addFault({ operation: 'DescribeImageAttribute', kind: 'hang', nth: 31, times: 1 });
    const stopped = world.pass('mark', IMAGES, stop.signal);
    await until('the 31st image is asked about', () => asked().length >= before + 31);
    stop.abort(new Error('budget'));
    expect((await stopped).outcome).toBe('unfinished');
    await world.pass('mark');
    const each = asked().slice(before);
    expect(each.length).toBeLessThan(45 + 25);
    expect(new Set(each).size).toBe(45);
  });
});

describe('tripwires', () => {
  test('L32 more than `markedShare` of 40 resources would be marked → the pass is blocked, marks nothing, and says which share and by how much', async () => {
    const [used = ''] = world.addImages(1);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    world.addImages(39);
    const record = await world.pass('mark');
    expect(record).toMatchObject({ outcome: 'blocked', blocked: { size: 39 } });
    expect(record.problem).toBe('markedShare: 39 of 40 (97.5%) would be newly marked, more than 25%');
    expect(await ids()).toEqual([]);
  });

  test('L32 an approval of a set marks exactly that set; a changed set stays blocked', async () => {
    world.addImages(40);
    const approveLast = async () => {
      const { passId } = await world.pass('mark');
      return approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' });
    };
    expect(await approveLast()).toEqual({ kind: 'approved', size: 40 });
    const [added = ''] = world.addImages(1);
    expect((await world.pass('mark')).outcome).toBe('blocked');
    world.sandbox.control.remove(HERE, 'image', added);
    expect(await approveLast()).toEqual({ kind: 'approved', size: 40 });
    expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { marked: 40 } });
  });

  test('L32 a used approval does not release the same set again', async () => {
    world.addImages(40);
    const { passId } = await world.pass('mark');
    await approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' });
    await world.pass('mark');
    const audit = { at: world.clock.now(), namespace: IMAGES, event: 'unmarked', actor: 'olga' } as const;
    const removals = (await world.marks()).map((before) => ({ id: before.id, before, after: undefined, audit }));
    await world.wired.deps.marks.apply(IMAGES, removals);
    world.clock.advance(DAY);
    expect((await world.pass('mark')).outcome).toBe('blocked');
    expect((await world.pass('mark')).outcome).toBe('blocked');
  });

  test('L32 Holystone refuses an approval of a pass that is not the last, or not blocked', async () => {
    world.addImages(2);
    const { passId } = await world.pass('mark');
    const refusals = [
      await approve(world.wired.deps, { namespace: IMAGES, passId, actor: 'olga' }),
      await approve(world.wired.deps, { namespace: IMAGES, passId: 'other', actor: 'olga' }),
    ];
    expect(refusals.map(({ kind }) => kind)).toEqual(['conflict', 'notFound']);
  });

  test('L32 two of three resources are candidates → Holystone marks both, because shares do not count in small accounts', async () => {
    const [used = ''] = world.addImages(3);
    world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
    expect(await world.pass('mark')).toMatchObject({ outcome: 'complete', counts: { marked: 2 } });
  });
});

describe('dry run', () => {
  const cleanup = '[{ type: image, accounts: [test], when: [{ rule: unused }], keepNewest: off }]';

  test.each([
    ['globally', { dryRun: true }],
    ['for the type', { cleanup }],
  ])(
    'L36 in dry run %s Holystone has the same verdicts, and neither marks, mails nor sends a call that writes',
    async (_where, options) => {
      const [used = ''] = world.addImages(3);
      world.sandbox.control.addInstances(HERE, [{ ImageId: used }]);
      await world.configure(options);
      expect(await world.pass('mark')).toMatchObject({
        outcome: 'complete',
        counts: { candidate: 2, keep: 1, wouldMark: 2 },
      });
      await world.notify();
      await world.pass('delete');
      expect([await ids(), world.messages(), world.writes()]).toEqual([[], [], []]);
    },
  );
});

describe('groups', () => {
  test('A12 Holystone marks a plain 0/0/0 group past its age, and keeps one with instances and one of CloudFormation', async () => {
    await world.reset({
      cleanup: '[{ type: autoScalingGroup, accounts: [test], live: true, when: [{ rule: zeroInstances }] }]',
    });
    const CreatedTime = new Date(world.clock.now() - 90 * DAY).toISOString();
    const empty = { MinSize: 0, MaxSize: 0, DesiredCapacity: 0, CreatedTime };
    world.sandbox.control.addAutoScalingGroups(HERE, [
      { AutoScalingGroupName: 'Empty-v001', ...empty },
      { AutoScalingGroupName: 'stack', ...empty, tags: { 'aws:cloudformation:stack-name': 'web' } },
      {
        AutoScalingGroupName: 'busy',
        CreatedTime,
        Instances: [
          {
            InstanceId: 'i-0',
            AvailabilityZone: 'us-east-1a',
            LifecycleState: 'InService',
            HealthStatus: 'Healthy',
            ProtectedFromScaleIn: false,
          },
        ],
      },
    ]);
    await world.pass('mark', GROUPS);
    expect((await world.marks(GROUPS)).map(({ id }) => id)).toEqual(['Empty-v001']);
  });
});

test('P7 a mark keeps its last use, and the record of the pass when its evidence was read', async () => {
  const LastLaunchedTime = new Date(world.clock.now() - 80 * DAY).toISOString();
  const [id = ''] = world.addImages(1, { LastLaunchedTime });
  const before = world.clock.now();
  await world.pass('mark');
  expect((await world.markOf(id))?.resource.lastUse).toEqual({ at: Date.parse(LastLaunchedTime) });
  const record = await world.wired.deps.passes.get(IMAGES, 'mark');
  expect(Object.keys(record?.baseline?.findings ?? {})).toContain('instances@test/us-east-1');
  const { readAt = 0 } = record?.baseline ?? {};
  expect([Number.isInteger(readAt), Math.abs(readAt - before) < 60_000]).toEqual([true, true]);
});

test('each pass that ends lets go of the clients that it opened, and the next one opens its own', async () => {
  const opened: string[] = [];
  const clients = new InProcessClients(world.sandbox, (key) => opened.push(key));
  await world.configure({ swap: (parts) => ({ ...parts, clients }) });
  world.addImages(1);
  await world.pass('mark');
  const first = opened.splice(0);
  await world.pass('mark');
  expect(first.length).toBeGreaterThan(10);
  // What it reads anew: evidence of a moment ago is shared.
  expect(opened.length).toBeGreaterThan(0);
  expect(first).toEqual(expect.arrayContaining(opened));
});
