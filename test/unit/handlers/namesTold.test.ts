/** Of the many values that people write one user each is enough; a few are told that may go first. */
import { expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { NamesTold } from '../../../src/handlers/aws/resources/namesTold.ts';

const alias = nameAlias('orders');
const by = 'a user';
const plain: Finding = { alias, says: 'used', by };
const ofOurs = (byId: string): Finding => ({ ...plain, byId, byType: 'launchTemplate' });

test('A114 a second user of a value says nothing more; of an id each is told', () => {
  const names = new NamesTold();
  const ofId: Finding = { alias: 'ami-0123456789abcdef0', says: 'used', by };
  expect([plain, plain, ofId, ofId].map((use) => names.added(use))).toEqual([plain, undefined, ofId, ofId]);
});

test('A114 whoever goes first hides no user that stays', () => {
  const names = new NamesTold();
  expect(['a', 'a', 'b'].map((id) => names.added(ofOurs(id)))).toEqual([ofOurs('a'), undefined, ofOurs('b')]);
  expect([plain, ofOurs('c')].map((use) => names.added(use))).toEqual([plain, undefined]);
});

test('A114 with more users than are told it is used by nobody who goes first', () => {
  const names = new NamesTold();
  const told = ['a', 'b', 'c', 'd', 'e'].map((id) => names.added(ofOurs(id)));
  expect(told).toEqual([ofOurs('a'), ofOurs('b'), ofOurs('c'), plain, undefined]);
});

test('A147 what says its own name hides no other user of it', () => {
  const names = new NamesTold();
  const ofItself: Finding = { ...plain, except: 'lt-0123456789abcdef0' };
  expect([ofItself, ofItself, plain, plain].map((use) => names.added(use))).toEqual([
    ofItself,
    undefined,
    plain,
    undefined,
  ]);
});
