import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  type DefinitionStore,
  definitionFolder,
  definitionName,
  type StoredDefinition,
} from '../../../src/core/resource/definition.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { KeyedSeal, NO_SEAL, type Seal } from '../../../src/core/resource/seal.ts';
import { S3DefinitionStore } from '../../../src/handlers/aws/definitions/s3Definitions.ts';
import { FileDefinitionStore } from '../../../src/state/files/fileDefinitions.ts';
import { HERE, ID, OTHER_ID, startAws, type TestAws, THERE } from '../handlers/fixture.ts';

const NAMESPACE = namespaceOf({
  provider: 'aws',
  account: 'test',
  location: 'us-east-1',
  resourceType: 'autoScalingGroup',
});
const OTHER = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
const DAY = 86_400_000;
const AT = Date.UTC(2026, 10, 20, 12);

const BUCKET = 'acme-definitions';
const PREFIX = 'holystone/';
const settings = { bucket: BUCKET, prefix: PREFIX, region: HERE.region };

let aws: TestAws;
let base: string;
let dir: string;
let buckets = 0;
const opened: { destroy(): void }[] = [];
beforeAll(async () => {
  aws = await startAws();
  base = await mkdtemp(join(tmpdir(), 'holystone-definitions-'));
});
afterAll(async () => {
  for (const store of opened) store.destroy();
  await aws.close();
  await rm(base, { recursive: true, force: true });
});
beforeEach(async () => {
  dir = await mkdtemp(join(base, 'dir-'));
});

function bucket(change: Partial<ConstructorParameters<typeof S3DefinitionStore>[0]> = {}, seal = NO_SEAL) {
  const name = change.bucket ?? `${BUCKET}-${++buckets}`;
  if (change.bucket === undefined) aws.control.addBucket(HERE, name);
  const store = new S3DefinitionStore({ ...settings, bucket: name, ...change }, seal);
  opened.push(store);
  return { store, name };
}

function stored(id: string, change: Partial<StoredDefinition> = {}): StoredDefinition {
  return {
    namespace: NAMESPACE,
    id,
    identity: `arn:of:${id}`,
    at: AT,
    passId: 'pass-1',
    reasons: ['unused for 40 days'],
    definition: { AutoScalingGroupName: id, Tags: [{ Key: 'owner', Value: 'ann@example.com' }] },
    ...change,
  };
}

async function idsOf(store: DefinitionStore): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const page of store.list(NAMESPACE)) ids.push(...page.map(({ id }) => id));
  return ids.sort();
}

/** Changes that another writer makes to a stored definition. */
interface Place {
  readonly store: DefinitionStore;
  /** Another process that uses the same place. */
  with(seal: Seal): DefinitionStore;
  text(name: string): Promise<string>;
  names(): Promise<readonly string[]>;
  overwrite(name: string, text: string): Promise<void>;
}

const places: Readonly<Record<string, () => Place>> = {
  'a folder': () => {
    const folder = join(dir, definitionFolder(NAMESPACE));
    return {
      store: new FileDefinitionStore(dir),
      with: (seal) => new FileDefinitionStore(dir, seal),
      text: (name) => readFile(join(folder, name), 'utf8'),
      names: () => readdir(folder),
      overwrite: (name, text) => writeFile(join(folder, name), text),
    };
  },
  'a bucket': () => {
    const { store, name: inBucket } = bucket();
    const folder = `${PREFIX}${definitionFolder(NAMESPACE)}/`;
    return {
      store,
      with: (seal) => bucket({ bucket: inBucket }, seal).store,
      text: async (name) => aws.control.objects(inBucket)[folder + name]?.body ?? '',
      names: async () => Object.keys(aws.control.objects(inBucket)).map((key) => key.slice(folder.length)),
      overwrite: async (name, text) => aws.control.setObject(inBucket, folder + name, text),
    };
  },
};

const ODD = ['a/b/../c', 'Old:{v1}', 'old:{v1}', '..', '~', "it's 100% (ü) ☃", 'ami-0abc', 'x'.repeat(600)];

