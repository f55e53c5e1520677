/** The places where the source of an environment may be. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { tarGz } from '../../support/tarOf.ts';
import { AS_WRITTEN, applied, candidates, clusterForEach, planned, rows, verdictOf } from './fixture.ts';

const run = promisify(execFile);
const shop = { namespace: 'shop' };
const WEB = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web, namespace: shop }\n';
const KEPT = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: shop }\n';

const cluster = clusterForEach();
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holystone-source-'));
  cluster.apply(applied('apps/v1', 'Deployment', 'web', shop));
  for (const name of ['kept', 'old']) cluster.apply(applied('v1', 'ConfigMap', name, shop));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const from = (source: string) => AS_WRITTEN.replace('{ dir: ./rendered }', source);

/** The archive that `tar` makes of these files. */
async function archiveOf(files: Readonly<Record<string, string>>, ...options: readonly string[]): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, 'in', path)), { recursive: true });
    await writeFile(join(folder, 'in', path), content);
  }
  const archive = join(folder, 'source.tar.gz');
  await run('tar', ['-czf', archive, ...options, '-C', join(folder, 'in'), '.']);
  return archive;
}

describe('an archive', () => {
  test.each(['ustar', 'pax', 'gnu'])('Q3 of the form %s declares the manifests in it', async (form) => {
    const deep = `${'a-long-folder-name/'.repeat(7)}kept.yaml`;
    const archive = await archiveOf({ 'web.yaml': WEB, [deep]: KEPT, 'README.md': '#' }, `--format=${form}`);
    const plan = await planned(cluster.url, {}, from(`{ archive: ${archive} }`));
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  });

  test.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), 'cannot be unpacked'],
    ['no archive', () => gzipSync(Buffer.alloc(2048, 'x')), 'no tar archive'],
    ['an archive whose end is missing', () => gzipSync(Buffer.alloc(0)), 'cut short'],
    ['not packed', () => Buffer.from(WEB), 'cannot be unpacked'],
  ])('Q3 that is %s proves nothing', async (_what, change, why) => {
    const archive = await archiveOf({ 'web.yaml': WEB });
    await writeFile(archive, change(await readFile(archive)));
    const plan = await planned(cluster.url, {}, from(`{ archive: ${archive} }`));
    expect([candidates(plan), plan.code]).toEqual([[], 3]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain(why);
  });

  test('Q3 whose manifest is above it proves nothing', async () => {
    const archive = await archiveOf({ 'web.yaml': WEB });
    await writeFile(
      archive,
      tarGz([
        { name: 'web.yaml', content: WEB },
        { name: '../kept.yaml', content: KEPT },
      ]),
    );
    const plan = await planned(cluster.url, {}, from(`{ archive: ${archive} }`));
    expect([candidates(plan), plan.code]).toEqual([[], 3]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('"../kept.yaml" is not below it');
  });

  test('Q3 whose manifest is a link proves nothing', async () => {
    const archive = await archiveOf({ 'web.yaml': WEB });
    await run('ln', ['-s', 'web.yaml', join(folder, 'in', 'link.yaml')]);
    await run('tar', ['-czf', archive, '-C', join(folder, 'in'), '.']);
    const plan = await planned(cluster.url, {}, from(`{ archive: ${archive} }`));
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('link.yaml is no plain file');
  });
});

