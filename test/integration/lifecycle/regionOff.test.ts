import { beforeEach, expect, test } from '@jest/globals';
import { ACCOUNT, DAY, OTHER_ACCOUNT, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => {
  switchOn(ACCOUNT, ['us-east-1', 'eu-west-1']);
  switchOn(OTHER_ACCOUNT, ['us-east-1', 'eu-west-1']);
  return world.reset();
});

const roles = ['reader', 'deleter'];
const switchOn = (id: string, regions: readonly string[]) =>
  world.sandbox.control.addAccount({ id, roles, regions, ...(id === ACCOUNT ? { alias: 'acme-test' } : {}) });
const marked = async () => (await world.marks()).map(({ id }) => id);

test('A14 the region is switched off → the pass is incomplete and says what to do; marks stay and nothing is deleted', async () => {
  const images = world.addImages(2);
  await world.pass('mark');
  await world.notify();
  world.clock.advance(12 * DAY);
  switchOn(ACCOUNT, ['eu-west-1']);
  for (const action of ['mark', 'delete'] as const) {
    const record = await world.pass(action);
    expect([action, record.outcome]).toEqual([action, 'incomplete']);
    expect(record.problem).toMatch(/the region us-east-1 is not switched on for account test: .*switch the region on/);
  }
  expect(await marked()).toEqual([...images].sort());
  expect(world.deregistered()).toEqual([]);
});

test('A14 the region is switched off in another account → resources that it may use are unknown and not marked', async () => {
  await world.reset({
    cleanup:
      '[{ type: image, live: true, accounts: [test], when: [{ rule: unused }], keepNewest: off, evidence: { sharing: check, off: [{ kind: ssmParameters, accounts: [other] }, { kind: imageBuilder, accounts: [other] }, { kind: texts, accounts: [other] }] } }]',
  });
  world.addImages(2, { launchPermissions: [{ UserId: OTHER_ACCOUNT }] });
  const [own = ''] = world.addImages(1);
  switchOn(OTHER_ACCOUNT, ['eu-west-1']);
  const record = await world.pass('mark');
  expect(record.counts).toMatchObject({ candidate: 1, unknown: 2 });
  expect(record.problem).toMatch(/the region us-east-1 is not switched on for account other/);
  expect(await marked()).toEqual([own]);
});

test('A1 A14 a template of a fleet or a spot request is never marked, and a new one removes the mark', async () => {
  const [byFleet = '', bySpot = '', unused = ''] = world.addImages(3);
  const place = { account: OTHER_ACCOUNT, region: 'us-east-1' };
  await world.pass('mark');
  expect(await marked()).toHaveLength(3);
  const [LaunchTemplateId = ''] = world.sandbox.control.addLaunchTemplates(place, [{ versions: [{}] }]);
  const LaunchTemplateSpecification = { LaunchTemplateId, Version: '1' };
  world.sandbox.control.addFleets(place, [
    { LaunchTemplateConfigs: [{ LaunchTemplateSpecification, Overrides: [{ ImageId: byFleet }] }] },
  ]);
  world.sandbox.control.addSpotInstanceRequests(place, [{ State: 'open', LaunchSpecification: { ImageId: bySpot } }]);
  world.clock.advance(DAY);
  await world.pass('mark');
  expect(await marked()).toEqual([unused]);
});