describe.each(Object.entries(places))('%s', (_, open) => {
  test('L52 a store reads its definitions again, for any id', async () => {
    const { store } = open();
    for (const id of ODD) await store.write(stored(id));
    for (const id of ODD) {
      const { generations, corrupt } = await store.read(NAMESPACE, id);
      expect({ corrupt, stored: generations.map((generation) => generation.stored) }).toEqual({
        corrupt: [],
        stored: [stored(id)],
      });
    }
    expect(await idsOf(store)).toEqual([...ODD].sort());
  });

  test('an empty store reads nothing and lists nothing', async () => {
    const { store } = open();
    expect(await store.read(NAMESPACE, 'web')).toEqual({ generations: [], corrupt: [] });
    expect(await idsOf(store)).toEqual([]);
  });

  test('of several generations of an id each is kept, and the newest comes first', async () => {
    const { store } = open();
    const later = stored('web', { at: AT + 3 * DAY, identity: 'arn:of:another web' });
    const changed = stored('web', { at: AT + DAY, definition: { AutoScalingGroupName: 'web', MaxSize: 3 } });
    for (const one of [changed, later, stored('web')]) await store.write(one);
    await store.write(stored('web', { namespace: OTHER }));
    const { generations } = await store.read(NAMESPACE, 'web');
    expect(generations.map((generation) => generation.stored)).toEqual([later, changed, stored('web')]);
    expect(new Set(generations.map(({ generation }) => generation)).size).toBe(3);
  });

  test('a delete that is tried again on the same day writes no second definition', async () => {
    const { store, names } = open();
    await store.write(stored('web'));
    await store.write(stored('web', { at: AT + 60_000, passId: 'pass-2' }));
    expect(await names()).toHaveLength(1);
  });

  test('an id that another begins with is another', async () => {
    const { store } = open();
    for (const id of ['web', 'web~2026-11-20', 'x'.repeat(200), 'x'.repeat(201)]) await store.write(stored(id));
    expect((await store.read(NAMESPACE, 'web')).generations).toHaveLength(1);
    expect((await store.read(NAMESPACE, 'x'.repeat(200))).generations).toHaveLength(1);
  });

  test.each([
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['changed', (text: string) => text.replace('ann@example.com', 'eve@example.com')],
    ['empty', () => ''],
    ['no definition', () => '{}'],
    ['nothing', () => 'null'],
  ])('A11 a definition that is %s is named as corrupt, and does not hide the others', async (_what, spoil) => {
    const { store, overwrite } = open();
    const [bad, good] = [stored('web'), stored('web', { at: AT + DAY })];
    await store.write(bad);
    await store.write(good);
    await overwrite(definitionName(bad), spoil(JSON.stringify(bad, undefined, 2)));
    const { generations, corrupt } = await store.read(NAMESPACE, 'web');
    expect(generations.map((generation) => generation.stored)).toEqual([good]);
    expect(corrupt).toEqual([
      { where: expect.stringContaining(definitionName(bad)), why: expect.stringMatching(/\S/) },
    ]);
  });

  test('a file of somebody else is no definition', async () => {
    const { store, overwrite } = open();
    await store.write(stored('web'));
    await overwrite('README.txt', 'hello');
    expect(await idsOf(store)).toEqual(['web']);
  });
});

const keyOf = (id: string) => ({ id, secret: `${id}-56789abcdef0123456789abcdef0123` });
const [K1, K2] = [new KeyedSeal([keyOf('k1')]), new KeyedSeal([keyOf('k2'), keyOf('k1')])];

async function checksOf(store: DefinitionStore, namespace = NAMESPACE) {
  const { generations, corrupt } = await store.read(namespace, 'web');
  return { checks: generations.map(({ check }) => check), corrupt };
}

