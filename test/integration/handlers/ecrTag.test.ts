/** Tags of ECR, beyond the kits. */
import { describe, expect, test } from '@jest/globals';
import { inEnglish } from '../../../src/core/reason/english.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { ecrTag as handler } from '../../../src/handlers/aws/types/ecrTag/handler.ts';
import { ecrTagParameters } from '../../../src/handlers/aws/types/ecrTag/parameters.ts';
import type { EcrTagResource } from '../../../src/handlers/aws/types/ecrTag/resource.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, openGate, scopeOf } from './fixture.ts';

const aws = awsForEach();

const REGISTRY = '111111111111.dkr.ecr.us-east-1.amazonaws.com';
const open = (settings: object = {}, io?: Partial<Io>) =>
  handler.open(scopeOf(ecrTagParameters.parse({ nameRegexDelete: '.*', ...settings })), aws.io(io));
const list = (settings?: object) => collect(open(settings).list());
const calls = (operation: string) => aws.control.calls({ operation });
const digestOf = (tag: string) => aws.control.state(HERE).ecrTags.find((one) => one.tag === tag)?.digest ?? '';

async function found(id: string): Promise<EcrTagResource> {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
  return read.resource;
}

const remove = async (resource: EcrTagResource) =>
  (await open({}, { permit: openGate() }).delete([resource])).get(resource.id);

