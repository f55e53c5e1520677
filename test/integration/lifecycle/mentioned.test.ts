/** Whatever a text names is used: the sabotage run takes the protection away. */
import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, IMAGES, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() =>
  world.reset({
    cleanup:
      '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, evidence: { sharing: keep } }]',
    defaults: 'unusedFor: off, tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  }),
);

/** Two images; something names the first. @returns its id and that of the other one */
function images(): readonly [string, string] {
  const CreationDate = new Date(world.clock.now() - 100 * DAY).toISOString();
  const tags = { owner: 'ann@example.com' };
  const [named = '', free = ''] = world.sandbox.control.addImages(HERE, [
    { Name: 'named', CreationDate, tags },
    { Name: 'free', CreationDate, tags },
  ]);
  return [named, free];
}

const marked = async () => {
  await world.pass('mark', IMAGES);
  return (await world.marks(IMAGES)).map(({ id }) => id);
};

test('A19 an image that a state machine names is not marked', async () => {
  const [named, free] = images();
  const definition = JSON.stringify({ States: { Run: { Parameters: { ImageId: named } } } });
  world.sandbox.control.addStateMachines(HERE, [{ name: 'nightly', definition }]);
  expect(await marked()).toEqual([free]);
});

test('A19 an image that a plain parameter names is not marked', async () => {
  const [named, free] = images();
  world.sandbox.control.addParameters(HERE, [{ name: '/web/ami', versions: [{ value: `ami=${named}` }] }]);
  expect(await marked()).toEqual([free]);
});
