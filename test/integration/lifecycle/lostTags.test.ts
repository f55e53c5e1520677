/** Somebody removes the tag of a quarantine, as `terraform apply` does with a tag that it does not know. */
import { describe, expect, test } from '@jest/globals';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, IMAGES, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { disabledImages, imageStateOf } from '../../support/disabledImages.ts';
import { addService, addValue, serviceArn } from '../../support/graph/fargateServices.ts';

const SERVICES = namespaceOf('fargateService');
const DATABASES = namespaceOf('dbInstance');
const ARN = serviceArn('web', HERE);
const TARGET = 'service/shop/web';
const TAG = 'holystone:quarantine';
const UNTIL = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

const world = worldForAll();
const time = awsTimeOf(world, SERVICES);
const control = () => world.sandbox.control;
const sent = () => world.writes().map(({ operation }) => operation);

async function begin(keys: string): Promise<void> {
  await time.reset({ cleanup: `[{ accounts: [test], live: true, when: [{ rule: unused }], ${keys} }]`, defaults });
}

/** No survey may begin. */
function kill(): Promise<unknown> {
  const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  return world.wired.deps.control.write({ killed: true }, audit);
}

/** With surveys in between, after which an hour passes. */
async function days(count: number): Promise<void> {
  await time.days(count);
  time.later(HOUR);
}