describe.each(Object.entries(places))('the keyed checksum in %s', (_, open) => {
  test('A11 a definition signed with one key is read unchanged after a rotation of keys, and by a process without keys', async () => {
    const { with: withSeal } = open();
    await withSeal(K1).write(stored('web'));
    for (const seal of [K1, K2, NO_SEAL]) {
      const { generations } = await withSeal(seal).read(NAMESPACE, 'web');
      expect(generations).toEqual([expect.objectContaining({ check: 'valid', stored: stored('web') })]);
    }
    expect(await checksOf(withSeal(new KeyedSeal([keyOf('k2')])))).toEqual({ checks: ['invalid'], corrupt: [] });
  });

  test('A11 a definition from before the first key is read, without a checksum', async () => {
    const { store, with: withSeal } = open();
    await store.write(stored('web'));
    expect(await checksOf(withSeal(K1))).toEqual({ checks: ['unsigned'], corrupt: [] });
  });

  test('A11 without the key nobody can change the signed members or copy a definition', async () => {
    const { with: withSeal, text, overwrite } = open();
    await withSeal(K1).write(stored('web'));
    const name = definitionName(stored('web'));
    const written = await text(name);
    await overwrite(name, written.replace('unused for 40 days', 'unused for 90 days'));
    expect(await checksOf(withSeal(K1))).toEqual({ checks: ['invalid'], corrupt: [] });
    await overwrite(name, written.replace('ann@example.com', 'eve@example.com'));
    expect(await checksOf(withSeal(K1))).toMatchObject({ checks: [], corrupt: [{ why: expect.any(String) }] });
    const eve = stored('web', { definition: { AutoScalingGroupName: 'web', Tags: [] } });
    const mac = /,\n {2}"mac": .*$/s.exec(written)?.[0] ?? '';
    await overwrite(definitionName(eve), JSON.stringify(eve, undefined, 2).replace(/\n\}$/, mac));
    await overwrite(name, written);
    expect((await checksOf(withSeal(K1))).checks.sort()).toEqual(['invalid', 'valid']);
  });
});

