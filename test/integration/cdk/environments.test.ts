/** Two bootstrapped environments in one region: docs/behaviour/cdk.md. The same build is often deployed to both. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { afterCheck, beforeMarks } from '../../support/afterCheck.ts';
import { DAY, HERE, HOUR, namespaceOf, World } from '../../support/awsWorld.ts';
import { bootstrap, hashOf, versionPath } from '../../support/cdkEnvironment.ts';
import { keyOf } from '../../support/cdkWorld.ts';

const FILES = namespaceOf('cdkS3Asset');
const IMAGES = namespaceOf('cdkEcrImage');
const STACKS = { usual: 'CDKToolkit', team: 'TeamToolkit' } as const;
const NO_STOP =
  'retention: 10d, unownedRetention: 10d, tripwires: { newMarks: 5000, markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
const entry = (type: string, stackName?: string, more = '') =>
  `{ type: ${type}, accounts: [test], live: true, notice: off, unusedFor: off, when: [{ rule: unused }]${stackName ? `, bootstrap: { stackName: ${stackName} }` : ''}${more || ', minimumAge: 1d'} }`;
const options = (...entries: readonly string[]) => ({ cleanup: `[${entries.join(', ')}]`, defaults: NO_STOP });
const both = (type = 'cdkS3Asset') => options(entry(type), entry(type, STACKS.team));

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(() => world.reset(both()));

/** Both environments; each has the files `old` and `used`, and a stack in the second one names `used`. */
function environments() {
  const { control } = world.sandbox;
  const usual = bootstrap(control, HERE);
  const team = bootstrap(control, HERE, { stackName: STACKS.team, qualifier: 'team1' });
  const lastModified = new Date(world.clock.now() - 100 * DAY);
  for (const { bucket } of [usual, team]) {
    control.addObjects(
      bucket,
      ['old', 'used'].map((name) => ({ key: keyOf(name), lastModified })),
    );
  }
  const template = JSON.stringify({
    Resources: {
      F: { Type: 'AWS::Lambda::Function', Properties: { Code: { S3Bucket: team.bucket, S3Key: keyOf('used') } } },
    },
    Parameters: { BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: versionPath('team1') } },
  });
  control.addStacks(HERE, [{ name: 'shop', template }]);
  const left = ({ bucket }: { readonly bucket: string }) => Object.keys(control.objects(bucket)).sort();
  return { usual, team, left: () => ({ usual: left(usual), team: left(team) }) };
}

async function marked(namespace = FILES): Promise<readonly string[]> {
  await world.pass('mark', namespace);
  return (await world.marks(namespace)).map(({ id }) => id).sort();
}

async function keep(id: string, kind: 'id' | 'pattern' = 'id'): Promise<void> {
  const said = { at: world.clock.now(), actor: 'ann@example.com', until: 'forever' } as const;
  await world.wired.deps.optOuts.optOut(FILES, { target: { kind, value: id }, ...said });
}

async function deleted(): Promise<void> {
  world.clock.advance(10 * DAY + HOUR);
  await world.pass('delete', FILES);
}

test('K20 an entry for each environment judges its files, and a stack keeps those of its own environment', async () => {
  const { left } = environments();
  expect(await marked()).toEqual([`TeamToolkit/${keyOf('old')}`, keyOf('old'), keyOf('used')].sort());
  expect((await world.marks(FILES)).map(({ id, entry: words }) => [id, words]).sort()).toContainEqual([
    `TeamToolkit/${keyOf('old')}`,
    'bootstrap TeamToolkit',
  ]);
  await deleted();
  expect(left()).toEqual({ usual: [], team: [keyOf('used')] });
});

test('K20 a failed request about one bucket says nothing about the files of the other', async () => {
  const { usual, left } = environments();
  await marked();
  world.sandbox.control.addFault({
    ...{ kind: 'error', operation: 'DeleteObjects', containing: usual.bucket },
    ...{ code: 'AccessDenied', status: 403 },
  });
  await deleted();
  expect(left()).toEqual({ usual: [keyOf('old'), keyOf('used')].sort(), team: [keyOf('used')] });
  expect((await world.marks(FILES)).map(({ id, state }) => [id, state])).toEqual([
    [keyOf('old'), 'marked'],
    [keyOf('used'), 'marked'],
  ]);
});

