/** The oldest Node.js that package.json names is enough for every locked package: `npm ci` warns of none. */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

interface Locked {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
const OLDEST = [20, 19, 0] as const;

/** For the forms that packages write: `>=18`, `^20.19.0 || >=22`, `18 || 20`, `>= 14.18 < 25`. */
function allowsOldest(range: string): boolean {
  return range.split('||').some((alternative) =>
    [...alternative.matchAll(/(>=|<=|[<>^~=]?)\s*v?(\d+|\*)(?:\.(\d+))?(?:\.(\d+))?/g)].every(
      ([, sign, ...version]) => {
        const [major = '', ...rest] = version;
        if (major === '*') return true;
        const given = [major, ...rest].map((part) => Number(part ?? 0));
        const order = OLDEST.map((own, at) => Math.sign(own - (given[at] ?? 0))).find((one) => one !== 0) ?? 0;
        if (sign === '<') return order < 0;
        if (sign === '<=') return order <= 0;
        if (sign === '>') return order > 0;
        return order >= 0 && (sign === '>=' || Number(major) === OLDEST[0]);
      },
    ),
  );
}

test.each([
  ['>=18', true],
  ['>=22', false],
  ['^20.19.0 || >=22.12.0', true],
  ['^18.14.0 || ^20.20.0 || >=24.0.0', false],
  ['18 || 20 || >=22', true],
  ['>= 14.18 < 20', false],
  ['*', true],
])('the range %s allows the oldest Node.js: %s', (range, allows) => {
  expect(allowsOldest(range)).toBe(allows);
});

test('package.json names this Node.js as the oldest', () => {
  expect(lock.packages['']?.engines?.node).toBe(`>=${OLDEST.join('.')}`);
});

test('every locked package supports the oldest Node.js', () => {
  const tooNew = Object.entries(lock.packages).filter(([, { engines }]) => !allowsOldest(engines?.node ?? '*'));
  expect(tooNew.map(([path, { version, engines }]) => `${path} ${version}: ${engines?.node}`)).toEqual([]);
});
