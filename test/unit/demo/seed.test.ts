import { describe, expect, test } from '@jest/globals';
import { createSandbox } from '../../../sandbox/aws/sandbox.ts';
import { DEMO_ACCOUNTS, DEMO_REGIONS, OWNERS } from '../../../sandbox/demo/accounts.ts';
import { DELETABLE_KINDS, deletable, type ResourceType } from '../../../sandbox/demo/deletableKinds.ts';
import { IMAGE_USERS } from '../../../sandbox/demo/imageUsers.ts';
import { seedDemo } from '../../../sandbox/demo/seed.ts';
import { keyOf } from '../../../sandbox/demo/truth.ts';

const NOW = Date.parse('2026-05-04T10:00:00Z');
const { control } = createSandbox({ now: () => NOW });
const { resources } = seedDemo(control, NOW);
const places = DEMO_ACCOUNTS.flatMap(({ id }) => DEMO_REGIONS.map((region) => ({ account: id, region })));

describe('the seed of the demo', () => {
  /** Ids of everything that is there of some types. */
  const thereOf = (types: readonly ResourceType[]) =>
    places.flatMap((place) => {
      const state = control.state(place) as unknown as Readonly<Record<string, readonly Record<string, string>[]>>;
      const idsOf = (type: ResourceType) => (state[`${type}s`] ?? []).map((one) => one[deletable(type).deletes.by]);
      return types.flatMap((type) => idsOf(type).map((id) => keyOf({ ...place, type, id: id ?? '' })));
    });
  const knownOf = (types: readonly ResourceType[]) => resources.filter(({ type }) => types.includes(type)).map(keyOf);
  /** Of these some belong to others: snapshots, machines, and what they are launched from. */
  const partly: readonly ResourceType[] = ['instance', 'snapshot', 'launchConfiguration', 'launchTemplate'];

  test('the seed knows the truth about all resources of most types, and about no others', () => {
    const types = DELETABLE_KINDS.map(({ type }) => type).filter((type) => !partly.includes(type));
    expect(knownOf(types).sort()).toEqual(thereOf(types).sort());
  });

  test('knows the truth about some resources of others: snapshots, and images of machines', () => {
    const there = thereOf(partly);
    const known = knownOf(partly);
    expect([known.length, known.filter((key) => !there.includes(key))]).toEqual([94, []]);
  });

  test('has a few hundred resources, of which a believable part is unused', () => {
    const unused = resources.filter(({ truth }) => truth.kind === 'unused');
    expect(resources.length).toBeGreaterThan(300);
    expect(unused.length / resources.length).toBeGreaterThan(0.2);
    expect(unused.length / resources.length).toBeLessThan(0.5);
  });

  test('has every kind of user in every place', () => {
    for (const place of places) {
      const here = resources.filter(({ account, region }) => account === place.account && region === place.region);
      const why = here.flatMap(({ truth }) => (truth.kind === 'mustKeep' ? [truth.why] : []));
      expect(why).toEqual(expect.arrayContaining(IMAGE_USERS.map((user) => `used by ${user.why}`)));
    }
  });

  test('several owners have unused resources, and some have no owner', () => {
    const owners = new Set(resources.filter(({ truth }) => truth.kind === 'unused').map(({ owner }) => owner));
    expect([...owners].sort()).toEqual(Object.values(OWNERS).sort());
  });

  test('is the same for the same instant', () => {
    const again = createSandbox({ now: () => NOW });
    expect(seedDemo(again.control, NOW).resources).toEqual(resources);
  });
});
