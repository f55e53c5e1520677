import { expect, test } from '@jest/globals';
import { expediteRecipients } from '../../../src/core/notice/expediteRecipients.ts';

const [ANNA, BEN, OPS] = ['anna@example.com', 'ben@example.com', 'ops@example.com'];
const BOTH = `${ANNA}, ${BEN}`;

test.each<[string, string, string | undefined, readonly string[], boolean]>([
  ['one owner → the fallback', ANNA, OPS, [OPS], false],
  ['the fallback itself → nobody', OPS, OPS, [], false],
  ['no fallback → nobody', ANNA, undefined, [], false],
  ['several people → each of them, then the fallback', BOTH, OPS, [ANNA, BEN, OPS], true],
  ['several people without a fallback → each of them', BOTH, undefined, [ANNA, BEN], true],
  ['several people, one of whom is the fallback → nobody twice', BOTH, BEN, [ANNA, BEN], true],
])('an early deletion is told to: %s', (_what, owner, fallback, recipients, isShared) => {
  expect(expediteRecipients(owner, fallback)).toEqual({ recipients, isShared });
});
