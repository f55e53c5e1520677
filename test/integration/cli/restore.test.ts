import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { definitionFolder, definitionName } from '../../../src/core/resource/definition.ts';
import { DAY, HERE, IMAGES, worldForAll } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';

const world = worldForAll();
beforeEach(async () => {
  await rm(join(world.dir, 'definitions'), { recursive: true, force: true });
  await world.reset();
  world.sandbox.control.setRecycleBin(HERE, { images: 30 });
});

/** An image that Holystone deleted. */
async function deleted(): Promise<string> {
  const [id = ''] = world.addImages(1);
  await world.untilDue();
  await world.pass('delete');
  expect(there(id)).toBe(false);
  return id;
}

const there = (id: string) => world.sandbox.control.state(HERE).images.some(({ ImageId }) => ImageId === id);

async function run(args: readonly string[], text = world.text) {
  const file = join(world.dir, 'holystone.yaml');
  await writeFile(file, text);
  return commandAt(world.clock, ['restore', ...args, '--as', 'olga', '-c', file]);
}

describe('holystone restore', () => {
  test('A11 without --yes prints the plan, and changes nothing', async () => {
    const id = await deleted();
    const writes = world.writes();
    const { code, stdout } = await run([IMAGES, id]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/would restore .* \(possible until .*Recycle Bin\n.*Nothing changed/s),
    });
    expect(world.writes()).toEqual(writes);
    expect(there(id)).toBe(false);
    expect((await world.wired.deps.audit.history(IMAGES, id)).at(-1)?.event).toBe('deleted');
  });

  test('A11 with --yes brings it back, keeps it for a while, and is on record', async () => {
    const id = await deleted();
    const { code, stdout } = await run([IMAGES, id, '--yes']);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('was restored') });
    expect(there(id)).toBe(true);
    const history = await world.wired.deps.audit.history(IMAGES, id);
    expect(history.slice(-3).map(({ event, actor }) => `${event} by ${actor}`)).toEqual([
      'restoring by olga',
      'optedOut by olga',
      'restored by olga',
    ]);
    expect(history.at(-1)?.requestId).toMatch(/./);
    await world.pass('mark');
    expect(await world.marks()).toEqual([]);
    await world.protect();
    const image = world.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
    expect(image?.Tags).toContainEqual({ Key: 'holystone:keep', Value: expect.stringMatching(/^2\d{3}-/) });
    world.clock.advance(31 * DAY);
    await world.pass('mark');
    expect(await world.marks()).toHaveLength(1);
  });

  test('A11 `restore.keepFor` says for how long', async () => {
    const id = await deleted();
    await run([IMAGES, id, '--yes'], `${world.text}\nrestore: { keepFor: 2d }\n`);
    world.clock.advance(3 * DAY);
    await world.pass('mark');
    expect((await world.marks()).map((mark) => mark.id)).toEqual([id]);
  });

  test('A11 it is kept before it is there: a survey in between does not mark it', async () => {
    const id = await deleted();
    world.sandbox.control.addFault({ kind: 'drop', operation: 'RestoreImageFromRecycleBin', times: 1 });
    const broken = await run([IMAGES, id, '--yes']);
    expect(broken).toMatchObject({ code: 3, stdout: expect.stringContaining('run it again') });
    expect((await world.wired.deps.optOuts.list(IMAGES)).map(({ target }) => target.value)).toEqual([id]);
    expect((await world.wired.deps.audit.history(IMAGES, id)).at(-1)?.event).toBe('notRestored');
    expect(await run([IMAGES, id, '--yes'])).toMatchObject({ code: 0 });
    expect(there(id)).toBe(true);
  });

  test('L36 in dry run nothing is restored, and the commands are printed', async () => {
    const id = await deleted();
    const dry = world.text.replace('dryRun: false', 'dryRun: true');
    const writes = world.writes();
    expect(await run([IMAGES, id, '--yes'], dry)).toMatchObject({
      code: 3,
      stdout: expect.stringMatching(/Holystone writes nothing there.*aws ec2 restore-image-from-recycle-bin/s),
    });
    expect(world.writes()).toEqual(writes);
    expect(there(id)).toBe(false);
  });

  test('A11 a resource that left the Recycle Bin is reported with the date', async () => {
    world.sandbox.control.setRecycleBin(HERE, {});
    const id = await deleted();
    const entry = { at: world.clock.now(), namespace: IMAGES, id, event: 'deleted', actor: 'holystone' } as const;
    await world.wired.deps.audit.record({ ...entry, restorableUntil: world.clock.now() - DAY });
    expect(await run([IMAGES, id, '--yes'])).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(new Date(world.clock.now() - DAY).toISOString()),
    });
  });

  test('A11 no definition, or a broken one → an error that says so', async () => {
    expect(await run([IMAGES, 'ami-0abc12345def67890'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('no saved definition for ami-0abc12345def67890'),
    });
    const id = await deleted();
    const folder = join(world.dir, 'definitions', definitionFolder(IMAGES));
    for (const name of await readdir(folder)) await writeFile(join(folder, name), '{');
    expect(await run([IMAGES, id, '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/warning: .* is unusable.*the saved definitions are unusable/s),
    });
    expect(there(id)).toBe(false);
  });

  test('A11 without an id the definitions are listed; `--generation` selects an existing one only', async () => {
    const id = await deleted();
    const listed = await run([IMAGES]);
    const [, generation = ''] = /^\d{4}-\d\d-\d\d {2}([0-9a-f]{16}) {2}ami-/.exec(listed.stdout) ?? [];
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining(id) });
    expect(await run([IMAGES, id, '--generation', generation])).toMatchObject({ code: 0 });
    expect(await run([IMAGES, id, '--generation', '0000000000000000'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(generation),
    });
  });

  test('`--format json` is one document', async () => {
    const id = await deleted();
    const { stdout } = await run([IMAGES, id, '--format', 'json']);
    expect(JSON.parse(stdout)).toMatchObject({ namespace: IMAGES, id, kind: 'ready', steps: [expect.any(Object)] });
  });
});

