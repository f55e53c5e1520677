import { expect, test } from '@jest/globals';
import { endOf } from '../../../src/core/policy/pass.ts';
import { passRecord } from '../../support/queue.ts';

test.each([
  [{}, 0],
  [{ refused: 2 }, 2],
  [{ retried: 3 }, 3],
  [{ refused: 2, retried: 3, deleted: 9 }, 5],
])('of the counts %j of a pass, %d requests are left', (counts, left) => {
  const end = endOf(passRecord({ action: 'delete', outcome: 'incomplete', failures: 4, counts }));
  expect(end).toEqual({ action: 'delete', outcome: 'incomplete', failures: 4, left });
});
