import { beforeEach, describe, expect, test } from '@jest/globals';
import { recalculate } from '../../../src/lifecycle/index.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    recalculate: (request) =>
      recalculate(
        { marks: store.marks, control: store.control, clock, workConfigurationOf: () => configuration },
        request,
      ),
  }),
);
const silent = { enabled: false, itemsPerMessage: 50, per: 'item', validForMs: DAY } as const;
const configuration = workConfiguration({ notice: silent, live: true });
const clock = { now: () => NOW };

beforeEach(() => store.redis.flush());

async function post(body: unknown, namespace: string = IMAGES): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${site.url}/api/v1/namespaces/${encodeURIComponent(namespace)}/recalculate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

const dateOf = async (id: string) => (await store.marks.get(IMAGES, id))?.projectedDeletionAt;

describe('recalculate', () => {
  test('L60 the oldest marks move in, audited with who did it', async () => {
    await mark(store, 'ami-1', { projectedDeletionAt: NOW + 300 * DAY });
    const answer = await post({ seconds: 20 * 86_400, count: 1 });
    expect(answer).toMatchObject({ status: 200, body: { namespace: IMAGES, considered: 1, moved: 1 } });
    expect(await dateOf('ami-1')).toBe(NOW + 20 * DAY);
    const history = await store.audit.history(IMAGES, 'ami-1');
    expect(history.at(-1)).toMatchObject({ event: 'recalculated', actor: 'operator@loopback' });
  });

  test.each([
    [{ seconds: -1, count: 1 }, 'body.seconds'],
    [{ seconds: 0, count: 1 }, 'body.seconds'],
    [{ seconds: 0.5, count: 1 }, 'body.seconds'],
    [{ seconds: 1e12, count: 1 }, 'body.seconds'],
    [{ seconds: '60', count: 1 }, 'body.seconds'],
    [{ seconds: Number.NaN, count: 1 }, 'body.seconds'],
    [{ seconds: 60, count: 0 }, 'body.count'],
    [{ seconds: 60, count: -5 }, 'body.count'],
    [{ seconds: 60, count: 1e9 }, 'body.count'],
    [{ seconds: 60 }, 'body.count'],
    [{ seconds: 60, count: 1, force: true }, 'body.force'],
    ['{ "seconds": 1e999, "count": 1 }', 'body.seconds'],
  ])('L60 %j is refused with 400 that names the field, without a change', async (body, field) => {
    await mark(store, 'ami-1', { projectedDeletionAt: NOW + 300 * DAY });
    expect(await post(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(await dateOf('ami-1')).toBe(NOW + 300 * DAY);
  });

  test('L60 an unknown namespace: 404', async () => {
    expect(await post({ seconds: 60, count: 1 }, 'aws:other:us-east-1:image')).toMatchObject({ status: 404 });
  });
});
