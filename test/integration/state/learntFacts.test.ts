/** Facts about providers that all instances share, in a real Redis. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { RedisLearntFacts } from '../../../src/state/redis/learntFacts.ts';
import { openState, type StateFixture } from './support.ts';

let state: StateFixture;
beforeAll(async () => {
  state = await openState();
});
afterAll(() => state.close());

test('R7 a learnt fact is known to another instance until Redis forgets it', async () => {
  const facts = () => new RedisLearntFacts(state);
  expect(await facts().get('registry/http://hub/{x}')).toBeUndefined();
  await facts().put('registry/http://hub/{x}', 'alone', 3_600_000);
  expect(await facts().get('registry/http://hub/{x}')).toBe('alone');
  await state.redis.flush();
  expect(await facts().get('registry/http://hub/{x}')).toBeUndefined();
});
