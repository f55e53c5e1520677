import { expect, test } from '@jest/globals';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { whereRead, whereReadByTypes } from '../../../tools/docs/places.ts';

const whereIs = (type: string, name: string) => {
  const handler = handlerOf(handlers, type);
  return handler.evidence.filter((source) => source.name === name).map((source) => whereRead(handler, source));
};

test.each([
  ['image', 'instances', 'every account'],
  ['volume', 'instances', 'its own place'],
  ['elasticIp', 'allowedAddresses', 'every account and region'],
  ['elasticIp', 'recordSets', 'every account, once'],
  ['snapshot', 'pendingCopies', 'its account, every region'],
  ['tag', 'lambdaFunctions', 'every account and region'],
  ['image', 'externalReferences', 'where the configuration says'],
])('of %s, %s is read in %s', (type, name, where) => {
  expect(whereIs(type, name)).toEqual([where]);
});

test('the place that most types read comes first, then where another type reads the source', () => {
  const some: readonly Handler[] = ['image', 'volume', 'autoScalingGroup'].map((type) => handlerOf(handlers, type));
  const code = (name: string) => `<${name}>`;
  expect(whereReadByTypes(some, 'pipes', code)).toBe('its own place; every account for <image>');
  const abroad = 'its account, every region; every account and region for <image>';
  expect(whereReadByTypes(some, 'stateMachines', code)).toBe(abroad);
});