describe('a folder', () => {
  test('L52 leaves nothing half written behind when it fails', async () => {
    const store = new FileDefinitionStore(dir);
    const folder = join(dir, definitionFolder(NAMESPACE));
    await mkdir(join(folder, definitionName(stored('web'))), { recursive: true });
    await expect(store.write(stored('web'))).rejects.toThrow(/definitions\.dir/);
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test('L52 a store that cannot write names the folder and the cause', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    await expect(new FileDefinitionStore(file).write(stored('web'))).rejects.toThrow(
      `definitions.dir (${file}) is not a folder`,
    );
  });

  test('a definition is for its owner alone', async () => {
    await new FileDefinitionStore(dir).write(stored('web'));
    const folder = join(dir, definitionFolder(NAMESPACE));
    const [name = ''] = await readdir(folder);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });
});

describe('a bucket', () => {
  test('L52 each object is written once, with the encryption and the owner that were asked for', async () => {
    const { store, name } = bucket({ encryption: 'aws:kms', kmsKeyId: 'alias/definitions', expectedBucketOwner: ID });
    await store.write(stored('web'));
    const [call] = aws.control.calls({ operation: 'PutObject' }).filter(({ input }) => input.Bucket === name);
    expect(call?.input).toMatchObject({
      IfNoneMatch: '*',
      ServerSideEncryption: 'aws:kms',
      SSEKMSKeyId: 'alias/definitions',
      ExpectedBucketOwner: ID,
    });
  });

  test('L52 a missing, foreign or denied bucket: refused, with the reason', async () => {
    aws.control.addBucket(THERE, 'of-somebody-else');
    const missing = bucket({ bucket: 'nowhere' }).store;
    const foreign = bucket({ bucket: 'of-somebody-else', expectedBucketOwner: OTHER_ID }).store;
    const wrongOwner = bucket({ expectedBucketOwner: OTHER_ID }).store;
    await expect(missing.write(stored('web'))).rejects.toThrow(/s3:\/\/nowhere\/holystone\/.* bucket does not exist/);
    await expect(foreign.write(stored('web'))).rejects.toThrow(/s3:PutObject is denied on s3:\/\/of-somebody-else/);
    await expect(wrongOwner.write(stored('web'))).rejects.toThrow(/expected owner/);
  });

  test('L70 a probe: refused as a definition would be, and one object stays however often it is asked', async () => {
    const { store, name } = bucket();
    const fault = {
      kind: 'error',
      operation: 'PutObject',
      containing: name,
      code: 'AccessDenied',
      status: 403,
    } as const;
    for (const anew of [false, false]) await store.probe(anew);
    expect(Object.keys(aws.control.objects(name))).toEqual([`${PREFIX}holystone-probe.json`]);
    aws.control.addFault({ ...fault, message: 'no' });
    await expect(store.probe(false)).rejects.toThrow(/s3:PutObject is denied on s3:.* \(definitions\.s3\)/);
    aws.control.clearFaults();
    await store.probe(true);
    expect(Object.keys(aws.control.objects(name))).toHaveLength(2);
    expect(await idsOf(store)).toEqual([]);
  });

  test('L52 a bucket that takes nothing more: refused', async () => {
    const { store, name } = bucket();
    const fault = {
      kind: 'error',
      operation: 'PutObject',
      containing: name,
      code: 'QuotaExceeded',
      status: 403,
    } as const;
    aws.control.addFault({ ...fault, message: 'the quota is used up' });
    await expect(store.write(stored('web'))).rejects.toThrow(/the quota is used up/);
    aws.control.clearFaults();
    expect(aws.control.objects(name)).toEqual({});
  });

  test('L52 an answer that was lost: tried again, and it is there once', async () => {
    const { store, name } = bucket();
    aws.control.addFault({ kind: 'dropAfter', operation: 'PutObject', containing: name, times: 1 });
    await expect(store.write(stored('web'))).rejects.toThrow(/s3:PutObject/);
    await store.write(stored('web'));
    expect(Object.keys(aws.control.objects(name))).toHaveLength(1);
  });

  test.each([
    ['without a checksum', (text: string) => text],
    ['spoilt', () => '{'],
  ])('L52 with a key an existing file, %s, does not count as stored', async (_what, spoil) => {
    const { store, name } = bucket();
    await store.write(stored('web'));
    const [key = '', object] = Object.entries(aws.control.objects(name))[0] ?? [];
    aws.control.setObject(name, key, spoil(object?.body ?? ''));
    const signing = bucket({ bucket: name }, K1).store;
    await expect(signing.write(stored('web'))).rejects.toThrow(/already exists and .*; remove it, or wait/);
    await signing.write(stored('web', { at: AT + DAY }));
    await signing.write(stored('web', { at: AT + DAY, passId: 'pass-2' }));
    aws.control.addFault({ kind: 'deny', operation: 'GetObject', containing: name });
    await expect(signing.write(stored('web', { at: AT + DAY }))).rejects.toThrow(/s3:GetObject is denied/);
    aws.control.clearFaults();
  });

  test('the list reads all pages, and reports a page that fails', async () => {
    const { store, name } = bucket();
    const ids = Array.from({ length: 25 }, (_, index) => `web-${index}`);
    for (const id of ids) await store.write(stored(id));
    aws.control.setPageLimit(10);
    try {
      expect(await idsOf(store)).toEqual([...ids].sort());
      aws.control.addFault({ kind: 'deny', operation: 'ListObjectsV2', containing: name, page: 3 });
      await expect(idsOf(store)).rejects.toThrow(/s3:ListBucket is denied/);
    } finally {
      aws.control.setPageLimit();
      aws.control.clearFaults();
    }
  });

  test('with a role of its own it asks as that role', async () => {
    const { store, name } = bucket({ role: `arn:aws:iam::${ID}:role/deleter` });
    await store.write(stored('web'));
    const [call] = aws.control.calls({ operation: 'PutObject' }).filter(({ input }) => input.Bucket === name);
    expect(call?.role).toBe('deleter');
  });
});
