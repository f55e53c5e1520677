/** What forbids whatever is new, and not the way back: an acceptance that ends by its date, the stage `plan`. */
import { describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addService, addValue, serviceArn } from '../../support/graph/fargateServices.ts';

const NAMESPACE = namespaceOf('fargateService');
const ARN = serviceArn('web', HERE);
const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, NAMESPACE);
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
const control = () => world.sandbox.control;
const one = () =>
  control()
    .state(HERE)
    .ecsServices.find(({ serviceArn: arn }) => arn === ARN);

async function stopped(): Promise<void> {
  const accepted = (until: string) => ({
    cleanup: `[{ accounts: [test], when: [{ rule: unused }], acceptIncomplete: { until: ${until}, reason: a test }, type: fargateService, live: true, actions: [mark, notify, stop] }]`,
    defaults,
  });
  await reset(accepted('2099-12-31'));
  const until = new Date(world.clock.now() + 13 * DAY).toISOString().slice(0, 10);
  await world.configure(accepted(until));
  const createdAt = new Date(world.clock.now() - 200 * DAY);
  addService(control(), HERE, 'web', { createdAt, tags: [{ key: 'owner', value: 'ann@example.com' }] });
  control().addScalableTargets(HERE, [{ ResourceId: 'service/shop/web', MinCapacity: 2, MaxCapacity: 6 }]);
  await world.pass('mark', NAMESPACE);
  await world.notify(NAMESPACE);
  await days(11);
  later(HOUR);
  expect(await world.pass('delete', NAMESPACE)).toMatchObject({ counts: { quarantined: 1 } });
  expect(one()?.desiredCount).toBe(0);
}

const ENDS: readonly (readonly [string, () => Promise<void>])[] = [
  ['its acceptance ends', async () => days(4)],
  ['an operator sets its stage to plan', async () => setStage('plan')],
];

async function setStage(stage: 'plan'): Promise<void> {
  const audit = { at: world.clock.now(), namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  await world.wired.parts.control.write({ stages: { [NAMESPACE]: stage } }, audit);
}

const DEMAND = {
  namespace: 'AWS/ApplicationELB',
  name: 'HTTPCode_ELB_503_Count',
  dimensions: { LoadBalancer: 'app/of-web/0123456789abcdef' },
};
const WANTS: readonly (readonly [string, () => void])[] = [
  [
    'its owner keeps it',
    () => {
      const tags = [...(one()?.tags ?? []), { key: 'holystone:keep', value: 'always' }];
      control().update(HERE, 'ecsService', ARN, { tags });
    },
  ],
  [
    'somebody asks for it in vain',
    () => addValue(control(), HERE, DEMAND, { at: new Date(world.clock.now()).toISOString(), value: 1 }),
  ],
];

describe.each(ENDS)('%s while a service is stopped', (_what, ends) => {
  test.each(WANTS)('L105 %s → Holystone starts it again, as the message said', async (_who, wants) => {
    await stopped();
    expect(`${world.messages()[0]?.text}`.replace(/\s+/g, ' ')).toContain('it is started again if it is kept');
    await ends();
    wants();
    later(HOUR);
    await world.pass('mark', NAMESPACE);
    await days(1);
    expect(one()?.desiredCount).toBe(2);
  });

  test('L105 nobody wants it → Holystone changes nothing', async () => {
    await stopped();
    await ends();
    const before = world.writes().length;
    await days(4);
    await world.pass('delete', NAMESPACE);
    expect([one()?.desiredCount, world.writes().slice(before)]).toEqual([0, []]);
  });
});
