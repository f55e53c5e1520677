import { expect, test } from '@jest/globals';
import { beginningsIn, groupsIn, sourcesIn } from '../../../src/handlers/aws/evidence/logs/sourcesIn.ts';
import { logGroupAlias, toLogGroup } from '../../../src/handlers/aws/resources/logGroup.ts';

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

test.each([
  ['a folder', '/aws/lambda/*', ['/aws/lambda/#begins']],
  ['a beginning within a folder', '/aws/lambda/sh*', ['/aws/lambda/#begins']],
  ['a beginning without a folder', 'shop*', ['#begins']],
  ['every group', '*', []],
  ['a whole name', '/aws/lambda/shop', []],
])('A112 a rule that names %s means the groups in it', (_what, name, folders) => {
  expect(beginningsIn({ RuleBody: JSON.stringify({ LogGroupNames: [name] }) })).toEqual(folders);
  const aliases = toLogGroup({
    group: { logGroupName: '/aws/lambda/shop', arn: 'arn:1', creationTime: 1 },
    tags: {},
  })?.aliases;
  expect(folders.every((one) => aliases?.includes(logGroupAlias(one)))).toBe(true);
});

test.each([
  ['in quotes', 'sink:\n  - cloudwatch_logs:\n      log_group: "/security/okta"\n', ['/security/okta']],
  ['without', 'log_group: /security/okta\nlog_stream: x', ['/security/okta']],
  ['as JSON', '{"cloudwatch_logs":{"log_group":"/security/okta"}}', ['/security/okta']],
  ['of a source', 'source:\n  cloudwatch_logs:\n    log_group_name: audit', ['audit']],
  ['none', 'sink:\n  - s3: {}', []],
])('A112 a pipeline names a group %s', (_how, Body, names) => {
  expect(groupsIn(JSON.stringify({ Configuration: { Body } }))).toEqual(names);
});

test('long texts take no longer than their length asks for', () => {
  const texts = [
    `'${'a*'.repeat(200_000)}`,
    'log_group: '.repeat(200_000),
    `log_group${' '.repeat(200_000)}`,
    '"*'.repeat(200_000),
  ];
  expect(texts.map((text) => [beginningsIn(text).length, groupsIn(text).length].every(Number.isFinite))).toEqual([
    true,
    true,
    true,
    true,
  ]);
});
