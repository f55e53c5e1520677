import { expect, test } from '@jest/globals';
import { handlers } from '../../../src/handlers/index.ts';
import { load } from './load.ts';

const ACCOUNTS = ['one', 'two', 'three'];
const OF_IMAGES = 'evidence: { launchTemplateVersions: { protects: used } }';

function loaded(entry: string, defaults = '') {
  const accounts = ACCOUNTS.map(
    (name, place) =>
      `  - { name: ${name}, provider: aws, id: "11111111111${place}", locations: [us-east-1, eu-west-1] }`,
  );
  const text = `accounts:\n${accounts.join('\n')}\ndefaults: { ${defaults} }\ncleanup:\n  - { ${entry}, when: [{ rule: unused }] }\n`;
  return load(text, { handlers }).workConfigurations;
}

test('all accounts share what they may lead to in a location, so that it does not grow with the square of the accounts', () => {
  const all = loaded(`type: image, ${OF_IMAGES}`).filter(({ location }) => location === 'us-east-1');
  const [first] = all;
  expect(all).toHaveLength(ACCOUNTS.length);
  expect(first?.linked).toHaveLength(2 * ACCOUNTS.length);
  for (const { linked } of all) expect(linked).toBe(first?.linked);
});

test('another location has its own', () => {
  const all = loaded(`type: image, ${OF_IMAGES}`).filter(({ account }) => account.name === 'one');
  expect(all.map(({ linked = [] }) => [...new Set(linked.map(({ location }) => location))])).toEqual([
    ['us-east-1'],
    ['eu-west-1'],
  ]);
});

const volumesOf = (defaults: string) => loaded('type: instance', defaults)[0]?.parts?.find(isOfVolumes);
const isOfVolumes = ({ resourceType }: { readonly resourceType: string }) => resourceType === 'volume';

test('`keep` of the defaults by an attribute that a part lacks is about other types', () => {
  const ofInstances = '{ attribute: { launchTime: { olderThan: 3650d } } }';
  const ofBoth = '{ attribute: { createdAt: { olderThan: 3650d } } }';
  const inBoth = volumesOf('')?.keep ?? [];
  const asked = volumesOf(`keep: [${ofInstances}, ${ofBoth}, { tag: { data: ledger } }]`);
  const added = [{ attribute: { createdAt: { olderThan: '3650d' } } }, { tag: { data: 'ledger' } }];
  expect(new Set(asked?.keep)).toEqual(new Set([...inBoth, ...added]));
});