describe('an address', () => {
  let server: Server;
  let answer: { status: number; modified: string | undefined; body: Buffer; isUntilClosed?: true };
  let address: string;
  beforeEach(async () => {
    answer = { status: 200, modified: new Date().toUTCString(), body: Buffer.from(`${WEB}---\n${KEPT}`) };
    server = createServer((_request, response) => {
      if (answer.modified !== undefined) response.setHeader('last-modified', answer.modified);
      if (answer.isUntilClosed) response.useChunkedEncodingByDefault = response.shouldKeepAlive = false;
      response.writeHead(answer.status);
      if (answer.isUntilClosed) response.write(answer.body);
      response.end(answer.isUntilClosed ? undefined : answer.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/prod.yaml?token=secret`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const plan = () => planned(cluster.url, {}, from(`{ url: "${address}", maxAge: 2d }`));

  test('Q3 of a file or of an archive declares its objects', async () => {
    expect(candidates(await plan())).toEqual(['/ConfigMap/shop/old']);
    answer.body = await readFile(await archiveOf({ 'web.yaml': WEB, 'kept.yaml': KEPT }));
    expect(candidates(await plan())).toEqual(['/ConfigMap/shop/old']);
  });

  test.each([
    ['is too old', { modified: new Date(Date.now() - 3 * 86_400_000).toUTCString() }, 'it is older than 2d'],
    ['does not say its age', { modified: undefined }, 'does not say how old it is'],
    ['is of the future', { modified: new Date(Date.now() + 86_400_000).toUTCString() }, 'which is still to come'],
    ['may be cut short', { isUntilClosed: true as const }, 'does not say how long it is'],
    ['is not there', { status: 404 }, 'the server answers 404'],
    ['is a page of HTML', { body: Buffer.from('<html><body>Sign in</body></html>') }, 'prod.yaml:1'],
  ])('Q3 whose content %s proves nothing, and its secret is not shown', async (_what, change, why) => {
    Object.assign(answer, change);
    const made = await plan();
    expect([candidates(made), made.code]).toEqual([[], 3]);
    expect(verdictOf(made, '/ConfigMap/shop/old')).toContain(why);
    expect(made.output).not.toContain('secret');
  });

  test('Q3 without encryption is asked only on this machine', async () => {
    const made = await planned(cluster.url, {}, from('{ url: "http://example.com/prod.yaml", maxAge: 2d }'));
    expect(verdictOf(made, '/ConfigMap/shop/old')).toContain('it is not encrypted');
  });
});

describe('a source in the cluster', () => {
  test('Q3 an inventory names the objects, also with colons in their names', async () => {
    cluster.apply(applied('rbac.authorization.k8s.io/v1', 'ClusterRole', 'shop:admin'));
    const data = {
      shop_web_apps_Deployment: '',
      shop_kept__ConfigMap: '',
      '_shop__admin_rbac.authorization.k8s.io_ClusterRole': '',
    };
    cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inventory', ...shop }, data });
    const plan = await planned(cluster.url, {}, from('{ inventory: { namespace: shop, name: inventory } }'));
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  });

  test('Q3 an inventory that is not there, or has a key that names nothing, proves nothing', async () => {
    const source = from('{ inventory: { namespace: shop, name: inventory } }');
    expect(verdictOf(await planned(cluster.url, {}, source), '/ConfigMap/shop/old')).toContain('there is none');
    cluster.apply({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'inventory', ...shop }, data: { odd: '' } });
    expect(verdictOf(await planned(cluster.url, {}, source), '/ConfigMap/shop/old')).toContain(
      'its key odd names no object',
    );
  });

  test('Q3 the members of an ApplySet are in source; a kind of it that is not served proves nothing', async () => {
    const parent = (kinds: string) =>
      cluster.apply({
        ...{ apiVersion: 'v1', kind: 'Secret' },
        metadata: {
          ...{ name: 'set', ...shop },
          labels: { 'applyset.kubernetes.io/id': 'applyset-1-v1' },
          annotations: { 'applyset.kubernetes.io/contains-group-kinds': kinds },
        },
      });
    const labels = { 'applyset.kubernetes.io/part-of': 'applyset-1-v1' };
    cluster.apply(applied('apps/v1', 'Deployment', 'web', { ...shop, labels }));
    cluster.apply(applied('v1', 'ConfigMap', 'kept', { ...shop, labels }));
    const source = from('{ applySet: { namespace: shop, name: set } }');
    parent('ConfigMap,Deployment.apps');
    expect(candidates(await planned(cluster.url, {}, source))).toEqual(['/ConfigMap/shop/old']);
    parent('ConfigMap,Basket.shop.example.com');
    const plan = await planned(cluster.url, {}, source);
    expect([candidates(plan), plan.code]).toEqual([[], 3]);
  });
});

describe('a program', () => {
  const script = (body: string) => writeFile(join(folder, 'render'), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  const text = (more = '', allowed = `render: [${join(folder, 'render')}], `) =>
    from(`{ render: ["${join(folder, 'render')}", "prod"${more}] }`).replace('locations:', `${allowed}locations:`);

  test('Q3 prints the source, once a plan, without a shell', async () => {
    await writeFile(join(folder, 'web.yaml'), `${WEB}---\n${KEPT}`);
    await script(`echo "$@" >> ${folder}/runs; cat ${folder}/web.yaml`);
    expect(candidates(await planned(cluster.url, {}, text(', "$(id); *"')))).toEqual(['/ConfigMap/shop/old']);
    expect(await readFile(join(folder, 'runs'), 'utf8')).toBe('prod $(id); *\n');
  });

  test.each([
    ['fails', 'exit 3', 'exit code 3'],
    ['prints nothing', 'exit 0', 'declares no object'],
    ['prints something else', 'echo hello', 'is not an object of Kubernetes'],
  ])('Q3 that %s proves nothing', async (_what, body, why) => {
    await script(body);
    const plan = await planned(cluster.url, {}, text());
    expect([candidates(plan), plan.code]).toEqual([[], 3]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain(why);
  });

  test('Q3 gets none of our variables but those that the account gives it', async () => {
    await writeFile(join(folder, 'web.yaml'), `${WEB}---\n${KEPT}`);
    await script(`env > ${folder}/environment; cat ${folder}/web.yaml`);
    const allowed = `render: [{ program: ${join(folder, 'render')}, env: { TOKEN: for the program } }], `;
    process.env.REDIS_PASSWORD = 'hunter2';
    try {
      expect(candidates(await planned(cluster.url, {}, text('', allowed)))).toEqual(['/ConfigMap/shop/old']);
    } finally {
      delete process.env.REDIS_PASSWORD;
    }
    const got = await readFile(join(folder, 'environment'), 'utf8');
    expect([got.includes('TOKEN=for the program'), got.includes('hunter2')]).toEqual([true, false]);
  });

  test('Q3 runs only where the account allows it', async () => {
    await script(`touch ${folder}/ran; cat ${folder}/web.yaml`);
    for (const allowed of ['', 'render: [qbec], ']) {
      const plan = await planned(cluster.url, {}, text('', allowed));
      expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain('does not allow it; name it in its `render`');
    }
    await expect(readFile(join(folder, 'ran'))).rejects.toThrow('ENOENT');
  });
});

describe('the declarations of a source', () => {
  test.each([
    ['a pipe', async (path: string) => void (await run('mkfifo', [path])), 'no plain file'],
    [
      'two links to its own folder',
      async (path: string) =>
        void (await Promise.all(['a', 'b'].map((name) => run('ln', ['-s', '.', join(dirname(path), name)])))),
      'a folder that contains it',
    ],
    [
      'a link to a device',
      async (path: string) => void (await run('ln', ['-s', '/dev/zero', path])),
      'leads out of it',
    ],
  ])('Q3 a folder with %s proves nothing', async (_what, make, why) => {
    await writeFile(join(folder, 'web.yaml'), `${WEB}---\n${KEPT}`);
    await make(join(folder, 'a.yaml'));
    const plan = await planned(cluster.url, {}, from(`{ dir: ${folder} }`));
    expect([candidates(plan), plan.code]).toEqual([[], 3]);
    expect(verdictOf(plan, '/ConfigMap/shop/old')).toContain(why);
  });

  test('Q5 a kind whose definition is in source and not in the cluster yet leaves nothing open', async () => {
    const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: baskets.shop.example.com }
spec: { group: shop.example.com, names: { kind: Basket, plural: baskets } }
---
apiVersion: shop.example.com/v1
kind: Basket
metadata: { name: one, namespace: shop }
`;
    const plan = await planned(cluster.url, { 'rendered/all.yaml': `${WEB}---\n${KEPT}---${definition}` });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
  });

  test('Q3 50,000 documents are read', async () => {
    const many = Array.from({ length: 50_000 }, (_, index) => KEPT.replace('kept', `kept-${index}`)).join('---\n');
    const plan = await planned(cluster.url, { 'rendered/all.yaml': `${many}---\n${WEB}---\n${KEPT}` });
    expect(candidates(plan)).toEqual(['/ConfigMap/shop/old']);
    expect(rows(plan)).toHaveLength(3);
  });

  test.each([
    ['none', '{}'],
    ['two', '{ dir: ./rendered, file: ./one.yaml }'],
    ['an address without an age', '{ url: "https://example.com/prod.yaml" }'],
    ['an age without an address', '{ dir: ./rendered, maxAge: 2d }'],
  ])('Q3 %s is refused before anything is read', async (_what, source) => {
    await expect(planned(cluster.url, {}, from(source))).rejects.toThrow('JSON');
    expect(cluster.requests).toEqual([]);
  });
});
