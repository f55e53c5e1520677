import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import {
  assetAlias,
  assetAliases,
  digitRuns,
  HashScanner,
  hashesIn,
} from '../../../src/handlers/aws/resources/cdk/assetHash.ts';
import { namedByHand } from '../../../src/handlers/aws/resources/cdk/humanName.ts';
import { imageMarkTag } from '../../../src/handlers/aws/resources/cdk/marks.ts';

const hash = (of: string) => createHash('sha256').update(of).digest('hex');
const HASH = hash('asset');

test.each([
  [`{"S3Key":"${HASH}.zip"}`],
  [`AssetParameters${HASH}S3Bucket9A`],
  [`AssetParameters${HASH}ArtifactHashCAFE`],
  [`123.dkr.ecr.us-east-1.amazonaws.com/assets:${HASH}`],
  [`prefix-feed${HASH}`],
  [`sha256:${HASH.toUpperCase()}`],
])('K6 a text names an asset by its hash: %s', (text) => {
  expect(hashesIn(text)).toContain(HASH);
});

test.each([['latest'], ['1'], [''], [HASH.slice(1)], [`${HASH.slice(0, 40)}-${HASH.slice(40)}`]])(
  'K6 a text without a whole hash names no asset: %j',
  (text) => {
    expect(hashesIn(text)).toEqual([]);
  },
);

test('K6 a scanner finds the same hashes wherever a text is cut', () => {
  const text = `a ${HASH}.zip feed${hash('other')} ${hash('last')}`;
  const whole = hashesIn(text);
  for (let size = 1; size <= text.length; size++) {
    const scanner = new HashScanner();
    for (let start = 0; start < text.length; start += size) scanner.write(text.slice(start, start + size));
    expect(scanner.hashes).toEqual(new Set(whole));
  }
});

test('K6 no run of digits is passed over, wherever it stands', () => {
  const text = Array.from(
    { length: 40 },
    (_, index) =>
      `${hash(`${index}`)
        .repeat(2)
        .slice(0, 50 + index)}${'.'.repeat(index % 7)}x`,
  );
  const whole = text.join('');
  for (let start = 0; start < 130; start++) {
    const rest = whole.slice(start);
    expect([...digitRuns(rest, 64)]).toEqual(rest.match(/[0-9a-f]{64,}/gi));
  }
  expect([...digitRuns('', 64), ...digitRuns('a'.repeat(63), 64)]).toEqual([]);
});

test('K6 the end of one text and the beginning of the next make no hash', () => {
  const scanner = new HashScanner();
  scanner.write(HASH.slice(0, 30));
  scanner.end();
  scanner.write(HASH.slice(30));
  expect(scanner.hashes.size).toBe(0);
});

test('K6 an image is named by each of its tags and by its digest, with and without the qualifier', () => {
  const digest = hash('manifest');
  expect(assetAliases([HASH, `sha256:${digest}`, 'latest'], 'hnb659fds')).toEqual([
    assetAlias(HASH),
    `assetHash/hnb659fds/${HASH}`,
    assetAlias(digest),
    `assetHash/hnb659fds/${digest}`,
  ]);
});

test('K6 a short or human name keeps an asset, also beside a hash; a mark is no name', () => {
  expect(namedByHand(['latest'])).toContain('latest');
  expect(namedByHand([HASH, '1'])).toContain('1');
  expect(namedByHand([`${HASH}.zip`])).toBeUndefined();
  expect(namedByHand([HASH, imageMarkTag(0, new Date())])).toBeUndefined();
  expect(namedByHand([])).toBeUndefined();
});
