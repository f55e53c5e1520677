/** Services whose address stands in a text. */
import { expect, test } from '@jest/globals';
import { addressesIn, addressesOfVariable } from '../../../../src/handlers/kubernetes/objects/addresses.ts';

const inText = (text: string, key = 'value') =>
  addressesIn(text, key).map(({ name, namespace }) => (namespace === undefined ? name : `${namespace}/${name}`));

test.each([
  ['http://web.shop.svc:8080', 'shop/web'],
  ['db-0.db.shop.svc.cluster.local', 'shop/db'],
  ['--upstream=http://web', 'web'],
  ['postgres://me:p%40ss@db:5432/shop', 'db'],
  ['mongodb://a:1,b.shop:2/x', 'shop/b'],
  ['kafka-0.kafka:9092,kafka-1.kafka:9092', 'kafka'],
  ['web:80', 'web'],
])('Q16 the text "%s" has the address of %s', (text, address) => {
  expect(inText(text)).toContain(address);
});

test.each([['web'], ['10.0.0.1:80'], ['12:30'], ['a sentence: 8 words'], ['key: value'], ['']])(
  'Q16 the text "%s" has none',
  (text) => {
    expect(inText(text)).toEqual([]);
  },
);

test('Q16 the name of an image is no address', () => {
  expect(inText('web:1', 'image')).toEqual([]);
});

test.each([
  [{ name: 'DB_HOST', value: 'db' }, ['db']],
  [{ name: 'upstream', value: 'web.shop' }, ['web', 'shop']],
  [{ name: 'LEVEL', value: 'debug' }, []],
  [{ name: 'API_URL', value: 'not one word' }, []],
  [{ name: 'DB_HOST' }, []],
])('Q16 the variable %j has the names %j', (variable, names) => {
  expect(addressesOfVariable(variable).map(({ name }) => name)).toEqual(names);
});

// By the square of their length these would take hours.
test.each(['a--', 'a-', 'a', '://a@', 'a,'])('a file of 400,000 times "%s" is read to its end', (part) => {
  expect(addressesIn(`${part.repeat(400_000)} http://db.shop.svc:80`, 'x')).toContainEqual({
    name: 'db',
    namespace: 'shop',
  });
});
