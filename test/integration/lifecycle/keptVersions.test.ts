/** A template keeps all that people decided about one of its versions: it takes every version with it. */

import { EC2 } from '@aws-sdk/client-ec2';
import { beforeEach, expect, test } from '@jest/globals';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { DAY, HERE, namespaceOf, TEMPLATES, worldForAll } from '../../support/awsWorld.ts';

const VERSIONS = namespaceOf('launchTemplateVersion');
const world = worldForAll();
const settings = (ofVersions = '') => ({
  cleanup: `[
      { type: launchTemplate, accounts: [test], live: true, when: [{ rule: unused }], unusedFor: 14d },
      { type: launchTemplateVersion, accounts: [test], live: true, when: [{ rule: unused }], unusedFor: 14d, keepNewest: off${ofVersions} }]`,
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
});
beforeEach(() => world.reset(settings()));

async function idle(change: object = {}, count = 3): Promise<string> {
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  const seed = { LaunchTemplateName: 'web', CreateTime, tags: { owner: 'ann@example.com' } };
  const versions = Array.from({ length: count }, (_, index) => ({ KeyName: `key-${index}` }));
  const id = world.sandbox.control.addLaunchTemplates(HERE, [{ ...seed, versions }])[0] ?? '';
  world.sandbox.control.update(HERE, 'launchTemplate', id, change as never);
  await world.pass('mark', TEMPLATES);
  await world.watched(14, TEMPLATES);
  return id;
}

/** From one number to another. */
async function removeVersions(id: string, from: number, to: number): Promise<void> {
  const { accessKeyId = '', secretAccessKey = '' } = world.sandbox.control.accounts()[0]?.accessKeys[0] ?? {};
  const credentials = { accessKeyId, secretAccessKey };
  const ec2 = new EC2({ endpoint: world.sandbox.url, region: HERE.region, credentials });
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
  for (let at = 0; at < numbers.length; at += 200)
    await ec2.deleteLaunchTemplateVersions({ LaunchTemplateId: id, Versions: numbers.slice(at, at + 200) });
  ec2.destroy();
}

async function untilDeleted(): Promise<void> {
  await world.pass('mark', TEMPLATES);
  await world.notify(TEMPLATES);
  await world.watched(11, TEMPLATES);
  await world.pass('delete', TEMPLATES);
}

const targets = (id: string): readonly OptOutTarget[] => [
  { kind: 'id', value: `${id}:1` },
  { kind: 'group', value: id },
  { kind: 'pattern', value: `${id}:*` },
  { kind: 'pattern', value: '*:3' },
];
const keep = (target: OptOutTarget) =>
  world.wired.deps.optOuts.optOut(VERSIONS, {
    ...{ target, until: 'forever', actor: 'ann@example.com', at: world.clock.now() },
  });
const deletions = () => world.writes().filter(({ operation }) => operation === 'DeleteLaunchTemplate').length;

test.each([0, 1, 2, 3])(
  'a decision about a version keeps the template that would take it along (%i)',
  async (which) => {
    const id = await idle();
    await keep(targets(id)[which] as OptOutTarget);
    await untilDeleted();
    expect(deletions()).toBe(0);
  },
);

test.each([0, 1, 2, 3])(
  'a decision about a version after the notice ends the mark of its template (%i)',
  async (which) => {
    const id = await idle();
    await world.pass('mark', TEMPLATES);
    await world.notify(TEMPLATES);
    await world.watched(11, TEMPLATES);
    await keep(targets(id)[which] as OptOutTarget);
    expect((await world.marks(TEMPLATES)).length).toBe(0);
    await world.pass('delete', TEMPLATES);
    expect(deletions()).toBe(0);
  },
);

test('a decision about a version of another template keeps nothing', async () => {
  const id = await idle();
  for (const target of targets(`${id}0`).slice(0, 3)) await keep(target);
  await keep({ kind: 'id', value: `${id}:4` });
  await untilDeleted();
  expect(deletions()).toBe(1);
});

test.each([
  [', keep: [{ attribute: { versionNumber: 2 } }]', 0],
  [', keep: [{ tag: { owner: ann@example.com } }]', 0],
  [', keep: [{ owner: ann@example.com }]', 0],
  [', only: [{ attribute: { versionNumber: { above: 1 } } }]', 0],
  [', match: { attribute: { versionNumber: { above: 1 } } }', 0],
  [', keep: [{ attribute: { versionNumber: 4 } }]', 1],
])('the entry for versions says %s → %i templates go', async (ofVersions, gone) => {
  await world.reset(settings(ofVersions));
  await idle();
  await untilDeleted();
  expect(deletions()).toBe(gone);
});

test('Law 1 versions that an entry for them may keep cannot be read → the template stays', async () => {
  await world.reset(settings(', keep: [{ attribute: { versionNumber: 4 } }]'));
  const id = await idle();
  world.deny('ec2:DescribeLaunchTemplateVersions');
  await untilDeleted();
  expect(await world.markOf(id, TEMPLATES)).toBeUndefined();
  expect(deletions()).toBe(0);
});

test.each([
  ['versionNumber: 7', true],
  ['versionNumber: 2', false],
])(
  'A27 a template has had 300 versions, of which three are left, and an entry keeps %s → some 200 are looked for in a pass, and none for ever',
  async (attribute, isMarked) => {
    await world.reset(settings(`, keep: [{ attribute: { ${attribute} } }]`));
    const id = await idle({}, 300);
    await removeVersions(id, 3, 299);
    const pass = async () => {
      const before = world.sandbox.control.calls().length;
      await world.pass('mark', TEMPLATES);
      const reads = world.sandbox.control.calls().slice(before);
      const asked = reads.filter(({ operation }) => operation === 'DescribeLaunchTemplateVersions').length;
      return { asked, isMarked: (await world.markOf(id, TEMPLATES)) !== undefined };
    };
    const passes = [await pass(), await pass(), await pass()];
    expect(passes.map((one) => one.isMarked)).toEqual([false, isMarked, isMarked]);
    expect(Math.max(...passes.map(({ asked }) => asked))).toBeLessThan(210);
    expect(passes[2]?.asked).toBeLessThan(10);
  },
);
