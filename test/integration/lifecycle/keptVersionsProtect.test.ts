/** `protects: used`: a version of a launch template that a person keeps is used, and so is what it names. */
import { beforeEach, expect, test } from '@jest/globals';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { HERE, IMAGES, namespaceOf, TEMPLATES, THERE, worldForAll } from '../../support/awsWorld.ts';

const VERSIONS = namespaceOf('launchTemplateVersion');
const TEMPLATE = 'lt-0123456789abcdef0';
const world = worldForAll();

const IMAGE =
  '{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, evidence: { launchTemplateVersions: { protects: used } } }';
const settings = (entries: readonly string[] = [], defaults = '') => ({
  cleanup: `[${[IMAGE, ...entries].join(', ')}]`,
  defaults: `tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }${defaults}`,
});
beforeEach(() => world.reset(settings()));

const ofType = (type: string, more: string) =>
  `{ type: ${type}, accounts: [test], when: [{ rule: unused }], unusedFor: 14d, ${more} }`;

/** An image that only the first of three versions names. */
async function named(tags: Record<string, string> = {}, place = HERE): Promise<string> {
  const [ImageId = '', other = ''] = world.addImages(2);
  const seed = { LaunchTemplateId: TEMPLATE, LaunchTemplateName: 'web', DefaultVersionNumber: 2, tags };
  const versions = [{ ImageId }, { ImageId: other }, { ImageId: other }];
  world.sandbox.control.addLaunchTemplates(place, [{ ...seed, versions }]);
  return ImageId;
}
async function isMarked(id: string): Promise<boolean> {
  await world.pass('mark');
  return (await world.markOf(id)) !== undefined;
}

test('A28 nobody keeps the version → its image is marked', async () => {
  expect(await isMarked(await named())).toBe(true);
});

test.each<[typeof VERSIONS, OptOutTarget]>([
  [VERSIONS, { kind: 'id', value: `${TEMPLATE}:1` }],
  [VERSIONS, { kind: 'group', value: TEMPLATE }],
  [VERSIONS, { kind: 'pattern', value: '*:1' }],
  [TEMPLATES, { kind: 'id', value: TEMPLATE }],
])('A28 a decision in %s about %j keeps the image, before the mark and after the notice', async (namespace, target) => {
  const id = await named();
  const at = () => world.clock.now();
  const keep = () =>
    world.wired.deps.optOuts.optOut(namespace, { target, until: 'forever', actor: 'ann@example.com', at: at() });
  await world.pass('mark');
  await world.notify();
  await world.watched(12, IMAGES);
  await keep();
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  expect(await isMarked(id)).toBe(false);
});

test.each([
  ['its keep tag', { 'holystone:keep': 'always' }, [], ''],
  ['a tag that the defaults keep', { data: 'ledger' }, [], ', keep: [{ tag: { data: ledger } }]'],
  ['an entry for versions', {}, [ofType('launchTemplateVersion', 'keep: [{ attribute: { versionNumber: 1 } }]')], ''],
  ['an entry for templates', {}, [ofType('launchTemplate', 'keep: [{ name: web }]')], ''],
] as const)('A28 %s keeps the template or its version → the image stays', async (_what, tags, entries, defaults) => {
  await world.reset(settings(entries, defaults));
  expect(await isMarked(await named(tags))).toBe(false);
});

test.each([
  'keep: [{ attribute: { versionNumber: 2 } }]',
  'only: [{ attribute: { versionNumber: 2 } }]',
  'match: { attribute: { versionNumber: 2 } }',
])('A28 an entry for versions that names another one lets the image go (%s)', async (more) => {
  await world.reset(settings([ofType('launchTemplateVersion', more)]));
  expect(await isMarked(await named())).toBe(true);
});

test('A28 one of several entries for versions keeps it → the image stays, whichever judges the version', async () => {
  const other = 'match: { attribute: { versionNumber: 2 } }, keep: [{ attribute: { imageId: /^ami-/ } }]';
  await world.reset(settings([ofType('launchTemplateVersion', other), ofType('launchTemplateVersion', 'keep: []')]));
  expect(await isMarked(await named())).toBe(false);
});

test('A28 a template of another account, kept by its tag, keeps the image', async () => {
  expect(await isMarked(await named({ 'holystone:keep': 'always' }, THERE))).toBe(false);
});

test('Law 1 templates cannot be read once they are known → the image is not marked', async () => {
  const id = await named();
  await world.pass('mark');
  await world.notify();
  await world.watched(12, IMAGES);
  world.deny('ec2:DescribeLaunchTemplates');
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  expect(await world.markOf(id)).toBeDefined();
});

test('A28 a deletion that is due waits for who keeps the template by a tag', async () => {
  const id = await named();
  await world.pass('mark');
  await world.notify();
  await world.watched(11, IMAGES);
  const Tags = [{ Key: 'holystone:keep', Value: 'always' }];
  world.sandbox.control.update(HERE, 'launchTemplate', TEMPLATE, { Tags });
  await world.pass('delete');
  expect(world.deregistered()).toEqual([]);
  expect(await world.markOf(id)).toBeUndefined();
});
