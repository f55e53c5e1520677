import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { ACCOUNTS, load, problemsOf } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'holystone-prices-'));
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'prices.yaml');
/** The configuration with a table of its own. */
function withTable(table: string): string {
  writeFileSync(path, table);
  return file(`prices: { file: "${path}" }`);
}
const file = (prices: string) =>
  `${prices}\n${ACCOUNTS}cleanup:\n  - { type: widget, accounts: [test], when: [{ rule: unused }] }`;
const pricesOf = (text: string) => load(text).workConfigurations[0]?.prices;
const region = (items: string, date = '"2026-05-01"') =>
  `currency: USD\nregions:\n  us-east-1: { date: ${date}, source: "https://example.com/", items: { ${items} } }\n`;

describe('A13 the price table', () => {
  test('A13 comes along, and is found without being named', () => {
    expect(pricesOf(file(''))).toMatchObject({ currency: 'USD', date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/) });
    expect(pricesOf(file(''))?.of('ebs.snapshot.gibibyte')).toBe(0.05);
    expect(pricesOf(file(''))?.of('ebs.snapshot.mile')).toBeUndefined();
  });

  test('A13 every region of the packaged table has its date, prices above zero, AWS itself as its source, and a copy that stays unchanged', () => {
    const lists = packagedRegions().map((region) => ({ region, list: packagedPrices(region) }));
    expect(lists.length).toBeGreaterThan(10);
    expect(lists.filter(({ list }) => list === undefined || Date.parse(list.date) > Date.now())).toEqual([]);
    // People are sent to AWS itself, and not to a copy of its list.
    const isOfAws = ({ region, list }: (typeof lists)[number]) =>
      list?.source === `https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonEC2/current/${region}/index.json`;
    expect(lists.filter((each) => !isOfAws(each))).toEqual([]);
    // A file at one commit: a page that changes is no place in which something was read.
    const pinned = /^ {4}copy: https:\/\/github\.com\/[^/]+\/[^/]+\/blob\/[0-9a-f]{40}\/\S+$/gm;
    expect(readFileSync('config/prices.yaml', 'utf8').match(pinned)).toHaveLength(lists.length);
  });

  test('A13 a build has the same table, as JSON', () => {
    const at = (name: string) => new URL(`../../../${name}`, import.meta.url);
    const built: unknown = JSON.parse(readFileSync(at('dist/config/prices.json'), 'utf8'));
    expect(built).toEqual(parse(readFileSync(at('config/prices.yaml'), 'utf8')));
  });

  test('A13 the packaged table has no price without a source', () => {
    const items = ['ebs.gp3.gibibyte', 'ebs.snapshot.gibibyte', 'ebs.snapshotArchive.gibibyte', 'ebs.io2.iops'];
    const of = (region: string) => items.map((item) => packagedPrices(region)?.of(item));
    expect(of('eu-west-1')).toEqual([0.088, 0.05, 0.0125, 0.072]);
    expect(of('eu-central-1')).toEqual([0.0952, 0.054, undefined, undefined]);
    expect(packagedPrices('eu-central-2')).toBeUndefined();
    const balancers = ['application', 'network', 'gateway', 'classic'].map((kind) => `elb.${kind}.hour`);
    expect(balancers.map((item) => packagedPrices('us-east-1')?.of(item))).toEqual([0.0225, 0.0225, 0.0125, 0.025]);
    expect(balancers.map((item) => packagedPrices('eu-west-1')?.of(item))).toEqual(Array(4).fill(undefined));
  });

  test('A13 a region that is not in it has no prices', () => {
    expect(pricesOf(withTable('currency: USD\nregions: {}\n'))).toBeUndefined();
  });

  test('another table can be named; it is old so long after its date', () => {
    const prices = pricesOf(withTable(region('ebs.gp3.gibibyte: 0.08')).replace(' }', ', staleAfter: 10d }'));
    expect(prices?.of('ebs.gp3.gibibyte')).toBe(0.08);
    expect(prices?.staleAt).toBe(Date.parse('2026-05-11T00:00:00Z'));
  });

  test('prices decide nothing: another table is not another configuration', () => {
    const hashOf = (text: string) => load(text).workConfigurations.map(({ hash }) => hash);
    expect(hashOf(withTable(region('ebs.gp3.gibibyte: 0.08')))).toEqual(hashOf(file('')));
  });

  test.each([
    ['a text', 'ebs.gp3.gibibyte: cheap', /:3:\d+: .*found "cheap"; allowed: a price a month above zero/],
    ['a negative one', 'ebs.gp3.gibibyte: -0.08', /:3:\d+: .*found -0.08; allowed: a price a month above zero/],
    ['zero', 'ebs.gp3.gibibyte: 0', /:3:\d+: .*found 0; allowed: a price a month above zero/],
    ['NaN', 'ebs.gp3.gibibyte: .nan', /:3:\d+: .*found NaN; allowed: a price a month above zero/],
    ['an infinite one', 'ebs.gp3.gibibyte: .inf', /:3:\d+: .*found Infinity; allowed: a price a month above zero/],
    ['none', 'ebs.gp3.gibibyte: ', /:3:\d+: .*found nothing; allowed: a price a month above zero/],
    ['a list', 'ebs.gp3.gibibyte: [0.08]', /:3:\d+: .*found a list; allowed: a price a month above zero/],
    ['an odd item', '"ebs gp3": 0.08', /:3:\d+: .*allowed: an item such as ebs.gp3.gibibyte/],
    ['a price twice', 'ebs.gp3.iops: 1, ebs.gp3.iops: 2', /:3:\d+: .*ebs.gp3.iops/],
  ])('%s as a price is reported with its place in the table', (_what, items, problem) => {
    const problems = problemsOf(withTable(region(items)));
    expect(problems).toEqual([expect.stringMatching(problem)]);
    expect(problems[0]).toContain(path);
  });

  test.each([
    [
      'an unknown key',
      'currency: USD\nregion: {}\nregions: {}\n',
      /prices.yaml:2:1: .*unknown key "region".*"regions"/,
    ],
    ['another currency', 'currency: EUR\nregions: {}\n', /prices.yaml:1:11: .*found "EUR".*US dollars/],
    ['no currency', 'regions: {}\n', /prices.yaml:1:1: .*"currency" is missing/],
    ['a day that there is not', region('ebs.gp3.iops: 1', '"2026-02-30"'), /:3:\d+: .*a day, such as "2026-11-20"/],
    ['a region that is none', region('ebs.gp3.iops: 1').replace('us-east-1', 'Ohio'), /a region such as us-east-1/],
    ['a source that is none', region('ebs.gp3.iops: 1').replace('https://example.com/', 'me'), /the URL of the page/],
    ['a broken file', 'currency: USD\nregions: {', /prices.yaml:2:\d+: not valid YAML/],
    ['a list', '[]', /prices.yaml:1:1: .*a mapping of keys to values/],
    ['an empty file', '', /prices.yaml:1:1: /],
  ])('%s is reported with its place in the table', (_what, table, problem) => {
    expect(problemsOf(withTable(table))).toEqual([expect.stringMatching(problem)]);
  });

  test('an unreadable table is reported at its place in the configuration', () => {
    expect(problemsOf(file('prices: { file: /nowhere/prices.yaml }'))).toEqual([
      expect.stringMatching(/^h\.yaml:1:17: prices\.file: "\/nowhere\/prices\.yaml" cannot be read: .*ENOENT/),
    ]);
  });
});

function packagedPrices(region: string) {
  return pricesOf(file('').replace('[us-east-1]', `[${region}]`));
}

function packagedRegions(): readonly string[] {
  const table = readFileSync(new URL('../../../config/prices.yaml', import.meta.url), 'utf8');
  return [...table.matchAll(/^ {2}([a-z]+-[a-z-]+-\d):$/gm)].map((match) => match[1] as string);
}
