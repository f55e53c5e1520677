import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { IMAGES, type WorldOptions, worldForAll } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';
import { disabledImages, imageStateOf } from '../../support/disabledImages.ts';

const QUARANTINED: WorldOptions = {
  cleanup:
    '[{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off, quarantine: 14d }]',
  defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100% }',
};
/** No entry covers images any more. */
const LEFT: WorldOptions = {
  cleanup: '[{ type: launchConfiguration, accounts: [test], live: true, when: [{ rule: unused }] }]',
};

const world = worldForAll();
beforeEach(() => world.reset(QUARANTINED));

const disabled = (count: number) => disabledImages(world, count);
const stateOf = (id: string) => imageStateOf(world, id);

async function run(command: string, args: readonly string[] = [], text = world.text) {
  const file = join(world.dir, 'holystone.yaml');
  await writeFile(file, text);
  return commandAt(world.clock, [command, ...args, '-c', file]);
}

describe('holystone release', () => {
  test('L12 without a namespace lists all resources in quarantine, and the plan for each', async () => {
    const [id = ''] = await disabled(1);
    const covered = await run('release');
    expect(covered).toMatchObject({ code: 0, stdout: expect.stringContaining(`  ${id}\n`) });
    expect(covered.stdout).toContain('deletes the others when their quarantine ends');
    await world.configure(LEFT);
    expect((await run('release')).stdout).toContain('no entry of cleanup covers them any more');
  });

  test('L12 without --yes lists the resources, and changes nothing', async () => {
    const [id = ''] = await disabled(1);
    const writes = world.writes();
    expect(await run('release', [IMAGES])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`${id} {2}since 2.*Nothing changed; --yes releases 1 resource`, 's')),
    });
    expect(world.writes()).toEqual(writes);
  });

  test('L12 with --yes enables the named resources, counts a use, and writes the audit log', async () => {
    const [id = '', other = ''] = await disabled(2);
    expect(await run('release', [IMAGES, id, '--yes', '--as', 'olga'])).toMatchObject({ code: 0 });
    expect([id, other].map(stateOf)).toEqual(['available', 'disabled']);
    const history = await world.wired.deps.audit.history(IMAGES, id);
    expect(history.at(-1)).toMatchObject({ event: 'unmarked', actor: 'olga' });
    await world.pass('mark');
    expect((await world.marks()).map((mark) => mark.id)).toEqual([other]);
  });

  test('L12 where no entry covers it and Redis has forgotten it, it is found by its tag', async () => {
    const [id = ''] = await disabled(1);
    await world.redis.flush();
    await world.configure(LEFT);
    expect(await run('release', [IMAGES, '--yes'])).toMatchObject({ code: 0 });
    expect(stateOf(id)).toBe('available');
  });

  test('L12 it cannot be enabled → exit 3, and why', async () => {
    const [id = ''] = await disabled(1);
    world.deny('ec2:EnableImage');
    const { code, stdout, stderr } = await run('release', [IMAGES, '--yes']);
    expect({ code, stdout }).toMatchObject({ code: 3, stdout: expect.stringContaining('0 of 1 resource released') });
    expect(stderr).toContain('ec2:EnableImage');
    expect(stateOf(id)).toBe('disabled');
  });

  test('L31 in dry run the command writes nothing, and says why', async () => {
    const [id = ''] = await disabled(1);
    const dry = world.text.replace('dryRun: false', 'dryRun: true');
    expect(await run('release', [IMAGES, '--yes'], dry)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('Holystone writes nothing there, because dryRun is not false'),
    });
    expect(stateOf(id)).toBe('disabled');
  });

  test('an id without our tag, a type without a quarantine, an account that is not configured → exit 2', async () => {
    await disabled(1);
    const [other = ''] = world.addImages(1);
    expect((await run('release', [IMAGES, other, '--yes'])).code).toBe(2);
    expect((await run('release', ['aws:test:us-east-1:launchTemplate'])).stderr).toContain(
      'cache, dbCluster, dbInstance, fargateService, fileSystem, image, instance, logGroup, table, volume',
    );
    expect((await run('release', ['aws:gone:us-east-1:image'])).stderr).toContain('"gone" is not in');
    expect((await run('release', ['--yes'])).code).toBe(2);
  });
});

describe('resources that the configuration leaves in quarantine', () => {
  const accountGone = () => world.text.replaceAll('name: test,', 'name: renamed,').replaceAll('[test]', '[renamed]');

  test.each([
    ['validate', []],
    ['plan', ['--format', 'json']],
  ] as const)('L12 `%s` warns of it by name when its account is not configured any more', async (command, args) => {
    const [id = ''] = await disabled(1);
    const { stderr } = await run(command, args, accountGone());
    expect(stderr).toContain(`warning: 1 resource of ${IMAGES} is in quarantine (${id}); the account "test" is not in`);
  });

  test('L12 `validate` does not name resources that an entry still covers', async () => {
    await disabled(1);
    const { code, stderr } = await run('validate');
    expect(code).toBe(0);
    expect(stderr).not.toContain('quarantine');
  });

  test('L12 `validate` warns when the entry is there and not live', async () => {
    await disabled(1);
    const { stderr } = await run('validate', [], world.text.replace('live: true', 'live: false'));
    expect(stderr).toContain('it neither releases nor deletes them');
  });
});