describe('the listing', () => {
  test('R4 R6 a tag has the push date of its image, its repository as the group, and the names by which programs pull it', async () => {
    const pushedAt = '2026-01-02T03:04:05.000Z';
    aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1', pushedAt }]);
    const digest = digestOf('v1');
    expect(await list()).toMatchObject([
      {
        id: 'shop/web:v1',
        name: 'v1',
        identity: `${REGISTRY}/shop/web:v1@${digest}`,
        group: 'repository/shop/web',
        repository: 'shop/web',
        createdAt: new Date(pushedAt),
        aliases: [
          ...[`${REGISTRY}/shop/web:v1`, `${REGISTRY}/shop/web@${digest}`, digest, 'shop/web:v1'],
          ...[`${REGISTRY}/shop/web/`, '~/web/', '~/web:v1'],
        ],
        note: { code: 'imageTagged', values: { names: [], more: 0 } },
      },
    ]);
  });

  test('R4 with `first-seen` the push date counts for nothing', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }]);
    const [listed] = await list({ timestampSource: 'first-seen' });
    const read = (await open({ timestampSource: 'first-seen' }).get(['shop/web:v1'])).get('shop/web:v1');
    expect([listed?.createdAt, read]).toMatchObject([undefined, { kind: 'found' }]);
    expect(read?.kind === 'found' && read.resource.createdAt).toBeUndefined();
  });

  test('R9 an index is found by the digest of each of its images, and its manifest is read once', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'amd64' }]);
    aws.control.addEcrTags(HERE, [{ tag: 'v1', children: [digestOf('amd64')] }]);
    const session = open();
    const first = await collect(session.list());
    await collect(session.list());
    expect(first.find(({ name }) => name === 'v1')?.aliases).toContain(`${REGISTRY}/shop/web@${digestOf('amd64')}`);
    expect(calls('BatchGetImage')).toHaveLength(1);
  });

  test('R9 a signature belongs to its image, and a manifest of an unknown type is not understood', async () => {
    aws.control.addEcrTags(HERE, [
      { tag: 'sig', subject: `sha256:${'a'.repeat(64)}` },
      { tag: `sha256-${'b'.repeat(64)}.sig` },
      { tag: 'odd', mediaType: 'application/vnd.example.odd', manifest: '{"schemaVersion":9}' },
    ]);
    const [sig, cosign, odd] = await list();
    expect([sig?.belongsTo, cosign?.belongsTo, odd?.unreadable]).toEqual([
      `sha256:${'a'.repeat(64)}`,
      `sha256:${'b'.repeat(64)}`,
      expect.stringContaining('its manifest is not understood'),
    ]);
  });

  test('A14 an empty answer does not say that a repository has no tags', async () => {
    aws.control.addEcrRepositories(HERE, [{ repositoryName: 'shop/web', tags: { 'holystone:keep': 'always' } }]);
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }]);
    aws.control.addFault({ kind: 'blank', operation: 'ListTagsForResource' });
    const answer = 'the answer to ecr:ListTagsForResource has no list of tags';
    expect(await failureOf(list())).toMatchObject({ message: expect.stringContaining(answer) });
    expect(await failureOf(open().get(['shop/web:v1']))).toMatchObject({ message: expect.stringContaining(answer) });
  });

  test('the tags of the repository are those of each image tag, so a keep tag on it keeps them all', async () => {
    aws.control.addEcrRepositories(HERE, [{ repositoryName: 'shop/web', tags: { 'holystone:keep': 'always' } }]);
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }]);
    expect((await list())[0]?.tags).toEqual({ 'holystone:keep': 'always' });
    expect((await found('shop/web:v1')).tags).toEqual({ 'holystone:keep': 'always' });
  });

  test('only the repositories of the entry are listed, and a tag of another one that is read by its id is kept', async () => {
    for (const repository of ['shop/web', 'shop/deep/web', 'base']) {
      aws.control.addEcrTags(HERE, [{ repository, tag: 'v1' }]);
    }
    const settings = { repositories: ['shop/*'] };
    expect((await list(settings)).map(({ id }) => id)).toEqual(['shop/web:v1']);
    const kept = handler.safeguards.find(({ name }) => name === 'repositories');
    const parameters = ecrTagParameters.parse(settings);
    expect(kept?.keeps(await found('base:v1'), parameters, { now: 0, findings: [] })).toContain('base');
  });

  test('images of CDK are kept, unless the entry names their repository in full', async () => {
    const repository = 'cdk-hnb659fds-container-assets-111111111111-us-east-1';
    aws.control.addEcrTags(HERE, [{ repository, tag: 'v1' }, { tag: 'v1' }]);
    const kept = handler.safeguards.find(({ name }) => name === 'cdkRepository');
    const keeps = async (id: string, settings: object) =>
      kept?.keeps(await found(id), ecrTagParameters.parse(settings), { now: 0, findings: [] });
    expect(await keeps(`${repository}:v1`, {})).toContain('the type cdkEcrImage');
    expect(await keeps(`${repository}:v1`, { repositories: ['cdk-*'] })).toContain('the type cdkEcrImage');
    expect([await keeps(`${repository}:v1`, { repositories: [repository] }), await keeps('shop/web:v1', {})]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('a repository that vanishes before its first page has no tags; one that vanishes later fails the listing', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }, { tag: 'v2' }]);
    const gone = { kind: 'error', operation: 'DescribeImages', code: 'RepositoryNotFoundException' } as const;
    const fault = aws.control.addFault({ ...gone, page: 1 });
    expect(await list()).toEqual([]);
    aws.control.removeFault(fault);
    aws.control.setPageLimit(1);
    aws.control.addFault({ ...gone, page: 2 });
    expect(await failureOf(list())).toMatchObject({ name: 'ReadError' });
  });

  test('a preview of the lifecycle policy is reported, and Holystone starts none', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }, { tag: 'v2' }]);
    const preview = [{ imageDigest: digestOf('v1'), action: { type: 'EXPIRE' as const } }];
    aws.control.update(HERE, 'ecrRepository', 'shop/web', { preview });
    expect((await list()).map(({ note }) => note && inEnglish(note))).toEqual([
      'the image goes with this tag, which is its last; the lifecycle policy of ECR would expire the image too',
      'the image goes with this tag, which is its last',
    ]);
    expect(aws.operations()).not.toContain('StartLifecyclePolicyPreview');
  });
});

describe('R22 pulls', () => {
  test('R22 a pull keeps nothing unless the entry says so, and then only while it is recent', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString();
    aws.control.addEcrTags(HERE, [
      { tag: 'now', pulledAt: days(1) },
      { tag: 'then', pulledAt: days(40) },
      { tag: 'never' },
    ]);
    const rule = handler.safeguards.find(({ name }) => name === 'pulledWithin');
    const facts = { now: Date.now(), findings: [] };
    const tags = await list();
    const keptWith = (settings: object) => {
      const parameters = ecrTagParameters.parse(settings);
      return tags.filter((tag) => rule?.keeps(tag, parameters, facts) !== undefined).map(({ name }) => name);
    };
    expect([keptWith({}), keptWith({ pulledWithin: '30d' })]).toEqual([[], ['now']]);
  });
});