describe('A70 of a stopped service', () => {
  const one = () => control().state(HERE).ecsServices[0];
  const change = (to: object) => control().update(HERE, 'ecsService', ARN, { ...to });
  const mark = () => world.pass('mark', SERVICES);
  const keep = () => change({ tags: [...(one()?.tags ?? []), { key: 'holystone:keep', value: 'always' }] });
  const runs = () => [
    one()?.desiredCount,
    Object.values(control().state(HERE).scalableTargets[0]?.SuspendedState ?? {}).includes(true),
    one()?.tags?.some(({ key }) => key === TAG),
  ];
  const untag = (more: object = {}) => change({ tags: (one()?.tags ?? []).filter(({ key }) => key !== TAG), ...more });
  const AGAIN = [2, false, false];

  async function stopped(unanswered = false): Promise<void> {
    await begin(`${UNTIL}, type: fargateService, actions: [mark, notify, stop]`);
    const createdAt = new Date(world.clock.now() - 200 * DAY);
    addService(control(), HERE, 'web', { createdAt, tags: [{ key: 'owner', value: 'ann@example.com' }] });
    control().addScalableTargets(HERE, [{ ResourceId: TARGET, MinCapacity: 2, MaxCapacity: 6 }]);
    await mark();
    await world.notify(SERVICES);
    await days(11);
    if (unanswered) control().addFault({ kind: 'dropAfter', operation: 'UpdateService', times: 1 });
    const { counts } = await world.pass('delete', SERVICES);
    expect(counts).toMatchObject(unanswered ? {} : { quarantined: 1 });
    expect(runs()).toEqual([0, true, true]);
  }

  test.each<[string, () => Promise<unknown>]>([
    ['the next survey', mark],
    ['the next delete pass', () => world.pass('delete', SERVICES)],
    ['the survey after its owner kept it', async () => [keep(), await mark()]],
  ])('and the answer to the stop was lost → %s starts it again', async (_what, look) => {
    await stopped(true);
    expect(await world.marks(SERVICES)).toMatchObject([{ state: 'deleting', intent: { to: 'quarantine' } }]);
    untag();
    world.clock.advance(HOUR);
    await look();
    expect(runs()).toEqual(AGAIN);
    await mark();
    expect(runs()).toEqual(AGAIN);
  });

  test.each<[string, () => void]>([
    ['and nothing else happens', () => undefined],
    ['and its owner keeps it', keep],
    [
      'and somebody asks for it in vain',
      () =>
        addValue(
          control(),
          HERE,
          {
            namespace: 'AWS/ApplicationELB',
            name: 'HTTPCode_ELB_503_Count',
            dimensions: { LoadBalancer: 'app/of-web/0123456789abcdef' },
          },
          { at: new Date(world.clock.now()).toISOString(), value: 1 },
        ),
    ],
  ])('%s → the survey starts it with its tasks and its scaling, and its mark ends', async (_what, happens) => {
    await stopped();
    untag();
    happens();
    await mark();
    expect([...runs(), await world.marks(SERVICES)]).toEqual([...AGAIN, []]);
    expect(world.audit.map(({ reason }) => reason).join('\n')).toContain('somebody removed the tag of its quarantine');
    await mark();
    expect(runs()).toEqual(AGAIN);
  });

  test('and it is started with other tasks → they stay, and its scaling works again', async () => {
    await stopped();
    untag({ desiredCount: 4, runningCount: 4 });
    await mark();
    expect(runs()).toEqual([4, false, false]);
  });

  test('and it is started, and its scaling resumed → nothing is sent', async () => {
    await stopped();
    untag({ desiredCount: 4, runningCount: 4 });
    const resumed = { DynamicScalingInSuspended: false, DynamicScalingOutSuspended: false };
    const SuspendedState = { ...resumed, ScheduledScalingSuspended: false };
    control().update(HERE, 'scalableTarget', TARGET, { SuspendedState });
    const before = sent().length;
    await mark();
    expect([sent().length, await world.marks(SERVICES)]).toEqual([before, []]);
  });

  test('and no survey looks until its end → the delete pass starts it again', async () => {
    await stopped();
    await days(9);
    untag();
    await world.pass('delete', SERVICES);
    expect([...runs(), await world.marks(SERVICES)]).toEqual([...AGAIN, []]);
  });

  test('and a person keeps it on the page before any survey → it is started again', async () => {
    await stopped();
    untag();
    const target = { kind: 'id', value: 'shop/web' } as const;
    const at = world.clock.now();
    await world.wired.deps.optOuts.optOut(SERVICES, { target, until: 'forever', actor: 'ann@example.com', at });
    await world.protect(SERVICES);
    expect(runs()).toEqual(AGAIN);
  });

  /** Decides on the page, which removes the mark. */
  const decide = (target: OptOutTarget) =>
    world.wired.deps.optOuts.optOut(SERVICES, {
      ...{ target, until: 'forever', actor: 'ann@example.com', at: world.clock.now() },
    });
  const ONE = { kind: 'id', value: 'shop/web' } as const;
  const live = (is: boolean) =>
    world.configure({
      cleanup: `[{ type: fargateService, accounts: [test], live: ${is}, when: [{ rule: unused }], ${UNTIL}, actions: [mark, notify, stop] }]`,
      defaults,
    });

  test.each<[string, () => Promise<unknown>]>([
    ['a person keeps it on the page, and a survey comes before its keep tag', () => decide(ONE).then(mark)],
    ['a person keeps all of its name, for which there is no keep tag', () => decide({ kind: 'pattern', value: 'we*' })],
    [
      'AWS denies its tag to one survey, and then a person keeps it',
      async () => {
        control().addFault({ kind: 'deny', operation: 'TagResource', times: 1 });
        await mark();
        await decide(ONE);
      },
    ],
    [
      'a person keeps it, and AWS denies its tag to one survey',
      async () => {
        await decide({ kind: 'pattern', value: 'we*' });
        control().addFault({ kind: 'deny', operation: 'TagResource', times: 1 });
        await mark();
        expect(runs()).toEqual([0, true, false]);
      },
    ],
    [
      'a person keeps it, and a survey comes while nothing may be written',
      async () => {
        await decide(ONE);
        await live(false);
        await mark();
        await live(true);
      },
    ],
    [
      'a survey comes while nothing may be written, and then a person keeps it',
      async () => {
        await live(false);
        await mark();
        await live(true);
        await decide(ONE);
      },
    ],
  ])('A93 and %s → it is started again', async (_what, happens) => {
    await stopped();
    untag();
    await happens();
    await world.protect(SERVICES);
    await mark();
    expect([runs(), await world.wired.deps.quarantines.ids(SERVICES)]).toEqual([AGAIN, []]);
  });

  test('A93 and a person keeps all of its name, and no survey may begin → it is started again', async () => {
    await stopped();
    untag();
    await decide({ kind: 'pattern', value: 'we*' });
    await kill();
    await world.release(SERVICES);
    expect(runs()).toEqual(AGAIN);
  });

  test('A93 and a person keeps it, and its entry leaves the configuration → it is started again', async () => {
    await stopped();
    untag();
    await decide(ONE);
    await world.configure({
      cleanup: '[{ type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }] }]',
    });
    await world.release(SERVICES);
    expect(runs()).toEqual(AGAIN);
  });

  test('A93 one that stays stopped is kept later → nothing starts it', async () => {
    await stopped();
    await days(9);
    await world.pass('delete', SERVICES);
    await days(1);
    await world.pass('delete', SERVICES);
    await mark();
    await decide(ONE);
    await mark();
    await world.protect(SERVICES);
    expect(runs()[0]).toBe(0);
  });

  test('and the kill switch is on, and its owner keeps it → it is started again', async () => {
    await stopped();
    untag();
    keep();
    await kill();
    await world.release(SERVICES);
    expect(runs()).toEqual(AGAIN);
  });

  test('and its entry leaves the configuration → it is started again', async () => {
    await stopped();
    untag();
    await world.configure({
      cleanup: '[{ type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }] }]',
    });
    await world.release(SERVICES);
    expect(runs()).toEqual(AGAIN);
  });

  test('and AWS denies the tag → its mark stays, and the next survey starts it', async () => {
    await stopped();
    untag();
    control().addFault({ kind: 'deny', operation: 'TagResource', times: 1 });
    await mark();
    expect([runs()[0], (await world.marks(SERVICES)).length]).toEqual([0, 1]);
    await mark();
    expect([...runs(), await world.marks(SERVICES)]).toEqual([...AGAIN, []]);
  });

  test('and the stopped service is another one of its name → it stays as it is', async () => {
    await stopped();
    untag({ createdAt: new Date(world.clock.now() - DAY) });
    const before = sent().length;
    await mark();
    expect([runs()[0], sent().length]).toEqual([0, before]);
  });

  test('its week is over → it stays stopped', async () => {
    await stopped();
    await days(9);
    await world.pass('delete', SERVICES);
    await days(1);
    await world.pass('delete', SERVICES);
    await mark();
    await mark();
    expect([runs(), await world.marks(SERVICES)]).toEqual([[0, true, true], []]);
  });
});

