/** An account gets another name: its namespaces are new, but what its owners decided is about the same resources. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { defined } from '../../../src/core/common/defined.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { World } from '../../support/awsWorld.ts';
import { addImage, hubOptions, tagsIn, tagsOf, untilDue } from '../../support/hubWorld.ts';

const BEFORE = tagsOf('hub');
const AFTER = tagsOf('images');
let world: World;
let hub: RunningRegistry;
beforeAll(async () => {
  world = await World.start();
  hub = await startRegistry();
});
afterAll(async () => {
  await world.stop();
  await hub.close();
});

const named = (account: string, host?: string) => hubOptions(hub, { account, ...defined({ host }) });

beforeEach(async () => {
  await world.reset(named('hub'));
  for (const [tag, days] of Object.entries({ v1: 120, v2: 100, v9: 90 })) addImage(hub, world, tag, days);
  await world.pass('mark', BEFORE);
});

const keep = (target: OptOutTarget) =>
  world.wired.deps.optOuts.optOut(BEFORE, {
    target,
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  });
async function deletedUnder(namespace: Namespace): Promise<void> {
  await untilDue(world, namespace);
  await world.pass('mark', namespace);
  await world.pass('delete', namespace);
}

test.each<OptOutTarget>([
  { kind: 'id', value: 'v1' },
  { kind: 'pattern', value: 'v1' },
])('L25 a $kind that its owner kept stays kept when its account gets another name', async (target) => {
  await keep(target);
  await world.configure(named('images'));
  await deletedUnder(AFTER);
  expect(tagsIn(hub)).toEqual(['v1', 'v9']);
});

test('L25 the link of a message of before keeps a resource, although its account has another name by now', async () => {
  await world.configure(named('images'));
  await untilDue(world, AFTER);
  await keep({ kind: 'id', value: 'v1' });
  await world.pass('delete', AFTER);
  expect(tagsIn(hub)).toEqual(['v1', 'v9']);
});

test('L25 an account that gets its third name keeps the decisions that its owners made under the first', async () => {
  await keep({ kind: 'id', value: 'v1' });
  await world.configure(named('third'));
  await world.pass('mark', tagsOf('third'));
  await world.configure(named('images'));
  await deletedUnder(AFTER);
  expect(tagsIn(hub)).toEqual(['v1', 'v9']);
});

test('L25 a decision that is taken back under the old name keeps nothing any more', async () => {
  await keep({ kind: 'id', value: 'v1' });
  await world.configure(named('images'));
  await world.pass('mark', AFTER);
  const audit = { namespace: BEFORE, id: 'v1', event: 'optOutUndone', actor: 'ann@example.com', at: world.clock.now() };
  await world.wired.deps.optOuts.undo(BEFORE, { kind: 'id', value: 'v1' }, audit as never);
  await deletedUnder(AFTER);
  expect(tagsIn(hub)).toEqual(['v9']);
});