describe('the deletion', () => {
  test('R7 a tag that shares its image goes alone, and the image stays with the other tag', async () => {
    aws.control.addEcrTags(HERE, [
      { tag: 'v1', salt: 'same' },
      { tag: 'stable', salt: 'same' },
    ]);
    const v1 = await found('shop/web:v1');
    expect(v1.note).toEqual({ code: 'imageTagged', values: { names: ['stable'], more: 0 } });
    expect(await remove(v1)).toMatchObject({ kind: 'deleted' });
    expect((await found('shop/web:stable')).digest).toBe(v1.digest);
    expect(JSON.stringify(calls('BatchDeleteImage').map(({ input }) => input))).not.toContain('sha256');
  });

  test('R9 a tag that moved since the mark stays, and no request is sent', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'old' }]);
    const v1 = await found('shop/web:v1');
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'new' }]);
    expect(await remove(v1)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('another image tag is called shop/web:v1 now'),
    });
    expect(calls('BatchDeleteImage')).toEqual([]);
  });

  test('R9 ECR does not give up an image of a living index: the outcome is refused, with its words', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'amd64' }]);
    aws.control.addEcrTags(HERE, [{ tag: 'v1', children: [digestOf('amd64')] }]);
    expect(await remove(await found('shop/web:amd64'))).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^ECR refuses \(ImageReferencedByManifestList\): /),
    });
  });

  test('R8 a repository that vanished: its tags are gone', async () => {
    const reads = await open().get(['nobody/web:v1', 'no-id']);
    expect([reads.get('nobody/web:v1')?.kind, reads.get('no-id')?.kind]).toEqual(['gone', 'unknown']);
  });
});

describe('restore', () => {
  const definition = async (id: string) => {
    const resource = await found(id);
    return { id, definition: handler.definition(resource) } as StoredDefinition;
  };
  const plan = (stored: StoredDefinition, io?: Partial<Io>) => open({}, io).restore?.(stored, undefined);

  test('the manifest is written again under its tag, with the same digest', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }]);
    const stored = await definition('shop/web:v1');
    const before = await found('shop/web:v1');
    await remove(before);
    const planned = await plan(stored, { mayRestore: true });
    if (planned?.kind !== 'ready') throw new Error(JSON.stringify(planned));
    expect(planned.steps[0]?.command).toContain('ecr put-image');
    expect(await planned.run()).toMatchObject({ kind: 'restored', id: 'shop/web:v1' });
    expect((await found('shop/web:v1')).identity).toBe(before.identity);
  });

  test('the layers are gone → it is expired; the tag means another image → it is refused', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'old' }]);
    const stored = await definition('shop/web:v1');
    await remove(await found('shop/web:v1'));
    aws.control.addFault({ kind: 'error', operation: 'PutImage', code: 'LayersNotFoundException', times: 1 });
    const planned = await plan(stored, { mayRestore: true });
    expect(planned?.kind === 'ready' && (await planned.run())).toMatchObject({ kind: 'expired' });
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'new' }]);
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('means another image') });
  });

  test('somebody gives the tag to another image between the plan and the restore → it is refused, and the tag stays there', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'old' }]);
    const stored = await definition('shop/web:v1');
    await remove(await found('shop/web:v1'));
    const planned = await plan(stored, { mayRestore: true });
    aws.control.addEcrTags(HERE, [{ tag: 'v1', salt: 'new' }]);
    const { digest } = await found('shop/web:v1');
    expect(planned?.kind === 'ready' && (await planned.run())).toMatchObject({ kind: 'refused' });
    expect((await found('shop/web:v1')).digest).toBe(digest);
  });

  test('a definition of another tag restores nothing', async () => {
    aws.control.addEcrTags(HERE, [{ tag: 'v1' }]);
    const stored = await definition('shop/web:v1');
    await remove(await found('shop/web:v1'));
    const other = { ...stored, definition: { ...(stored.definition as object), tag: 'production' } };
    expect(await plan(other)).toMatchObject({ kind: 'refused' });
  });
});
