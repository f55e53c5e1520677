/** Whatever people write as a value may be the name of a resource, with any word before it or none. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';

const aliases = (answer: unknown) => mentionsIn(answer).flatMap(({ kind, alias }) => (kind === 'name' ? [alias] : []));
const finds = (answer: unknown, name: string) => aliases(answer).includes(nameAlias(name));
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('A113 a value names whatever is called so', () => {
  test.each<[name: string, answer: unknown]>([
    ['orders', { Environment: { Variables: { ORDERS: 'orders' } } }],
    ['orders', { Environment: { Variables: { x: 'ORDERS' } } }],
    ['orders', { environment: [{ name: 'Shop__Target', value: 'orders' }] }],
    ['orders', { Environment: { Variables: { ALL: 'users, orders' } } }],
    ['orders', { Environment: { Variables: { ALL: '["users","orders"]' } } }],
    ['orders', { Environment: { Variables: { MAP: 'u:users,o:orders' } } }],
    ['orders', { Name: '/shop/main', Type: 'String', Value: 'orders' }],
    ['orders', { Value: '["users","orders"]' }],
    ['orders', { Value: JSON.stringify({ shop: { main: 'orders' } }) }],
    ['orders', { Value: JSON.stringify([{ name: 'orders' }]) }],
    ['orders', { Input: JSON.stringify({ target: { id: 'orders' } }) }],
    ['orders', { data: { main: 'orders' } }],
    ['orders', { containers: [{ args: ['--main', 'orders'] }] }],
    ['orders', { command: ['./export', 'orders'] }],
    ['orders', { UserData: base64('#!/bin/sh\nMAIN=orders ./run\n') }],
    ['orders', { UserData: base64("#!/usr/bin/python3\nopen_it('orders')\n") }],
    ['prod-orders', { UserData: base64('#!/bin/sh\n./export prod-orders > /dev/null\n') }],
    ['prod-orders', { buildspec: 'phases:\n  build:\n    commands:\n      - ./export prod-orders.\n' }],
    ['prodOrders', { definition: JSON.stringify({ script: 'run prodOrders now' }) }],
    ['/shop/web', { UserData: base64('#!/bin/sh\ntail_logs /shop/web:*\n') }],
    ['events', { Value: 'uri: ["dynamodb://us-east-1/events?retry=1"]' }],
    ['orders-db', { UserData: base64('#!/bin/sh\nmysql -h orders-db.shop.internal\n') }],
  ])('%s by %j', (name, answer) => {
    expect(finds(answer, name)).toBe(true);
  });
});

describe('A113 nothing is named so', () => {
  test.each<[name: string, answer: unknown]>([
    ['orders-1', { FunctionName: 'orders-1', Role: 'orders-1', Description: 'works on orders-1' }],
    ['orders-1', { Tags: [{ Key: 'Name', Value: 'orders-1' }], tags: { Purpose: 'for orders-1, as always' } }],
    [
      'orders-1',
      {
        definition: JSON.stringify({ Comment: 'writes to orders-1 at night', Tags: [{ Key: 'a', Value: 'orders-1' }] }),
      },
    ],
    ['orders-1', { Environment: { Variables: { 'orders-1': 'x' } } }],
    ['orders-1', { Environment: { Variables: { DB_PASSWORD: 'orders-1' } } }],
    ['or9ders-1', { Environment: { Variables: { API_TOKEN: 'or9ders-1' } } }],
    ['orders-1', { UserData: base64('#!/bin/sh\n./run prod-orders-1 orders-12 my.orders-1x\n') }],
    ['i-0123456789abcdef0', { Environment: { Variables: { ID: 'i-0123456789abcdef0' } } }],
    ['2026', { Environment: { Variables: { YEAR: '2026', DEBUG: 'true' } } }],
    ['true', { Environment: { Variables: { YEAR: '2026', DEBUG: 'true' } } }],
  ])('%s by %j', (name, answer) => {
    expect(finds(answer, name)).toBe(false);
  });
});

test('A113 of a value only a part of its hash is kept, and capitals make no difference', () => {
  const all = JSON.stringify(mentionsIn({ Environment: { Variables: { MAIN: 'Orders-Of-Jane' } } }));
  expect(all).not.toMatch(/jane/i);
  expect(nameAlias('Orders')).toBe(nameAlias('orders'));
  expect(nameAlias('orders')).toMatch(/^name\/[\w-]{8}$/);
});

test.each([
  [
    'postgres://jane:hunter2@db.example.com/shop',
    { Environment: { Variables: { URL: 'postgres://jane:hunter2@db.example.com/shop' } } },
  ],
  ['a flag', { UserData: base64('#!/bin/sh\nlogin --db-password hunter2 --user jane\n') }],
  ['an assignment', { UserData: base64('#!/bin/sh\nDB_PASSWORD="hunter2" ./run\n') }],
  ['a line', { Value: 'redis:\n  password: hunter2\n' }],
  ['a member', { Value: JSON.stringify({ redis: { password: 'hunter2' } }) }],
  ['a long member', { Value: JSON.stringify({ [`${'a_'.repeat(200)}password`]: 'hunter2' }) }],
])('A113 no hash of a secret is kept: %s', (_what, answer) => {
  expect(finds(answer, 'hunter2')).toBe(false);
});

test('A113 also in texts of 200,000 parts', () => {
  for (const part of ['a-b ', '"a', "'a'", 'a.b/', '://', 'a:b:', '- ', '/', 'token ', 'a@'])
    expect(finds({ Text: `${part.repeat(200_000)}\n./run prod-orders` }, 'prod-orders')).toBe(true);
});
