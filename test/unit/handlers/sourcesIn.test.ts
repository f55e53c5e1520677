import { expect, test } from '@jest/globals';
import { sourcesIn } from '../../../src/handlers/aws/evidence/logs/sourcesIn.ts';

test.each<[string, readonly string[]]>([
  ["SOURCE '/aws/lambda/shop' | SOURCE 'web' | fields @message", ['/aws/lambda/shop', 'web']],
  [JSON.stringify({ query: 'SOURCE "/shop/web" | limit 20' }), ['/shop/web']],
  [JSON.stringify(JSON.stringify({ query: 'SOURCE "/shop/web" | limit 20' })), ['/shop/web']],
  ['SOURCE logGroups(namePrefix: [\'/shop/web\', "/shop/api"])', ['/shop/web', '/shop/api']],
  ['SELECT * FROM `/shop/web` JOIN `/shop/api` ON a = b', ['/shop/web', '/shop/api']],
  ['source = `/shop/web` | stats count()', ['/shop/web']],
  ['fields @message | filter level = "error"', []],
])('A52 %s names groups', (text, names) => {
  expect(sourcesIn(text)).toEqual(names);
});

// By the square of its length these would take hours.
test.each([' ', '\\', "'", '[', 'SOURCE', '[ '])('a query of 200,000 times "%s" is read to its end', (part) => {
  expect(sourcesIn(`SOURCE${part.repeat(200_000)} SOURCE 'last'`)).toContain('last');
});
