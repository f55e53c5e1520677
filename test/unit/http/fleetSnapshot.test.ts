import { expect, test } from '@jest/globals';
import { FleetSnapshot } from '../../../src/http/operator/dashboard/fleetSnapshot.ts';

/** How often the owners were read after three pages, with so many owners who wait. */
async function readsWith(owners: number): Promise<number> {
  let reads = 0;
  const waiting = Array.from({ length: owners }, (_, n) => ({
    owner: `o${n}@example.com`,
    resources: 1,
    namespaces: [],
  }));
  const snapshot = new FleetSnapshot({
    clock: { now: () => 0 },
    workConfigurations: () => [],
    outbox: {
      owners: async () => {
        reads += 1;
        return waiting;
      },
    },
  } as unknown as ConstructorParameters<typeof FleetSnapshot>[0]);
  for (let page = 0; page < 3; page++) expect(await snapshot.readWaiting()).toHaveLength(owners);
  return reads;
}

test('P14 pages share one read of very many waiting owners, and read few of them anew', async () => {
  expect([await readsWith(501), await readsWith(500)]).toEqual([1, 3]);
});
