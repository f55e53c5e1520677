import { describe, expect, test } from '@jest/globals';
import { launchTemplateVersion } from '../../../src/handlers/aws/types/launchTemplateVersion/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, HERE, openGate, scopeOf } from './fixture.ts';

const scope = scopeOf(launchTemplateVersion.parameters.parse({}));
const DATA = [1, 2, 3, 4].map((size) => ({ ImageId: `ami-0000000000000000${size}`, KeyName: `key-${size}` }));
const aws = awsForEach();

const open = (io?: Partial<Io>) => launchTemplateVersion.open(scope, aws.io(io));
/** Version 1 is default, version 4 the latest. */
const seed = (more: object = {}): string =>
  aws.control.addLaunchTemplates(HERE, [
    { LaunchTemplateName: 'web', versions: DATA, tags: { team: 'a' }, ...more },
  ])[0] ?? '';
const read = async (id: string) => (await open().get([id])).get(id);
const found = async (id: string) => {
  const answer = await read(id);
  if (answer?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(answer)}`);
  return answer.resource;
};
const remove = async (id: string, before?: () => unknown) => {
  const version = await found(id);
  before?.();
  return (await open({ permit: openGate() }).delete([version])).get(id);
};
const deletes = () => aws.operations().filter((operation) => operation === 'DeleteLaunchTemplateVersions');
const currentOf = (
  versions: readonly { readonly id: string; readonly defaultVersion: boolean; readonly latestVersion: boolean }[],
) =>
  versions.flatMap(({ id, defaultVersion, latestVersion }) =>
    defaultVersion || latestVersion
      ? [`${id.split(':')[1]}${defaultVersion ? ' default' : ''}${latestVersion ? ' latest' : ''}`]
      : [],
  );

describe('Law 2 what goes with a template', () => {
  const parts = async (id: string, io?: Partial<Io>) =>
    (await open(io).getParts?.([1, 2, 3, 4].map((number) => `${id}:${number}`))) ?? new Map();
  const kinds = async (id: string, io?: Partial<Io>) =>
    [...(await parts(id, io)).values()].map(({ kind }) => kind as string);

  test('is not gone because the listing of its versions lacks one', async () => {
    const id = seed();
    aws.control.addFault({
      ...{ kind: 'leaveOut', operation: 'DescribeLaunchTemplateVersions', times: 1 },
      message: '"VersionNumber":2',
    });
    expect(await kinds(id)).toEqual(['found', 'found', 'found', 'found']);
  });

  test('is gone where a read by its number says so', async () => {
    const id = seed();
    aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [2, 3] });
    expect(await kinds(id)).toEqual(['found', 'gone', 'gone', 'found']);
  });

  test('is unknown where that read fails', async () => {
    const id = seed();
    aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [2] });
    const refused = { code: 'IncorrectState', status: 400, containing: '"2"' } as const;
    aws.control.addFault({ kind: 'error', operation: 'DescribeLaunchTemplateVersions', ...refused });
    expect(await kinds(id)).toEqual(['found', 'unknown', 'found', 'found']);
  });

  test('is asked about by number once, where versions that are older than a day were made after it', async () => {
    const id = seed({ CreateTime: '2026-01-01T00:00:00.000Z' });
    aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [2, 3] });
    const facts = new Map<string, string>();
    const learnt = {
      get: async (key: string) => facts.get(key),
      put: async (key: string, fact: string) => void facts.set(key, fact),
      forget: async (key: string) => void facts.delete(key),
    };
    await kinds(id, { learnt });
    const before = aws.operations().length;
    expect(await kinds(id, { learnt })).toEqual(['found', 'gone', 'gone', 'found']);
    expect(aws.operations().length - before).toBeLessThan(before);
    expect([...facts.values()]).toEqual(['[2,3]']);
  });
});

describe('list and get', () => {
  test('A27 every version is listed with the tags of its template, and one by id with its definition', async () => {
    const id = seed();
    const listed = await collect(open().list());
    expect(listed.map((one) => one.id).toSorted()).toEqual([1, 2, 3, 4].map((number) => `${id}:${number}`));
    expect(listed[0]).toMatchObject({ tags: { team: 'a' }, group: id, templateId: id });
    expect(currentOf(listed).toSorted()).toEqual(['1 default', '4 latest']);
    expect(launchTemplateVersion.definition(await found(`${id}:2`))).toMatchObject({
      template: { LaunchTemplateId: id },
      version: { VersionNumber: 2, LaunchTemplateData: DATA[1] },
    });
  });

  test.each([1, 12])(
    'A27 of %i templates the latest version was deleted → the one before it is the latest',
    async (count) => {
      const ids = Array.from({ length: count }, (_, index) => seed({ LaunchTemplateName: `t${index}` }));
      for (const id of ids) aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [4] });
      const listed = await collect(open().list());
      expect(new Set(currentOf(listed))).toEqual(new Set(['1 default', '3 latest']));
      expect((await found(`${ids[0]}:3`)).latestVersion).toBe(true);
    },
  );

  test('Law 2 a version, and all of a template that is gone, are gone by id; a text that is no id is unknown', async () => {
    const id = seed();
    const other = seed({ LaunchTemplateName: 'other' });
    aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [2] });
    aws.control.remove(HERE, 'launchTemplate', other);
    const ids = [`${id}:1`, `${id}:2`, `${other}:1`, 'web:3'];
    const reads = await open().get(ids);
    expect(ids.map((one) => reads.get(one)?.kind)).toEqual(['found', 'gone', 'gone', 'unknown']);
  });

  test('Law 2 the listing of the templates that are asked for says which of their versions are left', async () => {
    const id = seed();
    seed({ LaunchTemplateName: 'never asked for' });
    const gone = seed({ LaunchTemplateName: 'other' });
    aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [2] });
    aws.control.remove(HERE, 'launchTemplate', gone);
    const ids = [`${id}:1`, `${id}:2`, `${gone}:1`, 'web:3'];
    const reads = await open().getParts?.(ids);
    expect(ids.map((one) => reads?.get(one)?.kind)).toEqual(['found', 'gone', 'gone', 'unknown']);
    expect(aws.operations().filter((operation) => operation === 'DescribeLaunchTemplateVersions')).toHaveLength(2);
  });

  test('Law 1 a listing without a version that must exist says of none that it is gone', async () => {
    const id = seed({ DefaultVersionNumber: 1 });
    aws.control.update(HERE, 'launchTemplate', id, { DefaultVersionNumber: 9 });
    await expect(open().getParts?.([`${id}:7`])).rejects.toThrow('version 9 exists and was not in the answer');
  });

  test('Law 2 what AWS says of $Latest is no answer about the version', async () => {
    const id = seed();
    const version = await found(`${id}:2`);
    const code = 'InvalidLaunchTemplateId.VersionNotFound';
    const operation = 'DescribeLaunchTemplateVersions';
    aws.control.addFault({ kind: 'error', operation, code, status: 400, containing: '$Latest' });
    const answer = await open()
      .get([version.id])
      .catch((error: unknown) => error);
    expect(answer).not.toEqual(new Map([[version.id, { kind: 'gone' }]]));
  });
});

describe('delete', () => {
  test.each([
    ['default', { DefaultVersionNumber: 2 }],
    ['latest', { LatestVersionNumber: 2 }],
  ])('A27 a version that became the %s one since its check is not deleted', async (word, patch) => {
    const id = seed();
    const outcome = await remove(`${id}:2`, () => aws.control.update(HERE, 'launchTemplate', id, patch));
    expect(outcome).toEqual({ kind: 'refused', reason: `it is the ${word} version of its launch template now` });
    expect(deletes()).toEqual([]);
  });

  test('A27 later versions went since the check → what is latest now is not deleted', async () => {
    const id = seed();
    const gone = () => aws.control.update(HERE, 'launchTemplate', id, { versionsGone: [3, 4] });
    expect(await remove(`${id}:2`, gone)).toMatchObject({ kind: 'refused' });
    expect(deletes()).toEqual([]);
  });

  test('A27 the read before the request fails → no request, and another try', async () => {
    const id = seed();
    const fails = () => aws.control.addFault({ kind: 'drop', operation: 'DescribeLaunchTemplateVersions' });
    expect(await remove(`${id}:2`, fails)).toMatchObject({ kind: 'retry', request: 'unsent' });
    expect(deletes()).toEqual([]);
  });

  test('A27 only the version goes: its template and the others stay', async () => {
    const id = seed();
    expect(await remove(`${id}:2`)).toMatchObject({ kind: 'deleted' });
    expect((await collect(open().list())).map((one) => one.versionNumber).toSorted()).toEqual([1, 3, 4]);
  });
});

describe('restore', () => {
  const restored = async (id: string) => {
    const version = await found(id);
    await remove(id);
    const stored = {
      id,
      identity: version.identity,
      at: Date.now() + 60_000,
      definition: JSON.parse(JSON.stringify(launchTemplateVersion.definition(version))),
    };
    aws.control.advanceClock(120_000);
    const settings = { ...account.settings, restoreRole: `arn:aws:iam::${account.id}:role/restorer` };
    const session = launchTemplateVersion.open(
      { ...scope, account: { ...account, settings } },
      aws.io({ mayRestore: true }),
    );
    return () => session.restore?.(stored as never, undefined) ?? Promise.reject(new Error('none'));
  };

  test('A27 its data comes back as the latest version, under a new number, and the plan says so', async () => {
    const id = seed();
    const plan = await (await restored(`${id}:2`))();
    if (plan.kind !== 'ready') throw new Error(JSON.stringify(plan));
    expect(plan.steps[0]?.says).toContain('under a new number: what launches from $Latest launches from it then');
    expect(await plan.run()).toMatchObject({ kind: 'restored', id: `${id}:5` });
    expect(await found(`${id}:5`)).toMatchObject({ latestVersion: true, imageId: DATA[1]?.ImageId });
    expect((await read(`${id}:2`))?.kind).toBe('gone');
  });

  const creations = () =>
    aws.control.calls({ operation: 'CreateLaunchTemplateVersion' }).filter(({ input }) => !input.DryRun);

  /** The latest version stays: it needs one after it. */
  const another = async (id: string) => {
    const plan = await (await restored(`${id}:3`))();
    if (plan.kind !== 'ready') throw new Error(JSON.stringify(plan));
    await plan.run();
  };

  test('A204 a second run finds the version that the first one made, and makes none', async () => {
    const id = seed();
    const plan = await restored(`${id}:2`);
    const first = await plan();
    if (first.kind !== 'ready') throw new Error(JSON.stringify(first));
    await first.run();
    expect(await plan()).toEqual({ kind: 'restored', id: `${id}:5`, afterwards: [] });
    expect(creations()).toHaveLength(1);
  });

  test('A204 what the first one made is gone → another one is made; a version of the same data from before is none of it', async () => {
    const id = seed({ versions: [...DATA, DATA[1], DATA[3]] });
    const plan = await restored(`${id}:2`);
    const first = await plan();
    if (first.kind !== 'ready') throw new Error(JSON.stringify(first));
    expect(await first.run()).toMatchObject({ kind: 'restored', id: `${id}:7` });
    await another(id);
    await remove(`${id}:7`);
    const second = await plan();
    if (second.kind !== 'ready') throw new Error(JSON.stringify(second));
    expect(await second.run()).toMatchObject({ kind: 'restored' });
    expect(new Set(creations().map(({ input }) => input.ClientToken)).size).toBe(creations().length);
  });

  test('A204 Law 12 AWS answers the token with what is gone → it is said, with a command without the token', async () => {
    const id = seed();
    const plan = await restored(`${id}:2`);
    const [first, second] = [await plan(), await plan()];
    if (first.kind !== 'ready' || second.kind !== 'ready') throw new Error('neither is ready');
    await first.run();
    await another(id);
    await remove(`${id}:5`);
    const outcome = await second.run();
    expect(outcome).toMatchObject({ kind: 'byHand', why: expect.stringContaining(`AWS answered with ${id}:5`) });
    expect(JSON.stringify(outcome)).not.toContain('ClientToken');
  });

  test('A27 its template is gone → the plan refuses, and says what to restore', async () => {
    const id = seed();
    const again = await restored(`${id}:2`);
    aws.control.remove(HERE, 'launchTemplate', id);
    expect(await again()).toMatchObject({ kind: 'refused', why: expect.stringContaining('restore that one') });
  });
});
