/** The regions that this version knows, against the partition metadata of the SDK. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { problemOfRegion } from '../../../src/handlers/aws/wire/regions.ts';

interface Partition {
  readonly id: string;
  readonly regionRegex: string;
  readonly regions: Readonly<Record<string, unknown>>;
}

/** The SDK does not export its metadata: it is read from the one module of the SDK that holds it. */
function partitions(): readonly Partition[] {
  const core = 'node_modules/@aws-sdk/core/dist-es';
  const [path, ...more] = readdirSync(core, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|[/\\])partitions\.js$/.test(name),
  );
  if (path === undefined || more.length > 0) throw new Error('the partition metadata of the SDK has another place');
  const text = readFileSync(join(core, path), 'utf8');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  return (JSON.parse(json) as { readonly partitions: readonly Partition[] }).partitions;
}

const isGlobal = (region: string) => region.endsWith('-global');
const severityOf = (region: string) => problemOfRegion(region)?.severity;

test('Holystone knows exactly the regions that the SDK knows', () => {
  const regions = partitions().flatMap((partition) => Object.keys(partition.regions));
  const { known = [] } = problemOfRegion('') ?? {};
  expect([...known].sort()).toEqual(regions.filter((region) => !isGlobal(region)).sort());
  expect(regions.filter((region) => severityOf(region) !== undefined)).toEqual(regions.filter(isGlobal));
});

test('a region that is new in a partition is never refused', () => {
  const names = ['north', 'southeast', 'central2'].flatMap((word) =>
    ['us', 'eu', 'ap', 'sa', 'ca', 'me', 'af', 'il', 'mx', 'cn', 'us-gov', 'us-iso', 'us-isob', 'eu-isoe', 'us-isof']
      .concat('eusc-de')
      .map((prefix) => `${prefix}-${word}-99`),
  );
  const patterns = partitions().map(({ regionRegex }) => new RegExp(regionRegex));
  // Each pattern of the SDK matches some of the names, so no partition is left out.
  expect(patterns.filter((pattern) => !names.some((name) => pattern.test(name)))).toEqual([]);
  expect(names.filter((name) => severityOf(name) !== 'warning')).toEqual([]);
});

test('a region is refused exactly if it matches no pattern of the SDK', () => {
  const patterns = partitions().map(({ regionRegex }) => new RegExp(regionRegex));
  const names = ['us-east1', 'us-east-', 'uk-west-1', 'xx-east-1', 'eusc-fr-east-1', 'us-gov-1', 'us-east-1-1', 'us'];
  const isRefused = (name: string) => severityOf(name) === 'error';
  expect(names.filter(isRefused)).toEqual(names.filter((name) => !patterns.some((pattern) => pattern.test(name))));
});
