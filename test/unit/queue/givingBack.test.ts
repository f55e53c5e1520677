import { expect, test } from '@jest/globals';
import { StopError } from '../../../src/core/policy/stop.ts';
import { GivingBack } from '../../../src/queue/givingBack.ts';
import { collectingLogger } from '../../support/fleet.ts';
import { namespace } from '../../support/queue.ts';

const SLOW = namespace('aws:slow:us-east-1:image');
const QUICK = namespace('aws:quick:us-east-1:image');
const log = collectingLogger([]);
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a namespace whose run is stopped over its budget keeps no namespace behind it from its turn', async () => {
  const looked: string[] = [];
  const givingBack = new GivingBack(async (item, stop) => {
    if (item.kind !== 'release') throw new Error(item.kind);
    looked.push(item.namespace);
    // As the runner does to work over its budget.
    if (item.namespace === SLOW) stop.abort(new StopError('budget'));
    return { kind: 'done' };
  }, log);

  givingBack.begin([SLOW, QUICK]);
  await turn();

  expect(looked).toEqual([SLOW, QUICK]);
});

test('the end of a round stops the run under way with its reason, and no other run begins', async () => {
  const looked: string[] = [];
  const reasons: unknown[] = [];
  const givingBack = new GivingBack((item, { signal }) => {
    if (item.kind !== 'release') throw new Error(item.kind);
    looked.push(item.namespace);
    return new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        reasons.push(signal.reason);
        resolve({ kind: 'done' });
      });
    });
  }, log);
  const shutdown = new StopError('shutdown');

  givingBack.begin([SLOW, QUICK]);
  await givingBack.stop(shutdown, 60_000);

  expect([looked, reasons]).toEqual([[SLOW], [shutdown]]);
});
