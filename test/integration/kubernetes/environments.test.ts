/** Environments that Holystone finds in a cluster by the labels of its objects. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { AccountListings } from '../../../src/composition/accountListings.ts';
import type { Listing } from '../../../src/core/policy/listing.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { listAt } from '../../../src/handlers/listing.ts';
import { HOUR, worldForAll } from '../../support/awsWorld.ts';
import { UNPACED } from '../../support/unpaced.ts';
import { AS_WRITTEN, clusterForEach, commanded, kubeconfig, type Planned, planned } from './fixture.ts';

const cluster = clusterForEach();

const map = (application: string, environment: string, name: string) =>
  cluster.apply({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: {
      ...{ name, namespace: `${application}-${environment}` },
      labels: { 'qbec.io/application': application, 'qbec.io/environment': environment },
    },
  });
const SOURCE = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept }\n';
const EACH = AS_WRITTEN.replace('[shop/prod]', '["shop/*"]').replace('./rendered', '"./rendered/{environment}"');
const files = { 'rendered/prod/all.yaml': SOURCE, 'rendered/dev/all.yaml': SOURCE };
const namespacesOf = ({ document }: Planned) => document.namespaces.map(({ namespace }) => namespace);
const lines = ({ document }: Planned) =>
  document.namespaces.flatMap(({ namespace, resources }) =>
    resources.map(({ id, verdict }) => `${namespace.split(':')[2]} ${id} ${verdict}`),
  );

describe('the environments of a pattern', () => {
  beforeEach(() => {
    for (const environment of ['prod', 'dev']) for (const name of ['kept', 'old']) map('shop', environment, name);
    map('blog', 'prod', 'old');
  });

  test('Q1 each that the labels of living objects name is compared with its own source', async () => {
    expect(lines(await planned(cluster.url, files, EACH))).toEqual([
      'shop%2Fdev /ConfigMap/shop-dev/kept keep',
      'shop%2Fdev /ConfigMap/shop-dev/old candidate',
      'shop%2Fprod /ConfigMap/shop-prod/kept keep',
      'shop%2Fprod /ConfigMap/shop-prod/old candidate',
    ]);
  });

  test('Q1 `all` is every environment; the source may name both parts', async () => {
    const text = EACH.replace('["shop/*"]', 'all').replace('{environment}', '{application}/{environment}');
    const own = Object.fromEntries(
      ['shop/prod', 'shop/dev', 'blog/prod'].map((one) => [`rendered/${one}/all.yaml`, SOURCE]),
    );
    const plan = await planned(cluster.url, own, text);
    expect(namespacesOf(plan).sort()).toEqual(
      ['blog%2Fprod', 'shop%2Fdev', 'shop%2Fprod'].map((one) => `kubernetes:prod:${one}:object`),
    );
    expect(lines(plan).filter((line) => line.endsWith('candidate'))).toHaveLength(3);
  });

  test('Q3 one without a source is unknown, never empty; the others go on', async () => {
    const { 'rendered/dev/all.yaml': _dev, ...without } = files;
    const plan = await planned(cluster.url, without, EACH.replace('source:', 'allowEmpty: true, source:'));
    expect(plan.code).toBe(3);
    expect(lines(plan)).toEqual([
      'shop%2Fdev /ConfigMap/shop-dev/kept unknown',
      'shop%2Fdev /ConfigMap/shop-dev/old unknown',
      'shop%2Fprod /ConfigMap/shop-prod/kept keep',
      'shop%2Fprod /ConfigMap/shop-prod/old candidate',
    ]);
  });

  test.each([
    ['shop/*', './rendered', '`{environment}`'],
    ['*/prod', './rendered/{environment}', '`{application}`'],
    ['all', './rendered', '`{application}` and `{environment}`'],
    ['**', './rendered/{environment}', '`{application}`'],
    ['shop/{environment}', './rendered/{stage}', '`{stage}` stands for nothing'],
    // The source a-b-c would be that of a/b-c and of a-b/c.
    ['*/*', './rendered/{application}-{environment}', 'cannot be separated'],
    ['all', './{application}{environment}/rendered', 'cannot be separated'],
  ])(
    'Q3 Q23 the pattern %s with the source %s is refused: two environments would share it',
    async (pattern, dir, says) => {
      const text = AS_WRITTEN.replace('shop/prod', JSON.stringify(pattern)).replace('./rendered', JSON.stringify(dir));
      const { code, stderr } = await commanded(cluster.url, ['plan'], files, text);
      expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
      expect(
        cluster.requests.filter(({ url: path }) => path.includes('labelSelector=qbec.io%2Fapplication%3D')),
      ).toEqual([]);
    },
  );

  test('Q3 Q23 parts that can be separated, or of which one is fixed, may stand in one word', async () => {
    const own = { 'shop-prod.yaml': SOURCE, 'shop-dev.yaml': SOURCE };
    const text = EACH.replace('dir: "./rendered/{environment}"', 'file: "./{application}-{environment}.yaml"');
    expect(lines(await planned(cluster.url, own, text)).filter((line) => line.endsWith('candidate'))).toHaveLength(2);
    const render = EACH.replace('"shop/*"', '"*/*"').replace(
      'dir: "./rendered/{environment}"',
      'render: [show, "{application}", "{application}-{environment}"]',
    );
    expect((await commanded(cluster.url, ['validate'], {}, render)).stderr).not.toContain('be separated');
  });

  test('Q3 the source of an entry that names its environments needs no placeholder', async () => {
    const text = EACH.replace('ownership:', 'locations: [shop/prod], ownership:').replace('/{environment}', '/prod');
    expect(namespacesOf(await planned(cluster.url, files, text))).toEqual(['kubernetes:prod:shop%2Fprod:object']);
  });

  test('Q3 the program of `render` is the same for all environments, its arguments are not', async () => {
    const rendered = (program: string, argument: string) =>
      EACH.replace('kubeconfig:', `render: [${JSON.stringify(program)}], kubeconfig:`).replace(
        'dir: "./rendered/{environment}"',
        `render: [${JSON.stringify(program)}, ${JSON.stringify(argument)}]`,
      );
    const { stderr } = await commanded(cluster.url, ['plan'], {}, rendered('show-{environment}', '{application}'));
    expect(stderr).toContain('only its arguments may name one');
    const printed = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: kept, namespace: "shop-{environment}" }`;
    expect(lines(await planned(cluster.url, {}, rendered('/bin/echo', printed)))).toContain(
      'shop%2Fprod /ConfigMap/shop-prod/old candidate',
    );
  });
});

describe('the labels', () => {
  const labelled = (labels: Readonly<Record<string, string>>, more = {}) =>
    cluster.apply({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: `m${Object.values(labels).join('')}`.toLowerCase(), namespace: 'shop', labels, ...more },
    });
  const found = async (environments: string, locations = 'all') => {
    const text = EACH.replace('["shop/*"]', locations)
      .replace('{environment}', '{application}/{environment}')
      .replace('kubeconfig:', `environments: ${environments}, kubeconfig:`);
    return namespacesOf(await planned(cluster.url, {}, text)).map((one) => one.split(':')[2]);
  };

  test('Q1 may be your own; one without a value names nothing', async () => {
    labelled({ team: 'shop', 'example.com/stage': 'Prod' });
    labelled({ team: 'shop', 'example.com/stage': '' });
    labelled({ team: 'blog' });
    expect(await found('{ application: team, environment: example.com/stage }')).toEqual(['shop%2Fprod']);
  });

  test('Q1 of parent Secrets name ApplySets, those of its Secrets a release of Helm', async () => {
    const secret = (name: string, labels: Readonly<Record<string, string>>) =>
      cluster.apply({ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'shop', labels } });
    secret('prod', { 'applyset.kubernetes.io/id': 'applyset-x-v1' });
    secret('sh.helm.release.v1.web.v3', { owner: 'helm', name: 'web', status: 'deployed', version: '3' });
    expect(await found('applyset')).toEqual(['shop%2Fprod']);
    expect(await found('helm')).toEqual(['shop%2Fweb']);
  });

  test('Q7 of a kind that may not be listed find nothing; if no kind may be, nothing is known', async () => {
    labelled({ 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' });
    cluster.switches.denied.add('secrets');
    expect(await found('qbec')).toEqual(['shop%2Fprod']);
    for (const { resource } of cluster.kinds) cluster.switches.denied.add(resource);
    const { code, stderr } = await commanded(cluster.url, ['plan'], files, EACH);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/the locations of account prod could not be listed.*denied/),
    ]);
  });

  test('Q5 of objects in a stale group are not absent: nothing is known', async () => {
    labelled({ 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' });
    cluster.switches.stale.add('apps');
    const { code, stderr } = await commanded(cluster.url, ['plan'], files, EACH);
    expect([code, stderr]).toEqual([3, expect.stringContaining('looking for environments in objects of apps')]);
  });

  test('Q1 that find nothing are reported: `locations` has no pattern', async () => {
    const text = AS_WRITTEN.replace('kubeconfig:', 'environments: qbec, kubeconfig:');
    const { stderr, stdout } = await commanded(cluster.url, ['validate'], files, text);
    expect(stdout + stderr).toContain('it finds nothing');
  });
});

describe('while the daemon runs', () => {
  const DEV = 'kubernetes:prod:shop%2Fdev:object' as Namespace;
  const PROD = 'kubernetes:prod:shop%2Fprod:object' as Namespace;
  const world = worldForAll();
  let folder: string;
  let listings: AccountListings;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holystone-environments-'));
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(cluster.url));
    for (const environment of ['prod', 'dev']) {
      mkdirSync(join(folder, environment));
      writeFileSync(join(folder, environment, 'all.yaml'), SOURCE);
      for (const name of ['kept', 'old']) map('shop', environment, name);
    }
    await world.reset(options());
    const { listings: store, claimSlot } = world.wired.parts;
    listings = new AccountListings({
      ...{ store, claimSlot, clock: world.clock, log: world.log },
      list: (request, before) => listAt(providers, request, before, io()),
    });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const io = () => ({
    ...{ signal: new AbortController().signal, log: world.log, clock: world.clock },
    ...{ pacer: UNPACED, clients: new SharedClientPool() },
  });
  const options = (known?: ReadonlyMap<string, Listing>) => ({
    known: {
      ...{ providers, handlers, ...(known ? { listings: known } : {}) },
      accounts: `  - { name: prod, provider: kubernetes, id: "${cluster.uid}", kubeconfig: "${folder}/kubeconfig", locations: ["shop/*"], owner: ann@example.com }`,
    },
    cleanup: `[{ type: object, live: true, source: { dir: "${folder}/{environment}" }, when: [{ rule: notInSource }] }]`,
  });
  const look = async () => {
    world.clock.advance(2 * HOUR);
    if (await listings.look(world.configuration.listings)) await world.configure(options(listings.listings));
  };
  const namespaces = () => world.configuration.workConfigurations.map(({ namespace }) => namespace);
  const marked = async (of: Namespace) => (await world.marks(of)).map(({ id }) => id);
  const empty = (environment: string) => {
    for (const name of ['kept', 'old']) cluster.remove('v1', 'ConfigMap', `shop-${environment}`, name);
  };

  test('Q1 law 2 Holystone works on a new environment, and stops on one that vanished; its marks wait for it', async () => {
    await look();
    expect(namespaces()).toEqual([DEV, PROD]);
    await world.pass('mark', DEV);
    expect(await marked(DEV)).toEqual(['/ConfigMap/shop-dev/old']);
    empty('dev');
    await look();
    expect(namespaces()).toEqual([PROD]);
    expect(await marked(DEV)).toEqual(['/ConfigMap/shop-dev/old']);
    // Made again under their names: other objects, which the old mark must not end.
    for (const name of ['kept', 'old']) map('shop', 'dev', name);
    await look();
    expect(namespaces()).toEqual([DEV, PROD]);
    await world.watched(15, DEV);
    await world.pass('delete', DEV);
    expect(cluster.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  test('Q5 law 1 a listing that fails, or is suddenly empty, leaves the environments as they were', async () => {
    await look();
    cluster.switches.stale.add('apps');
    await look();
    expect(namespaces()).toEqual([DEV, PROD]);
    cluster.switches.stale.clear();
    for (const environment of ['prod', 'dev']) empty(environment);
    await look();
    expect(namespaces()).toEqual([DEV, PROD]);
    expect(listings.problems.join()).toContain('none is listed where there were some before');
  });
});
