/** The control of the fleet has no valid checksum: the API and the console say what happened and what to do. */
import { beforeAll, expect, test } from '@jest/globals';
import { UNPROVEN } from '../../../src/core/policy/control.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll({ signingKeys: [{ id: 'k1', secret: 'one secret of thirty-two letters' }] });
const site = siteForAll(() =>
  startOperator(store, { tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }] }),
);
beforeAll(async () => {
  const audit = { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' } as const;
  await store.control.write({ killed: true }, audit);
  await store.control.write({ killed: false }, audit);
  await mark(store, 'ami-due', { projectedDeletionAt: NOW - 1000 });
  // Somebody without the key: nobody switched the kill switch on.
  await store.connection.client.hset('holystone:control', { capacity: '7' });
});

const open = async (path: string, accept: string) => {
  const headers = { authorization: 'Bearer olga-secret', accept };
  return (await fetch(`${site.url}/${path}`, { headers })).text();
};

test.each(['service', 'stages', 'limits'])(
  'Law 8 an unproven control: `GET %s` says what happened and what to do',
  async (path) => {
    const answer = JSON.parse(await open(`api/v1/${path}`, 'application/json'));
    expect({ unproven: answer.unproven, killedBy: answer.killedBy }).toEqual({
      unproven: UNPROVEN,
      killedBy: undefined,
    });
  },
);

test.each([
  ['', 'the control of the fleet in Redis is not proven'],
  ['stages', 'the control of the fleet in Redis is not proven'],
  ['marks', 'Waits: the control of the fleet is not proven'],
  [`resources/${encodeURIComponent(IMAGES)}/ami-due`, 'Waits: the control of the fleet is not proven'],
])('Law 8 an unproven control: the page "%s" says so, and nothing of a kill switch that is on', async (path, words) => {
  const text = (await open(path, 'text/html')).replace(/<style>.*<\/style>/s, '').replace(/<[^>]*>/g, ' ');
  expect(text.toLowerCase()).toContain(words.toLowerCase());
  expect(text.toLowerCase()).not.toContain('the kill switch is on');
});
