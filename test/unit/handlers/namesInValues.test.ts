/** A name stays one whatever signs, keys, flags and encodings stand around it. */
import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { means } from '../../support/mentioning/told.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const variable = (value: string, key = 'SOURCE') => ({ Environment: { Variables: { [key]: value } } });
const script = (text: string) => ({ UserData: base64(`#!/bin/sh\n${text}\n`) });

describe('A129 a value names what is called so', () => {
  test.each([
    '\u0024{ORDERS_TABLE:prod-orders}',
    '\u0024{ORDERS_TABLE:-prod-orders}',
    '[prod-orders]',
    '(prod-orders)',
    '{prod-orders}',
    'prod-orders@eu-west-1',
    'prod-orders/',
    'prod-orders*',
    'dynamodb/prod-orders',
    'aws:dynamodb:prod-orders',
    'prod-orders/index/by-date',
    'orders:prod-orders:7d',
    'orders->prod-orders',
    '<table>prod-orders</table>',
    'sync%3Aprod-orders',
    'prod-orders.shop.internal',
    'Table=prod-orders;Password=x',
  ])('with signs beside it: %s', (value) => {
    expect(means(variable(value), 'table prod-orders')).toBe(true);
    expect(means({ data: { source: value } }, 'table prod-orders')).toBe(true);
  });

  test('whose end is a date, a commit or at random, as an id has it', () => {
    for (const name of ['orders-20240115', 'web-1a2b3c4d', 'shop-0123456789abcdef0']) {
      expect(means(variable(name), `table ${name}`)).toBe(true);
      expect(means(variable(`redis://${name}:6379`), `cache ${name}`)).toBe(true);
      expect(means(script(`./export ${name}`), `table ${name}`)).toBe(true);
    }
    expect(means(variable('vol-1a2b3c4d'), 'table vol-1a2b3c4d')).toBe(false);
  });

  test.each(['TAGS', 'TAG', 'POST_TAGS', 'tags', 'NOTES', 'MESSAGE', 'HOSTNAME', 'NAME'])('of a variable %s', (key) => {
    expect(means(variable('prod-labels', key), 'table prod-labels')).toBe(true);
    expect(means({ environment: [{ name: key, value: 'prod-labels' }] }, 'table prod-labels')).toBe(true);
    expect(means(variable('redis://prod-labels:6379', key), 'cache prod-labels')).toBe(true);
  });

  test.each([
    'postgres://jane:hunter2@prod-db:5432/shop',
    'jane:hunter2@tcp(prod-db:3306)/shop',
    'host=prod-db;user=jane;password=hunter2',
  ])('of an address with a secret: %s', (value) => {
    for (const key of ['DSN', 'URL', 'COMPASS', 'BYPASS']) {
      const answer = variable(value, key);
      expect(means(answer, 'dbInstance prod-db')).toBe(true);
      expect(means(answer, 'table hunter2')).toBe(false);
      expect(means(script(`${key}='${value}' ./run`), 'dbInstance prod-db')).toBe(true);
      expect(means(script(`${key}='${value}' ./run`), 'table hunter2')).toBe(false);
    }
  });

  test.each(['AUTH', 'CREDENTIALS', 'USERS_KEY', 'TOKEN'])('of a variable %s that reads as a name', (key) => {
    for (const name of ['auth', 'auth-prod', 'shop/auth-prod', 'auth-20240115']) {
      expect(means(variable(name, key), `table ${name}`)).toBe(true);
    }
  });

  test.each([
    ['./rotate-token prod-orders', 'prod-orders'],
    ['./sync-auth prod-orders --all', 'prod-orders'],
    ['python3 refresh_token.py; ./purge_secret prod-orders', 'prod-orders'],
    ['docker run --rm -w `pwd` prod-orders', 'prod-orders'],
    ['make deploy-auth prod-orders', 'prod-orders'],
    ['LOG_GROUP_AUTH=prod-orders ./run', 'prod-orders'],
    ['tables:\n  auth: prod-orders\n  refresh-token: prod-orders', 'prod-orders'],
    ['python dynamodump.py -m backup -s orders', 'orders'],
    ['redis-cli -h orders ping', 'orders'],
    ['T=orders ./export', 'orders'],
    ['sed -i "s#@TABLE@#prod-orders#g" f', 'prod-orders'],
    ["sed -i 's+@TABLE@+prod-orders+' f", 'prod-orders'],
    ['./import users:prod-orders:daily aws:dynamodb:shop-users', 'prod-orders'],
    ['./import \u0024{ORDERS:-prod-orders}', 'prod-orders'],
    ['curl "localhost?tables=users%2Cprod-orders"', 'prod-orders'],
    ['curl "localhost?path=table%2Fprod-orders"', 'prod-orders'],
    ['echo \\u0022prod-orders\\u0022 >> f', 'prod-orders'],
    ['./import prod-orders#status', 'prod-orders'],
    ['./import prod-orders@eu-west-1', 'prod-orders'],
    ['cat > a <<X\nt: orders\nu: users\nX', 'orders'],
    ['echo \'{"t":"orders"}\'', 'orders'],
  ])('in the script `%s`', (text, name) => {
    expect(means(script(text), `table ${name}`)).toBe(true);
  });
});

