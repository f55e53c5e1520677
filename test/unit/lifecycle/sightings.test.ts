import { expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { sightings } from '../../../src/lifecycle/index.ts';
import { configurationOf } from '../../integration/http/fixture.ts';

const [IMAGES, VOLUMES] = ['image', 'volume'].map((resourceType) =>
  configurationOf({ account: 'test', location: 'us-east-1', resourceType }),
) as [ReturnType<typeof configurationOf>, ReturnType<typeof configurationOf>];
const one = (id: string, name: string): Resource => ({ id, name, identity: id, tags: {}, aliases: [id] });

function reads(all: readonly Resource[], broken?: string) {
  return {
    get: async (id: string) => {
      const resource = all.find((each) => each.id === id);
      return resource ? ({ kind: 'found', resource } as const) : ({ kind: 'gone' } as const);
    },
    async *list() {
      yield all;
      if (broken !== undefined) throw new ReadError(broken, { problem: 'denied', cause: undefined });
    },
  };
}

const look = (text: string, of: Record<string, ReturnType<typeof reads>>, signal = new AbortController().signal) =>
  sightings([IMAGES, VOLUMES], text, {
    readsOf: ({ resourceType }) => of[resourceType] ?? reads([]),
    mayBeId: () => true,
    signal,
  });

test('P13 an id and a part of a name in any case are found, each in its namespace', async () => {
  const of = { image: reads([one('ami-1', 'Reports')]), volume: reads([one('vol-1', 'reports-2'), one('vol-2', 'x')]) };
  expect((await look('ami-1', of)).found.map(({ id }) => id)).toEqual(['ami-1']);
  expect((await look('REPORT', of)).found.map(({ id, namespace }) => [id, namespace])).toEqual([
    ['ami-1', IMAGES.namespace],
    ['vol-1', VOLUMES.namespace],
  ]);
});

test('P13 a listing that breaks off says that the resource may be there', async () => {
  const { found, unread } = await look('reports', { image: reads([one('ami-1', 'reports')], 'denied') });
  expect(found).toHaveLength(1);
  expect(unread).toEqual([{ namespace: IMAGES.namespace, why: expect.stringContaining('denied') }]);
});

test('P13 what there was no time to ask is unread, not absent', async () => {
  const { found, unread } = await look('reports', {}, AbortSignal.abort());
  expect([found.length, unread.length]).toEqual([0, 2]);
});

test('P13 at most fifty are told, and it says so', async () => {
  const many = Array.from({ length: 60 }, (_, n) => one(`ami-${n}`, `web-${n}`));
  const { found, isPart } = await look('web', { image: reads(many) });
  expect([found.length, isPart]).toEqual([50, true]);
});