const KEYS = 'signing: { keys: [{ id: k1, secret: "k1-56789abcdef0123456789abcdef0123" }] }';
const folder = () => join(world.dir, 'definitions', definitionFolder(IMAGES));

/** Changes the only definition, in a place that the checksum in its name does not cover. */
async function alter(): Promise<void> {
  const [name = ''] = await readdir(folder());
  const text = await readFile(join(folder(), name), 'utf8');
  await writeFile(join(folder(), name), text.replace(/"reasons": \[[^\]]*\]/, '"reasons": ["because"]'));
}

describe('holystone restore with a key of signing.keys', () => {
  test('A11 brings back a resource from the definition that its own deletion stored', async () => {
    await world.configure({ top: KEYS });
    const id = await deleted();
    expect(await run([IMAGES, id, '--yes'])).toMatchObject({ code: 0 });
    expect(there(id)).toBe(true);
  });

  test('A11 refuses a definition that fails its keyed checksum, --unsigned or not, and names it, its place, and the way out', async () => {
    await world.configure({ top: KEYS });
    const id = await deleted();
    await alter();
    const writes = world.writes();
    for (const more of [[], ['--yes'], ['--yes', '--unsigned']]) {
      expect(await run([IMAGES, id, ...more])).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(
          /was not restored: \/.*\.json has a wrong keyed checksum: .*signing\.keys.*backup.*--generation/,
        ),
      });
    }
    expect(world.writes()).toEqual(writes);
  });

  test('A11 refuses a definition without a keyed checksum unless --unsigned is given', async () => {
    const id = await deleted();
    const text = `${world.text}\n${KEYS}\n`;
    for (const more of [[], ['--yes']]) {
      expect(await run([IMAGES, id, ...more], text)).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(/was not restored: \/.*\.json has no keyed checksum, .*--unsigned/),
      });
    }
    expect(there(id)).toBe(false);
    expect(await run([IMAGES, id, '--yes', '--unsigned'], text)).toMatchObject({ code: 0 });
    expect(there(id)).toBe(true);
  });

  test('A11 a newer definition by somebody without the key is reported; `--generation` selects the signed one', async () => {
    await world.configure({ top: KEYS });
    const id = await deleted();
    const [name = ''] = await readdir(folder());
    const [, generation = ''] = /~([0-9a-f]{16})\.json$/.exec(name) ?? [];
    const { mac: _, ...forged } = JSON.parse(await readFile(join(folder(), name), 'utf8'));
    forged.at += DAY;
    await writeFile(join(folder(), definitionName(forged)), JSON.stringify(forged));
    expect(await run([IMAGES, id, '--yes'])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(new RegExp(`Z {2}no keyed checksum\n.*${generation} .*Z\n`)),
    });
    expect(await run([IMAGES, id, '--yes', '--generation', generation])).toMatchObject({ code: 0 });
    expect(there(id)).toBe(true);
  });
});