test('K20 two entries judge by their own settings', async () => {
  await world.configure(options(entry('cdkS3Asset'), entry('cdkS3Asset', STACKS.team, ', minimumAge: 3650d')));
  environments();
  expect(await marked()).toEqual([keyOf('old'), keyOf('used')].sort());
});

test('K21 a keep that was given while the region had one entry holds for both environments', async () => {
  await world.configure(options(entry('cdkS3Asset', STACKS.team)));
  const { left } = environments();
  expect(await marked()).toEqual([keyOf('old')]);
  await keep(keyOf('old'));
  await world.configure(both());
  expect(await marked()).toEqual([keyOf('used')]);
  await deleted();
  expect(left().team).toEqual([keyOf('old'), keyOf('used')].sort());
});

test.each(['id', 'pattern'] as const)(
  'K21 a keep by its %s of two environments holds when one entry is left',
  async (kind) => {
    environments();
    expect(await marked()).toContain(`TeamToolkit/${keyOf('old')}`);
    await keep(kind === 'id' ? `TeamToolkit/${keyOf('old')}` : 'TeamToolkit/*', kind);
    await world.configure(options(entry('cdkS3Asset', STACKS.team)));
    expect(await marked()).toEqual([]);
  },
);

test('K21 an id in `keep` of the file holds when an entry was added', async () => {
  environments();
  const kept = `, minimumAge: 1d, keep: [{ id: "${keyOf('old')}" }]`;
  await world.configure(options(entry('cdkS3Asset', undefined, kept), entry('cdkS3Asset', STACKS.team, kept)));
  expect(await marked()).toEqual([keyOf('used')]);
});

test.each([
  ['id', `CDKToolkit/${keyOf('old')}`],
  ['pattern', 'CDKToolkit/*'],
] as const)(
  'K21 a keep that arrives after the check of a file holds, by its other id too (%s)',
  async (kind, value) => {
    const { left } = environments();
    await marked();
    world.clock.advance(10 * DAY + HOUR);
    await world.configure({ ...both(), swap: afterCheck(() => keep(value, kind)) });
    await world.pass('delete', FILES);
    expect(left().usual).toContain(keyOf('old'));
  },
);

test.each([
  ['id', `CDKToolkit/${keyOf('old')}`],
  ['pattern', 'CDKToolkit/*'],
] as const)(
  'K21 a keep that arrives during the survey refuses the new mark, by its other id too (%s)',
  async (kind, value) => {
    environments();
    await world.configure({ ...both(), swap: beforeMarks(() => keep(value, kind)) });
    expect(await marked()).not.toContain(keyOf('old'));
  },
);

test('K21 no notice goes out about a file that was kept by its other id after its mark', async () => {
  await world.reset({ ...both(), cleanup: both().cleanup.replaceAll(', notice: off', '') });
  environments();
  await marked();
  await keep(`CDKToolkit/${keyOf('old')}`);
  await world.notify(FILES);
  const told = (await world.marks(FILES)).map(({ id, notice }) => [id, notice !== undefined]);
  expect(told.sort()).toEqual(
    [
      [`TeamToolkit/${keyOf('old')}`, true],
      [keyOf('old'), false],
      [keyOf('used'), true],
    ].sort(),
  );
});

