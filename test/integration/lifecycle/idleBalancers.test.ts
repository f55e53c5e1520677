/** Load balancers with little traffic: what `unusedFor` of their entry makes of it, from the survey to the owner's message. */
import { expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const BALANCERS = namespaceOf('loadBalancerV2');
const world = worldForAll();

/** One marked by scanners of 310 bytes a day, one with 150 requests a day, and one without traffic. */
async function surveyed(unusedFor: string): Promise<readonly string[]> {
  const cleanup = `[{ type: loadBalancerV2, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: unused }], unusedFor: ${unusedFor} }]`;
  await world.reset({ cleanup, defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }' });
  const { control } = world.sandbox;
  const CreatedTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const names = ['scanned', 'busy', 'silent'];
  const seeds = names.map((LoadBalancerName) => ({
    LoadBalancerName,
    CreatedTime,
    tags: { owner: 'ann@example.com' },
  }));
  const [scanned = '', busy = ''] = control.addLoadBalancerV2s(HERE, seeds);
  const daily = (arn: string, name: string, value: number) => {
    const points = [0, 1, 2].map((ago) => ({ at: new Date(world.clock.now() - ago * DAY).toISOString(), value }));
    control.addMetrics(HERE, [
      { namespace: 'AWS/ApplicationELB', name, of: arn.split(':loadbalancer/')[1] ?? '', points },
    ]);
  };
  daily(scanned, 'ProcessedBytes', 310);
  daily(busy, 'RequestCount', 150);
  await world.pass('mark', BALANCERS);
  return (await world.marks(BALANCERS)).map(({ id }) => id.split('/')[2] ?? '').toSorted();
}

test('A16 without a limit one byte on a day keeps a load balancer', async () => {
  expect(await surveyed('14d')).toEqual(['silent']);
});

test('A16 traffic below the limits keeps none, and the message to the owner has the figures and the limits', async () => {
  expect(await surveyed('{ days: 14, below: 100 }')).toEqual(['scanned', 'silent']);
  await world.notify(BALANCERS);
  const text = JSON.stringify(world.messages());
  expect(text).toContain('its traffic was at most 310 bytes (ProcessedBytes in CloudWatch) a day');
  expect(text).toContain('the limits are 100 requests and 1,000,000 bytes a day');
});

test('A16 `unusedFor: off` asks for no traffic', async () => {
  const asked = () => world.sandbox.control.calls({ operation: 'GetMetricData' }).length;
  const before = asked();
  expect(await surveyed('off')).toEqual(['busy', 'scanned', 'silent']);
  expect(asked()).toBe(before);
});