test('A129 a long list names each', () => {
  const list = Array.from({ length: 100 }, (_, index) => `customer-orders-${index}`).concat('orders');
  for (const between of [',', ', ', ' ', ';']) {
    for (const name of ['customer-orders-7', 'orders'])
      expect(means(variable(list.join(between)), `table ${name}`)).toBe(true);
  }
});

test('A129 tags of AWS, and lists of them, name nothing', () => {
  for (const answer of [{ Tags: [{ Key: 'a', Value: 'prod-labels' }] }, { tags: { a: 'prod-labels' } }]) {
    expect(means(answer, 'table prod-labels')).toBe(false);
  }
});

test.each([
  ['a part behind the key of a secret', variable('Password=hunter2')],
  ['one of several parts', variable('Server=db;Password=hunter2;Timeout=3')],
  ['a part before a host', variable('jane:hunter2@db.example.com')],
  ['a part of an address', variable('mysql://jane:hunter2@db.example.com/shop')],
  ['what is at random', variable('hunter2x9a7', 'API_TOKEN')],
  ['a user with a password', variable('jane:hunter2', 'AUTH')],
  ['a short word', variable('hunter2', 'DB_PASS')],
  ['a flag', script('login --auth-token hunter2x9a7')],
  ['a word alone', script("ALTER USER jane PASSWORD 'hunter2'")],
])('A129 no hash of a secret is kept: %s', (_what, answer) => {
  const all = mentionsIn(answer).map(({ alias }) => alias);
  for (const secret of ['hunter2', 'hunter2x9a7']) expect(all).not.toContain(nameAlias(secret));
});

test('A129 also in texts of 200,000 parts', () => {
  for (const part of [
    'a:',
    ':',
    '${a',
    '%3A',
    'a@',
    'a:b@',
    'token=',
    '-a ',
    'password ',
    'a-1.',
    '=a:',
    ',a:b',
    '#a-b',
    '\\\\u0022a',
  ])
    expect(means(variable(`${part.repeat(200_000)} ./run prod-orders`), 'table prod-orders')).toBe(true);
});

describe('A130 what is written in UTF-16', () => {
  const VOLUME = 'vol-0123456789abcdef0';
  const command = `Add-EC2Volume -VolumeId ${VOLUME} -InstanceId $id -Device xvdf`;
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const file = wide(`\ufeff<powershell>\n${command}\n</powershell>`);
  test.each<[string, unknown]>([
    ['an encoded command', { command: ['powershell.exe', '-EncodedCommand', wide(command).toString('base64')] }],
    [
      'one of user data',
      { UserData: base64(`<script>\npowershell -e ${wide(command).toString('base64')}\n</script>`) },
    ],
    ['one behind a word of another length', { UserData: `x ${wide(`.${command}`).toString('base64')}` }],
    ['user data of Windows', { UserData: file.toString('base64') }],
    ['the same with the greater byte first', { UserData: Buffer.from(file).swap16().toString('base64') }],
    ['bytes', { Payload: new Uint8Array(file) }],
  ])('%s names the volume', (_what, answer) => {
    expect(mentionsIn(answer).map(({ alias }) => alias)).toContain(VOLUME);
  });
});