test('K20 law 4 two bootstrap stacks that name one bucket are refused, and nothing of it is deleted', async () => {
  const { control } = world.sandbox;
  const { bucket, repository } = bootstrap(control, HERE);
  const outputs = { BucketName: bucket, ImageRepositoryName: repository, BootstrapVersion: '27' };
  control.addObjects(bucket, [{ key: keyOf('old'), lastModified: new Date(world.clock.now() - 100 * DAY) }]);
  const code = { S3Bucket: bucket, S3Key: keyOf('used') };
  const template = JSON.stringify({ Resources: { F: { Type: 'AWS::Lambda::Function', Properties: { Code: code } } } });
  control.addStacks(HERE, [{ name: 'shop', template }]);
  await world.configure(options(entry('cdkS3Asset')));
  expect(await marked()).toEqual([keyOf('old')]);
  control.addStacks(HERE, [{ name: STACKS.team, parameters: { Qualifier: 'team1' }, outputs }]);
  await world.configure(both());
  expect((await world.pass('mark', FILES)).problem).toContain('CDKToolkit and TeamToolkit in');
  await deleted();
  expect(Object.keys(control.objects(bucket))).toEqual([keyOf('old')]);
});

test('K21 an entry that judges by ids judges the same files when another environment gets an entry', async () => {
  const byId = (more: string) => entry('cdkS3Asset', STACKS.team, more);
  const team = [
    byId(`, match: { id: "${keyOf('old')}" }, minimumAge: 3650d`),
    byId(', match: { id: "*" }, minimumAge: 1d'),
  ];
  environments();
  await world.configure(options(...team));
  expect(await marked()).toEqual([]);
  await world.configure(options(...team, entry('cdkS3Asset')));
  expect(await marked()).toEqual([keyOf('old'), keyOf('used')].sort());
});

test.each(['mark', 'delete'] as const)(
  'K21 law 2 a file whose environment lost its entry is not gone: its mark ends in the %s pass',
  async (action) => {
    const { left } = environments();
    const id = `TeamToolkit/${keyOf('old')}`;
    expect(await marked()).toContain(id);
    world.clock.advance(10 * DAY + HOUR);
    await world.configure(options(entry('cdkS3Asset')));
    await world.pass(action, FILES);
    expect(left().team).toEqual([keyOf('old'), keyOf('used')].sort());
    expect(world.events(id)).toEqual(['marked', 'unmarked']);
  },
);

test('K21 a mark of the only entry ends when its file gets another id, and nothing is deleted by it', async () => {
  await world.configure(options(entry('cdkS3Asset', STACKS.team)));
  const { left } = environments();
  expect(await marked()).toEqual([keyOf('old')]);
  world.clock.advance(10 * DAY + HOUR);
  await world.configure(both());
  await world.pass('delete', FILES);
  expect(left()).toEqual({ usual: [keyOf('old'), keyOf('used')].sort(), team: [keyOf('old'), keyOf('used')].sort() });
});

test('K20 images of both repositories are judged, each in its own; an index goes before its parts', async () => {
  await world.reset(both('cdkEcrImage'));
  const { control } = world.sandbox;
  const usual = bootstrap(control, HERE);
  const team = bootstrap(control, HERE, { stackName: STACKS.team, qualifier: 'team1' });
  const pushedAt = new Date(world.clock.now() - 100 * DAY);
  const push = (repository: string, tag: string, children?: readonly string[]) => {
    control.addEcrTags(HERE, [{ repository, tag, salt: tag, pushedAt, ...(children ? { children } : {}) }]);
    return control.state(HERE).ecrTags.findLast((one) => one.tag === tag)?.digest ?? '';
  };
  const part = push(team.repository, hashOf('part'));
  const same = push(usual.repository, hashOf('part'));
  const index = push(team.repository, hashOf('index'), [part]);
  expect(same).toBe(part);
  expect(await marked(IMAGES)).toEqual([part, `TeamToolkit/${part}`, `TeamToolkit/${index}`].sort());
  for (let pass = 0; pass < 3; pass++) {
    world.clock.advance(10 * DAY + HOUR);
    await world.pass('mark', IMAGES);
    await world.pass('delete', IMAGES);
  }
  expect(control.state(HERE).ecrTags).toEqual([]);
});

test('K20 while the bootstrap stack of one entry is missing, nothing of the region is judged, and it is said', async () => {
  environments();
  world.sandbox.control.remove(HERE, 'stack', STACKS.team);
  expect(await marked()).toEqual([]);
  expect((await world.pass('mark', FILES)).problem).toContain('has no stack TeamToolkit');
});