describe('A70 of a disabled image', () => {
  const KEYS = 'type: image, keepNewest: off, quarantine: 14d';
  const image = (id: string) =>
    control()
      .state(HERE)
      .images.find(({ ImageId }) => ImageId === id);

  function untag(id: string): void {
    control().update(HERE, 'image', id, { Tags: (image(id)?.Tags ?? []).filter(({ Key }) => Key !== TAG) });
  }

  test('→ the survey enables it, and its mark ends', async () => {
    await begin(KEYS);
    const [id = ''] = await disabledImages(world, 1);
    untag(id);
    await world.pass('mark', IMAGES);
    expect([imageStateOf(world, id), await world.marks()]).toEqual(['available', []]);
  });

  test('that somebody else had disabled before the quarantine → it stays disabled', async () => {
    await begin(KEYS);
    const [id = ''] = world.addImages(1, { State: 'disabled' });
    await world.untilDue();
    expect(await world.pass('delete')).toMatchObject({ counts: { quarantined: 1 } });
    control().addInstances(HERE, [{ ImageId: id }]);
    await world.pass('mark', IMAGES);
    expect(imageStateOf(world, id)).toBe('disabled');
  });
});

describe('A70 of a stopped database', () => {
  const one = () => control().state(HERE).dbInstances[0];
  const change = (to: object) => control().update(HERE, 'dbInstance', 'shop', { ...to });

  async function stopped(): Promise<void> {
    await begin(`${UNTIL}, type: dbInstance`);
    const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
    const own = { DBInstanceIdentifier: 'shop', DbiResourceId: 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ', InstanceCreateTime };
    control().addDbInstances(HERE, [{ ...own, tags: { owner: 'ann@example.com' } }]);
    await world.pass('mark', DATABASES);
    await world.notify(DATABASES);
    await world.watched(11, DATABASES);
    world.clock.advance(HOUR);
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 1 } });
    change({ TagList: (one()?.TagList ?? []).filter(({ Key }) => Key !== TAG) });
  }

  test('A93 and a person keeps it, and a survey comes before its keep tag → the survey starts it', async () => {
    await stopped();
    const at = world.clock.now();
    const target = { kind: 'id', value: 'shop' } as const;
    await world.wired.deps.optOuts.optOut(DATABASES, { target, until: 'forever', actor: 'ann@example.com', at });
    await world.pass('mark', DATABASES);
    expect(one()?.DBInstanceStatus).toBe('available');
  });

  test('→ the survey starts it, and its mark ends', async () => {
    await stopped();
    await world.pass('mark', DATABASES);
    expect([one()?.DBInstanceStatus, await world.marks(DATABASES)]).toEqual(['available', []]);
  });

  test('that a person has started and stopped since → it stays stopped', async () => {
    await stopped();
    world.clock.advance(2 * DAY);
    change({ AutomaticRestartTime: new Date(Number(one()?.AutomaticRestartTime) + 2 * DAY) });
    await world.pass('mark', DATABASES);
    expect([one()?.DBInstanceStatus, sent().includes('StartDBInstance')]).toEqual(['stopped', false]);
  });
});
