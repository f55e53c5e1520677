/** A sandbox cluster, the declared objects of one environment in a folder, and a real Redis, anew for each test of a file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from '@jest/globals';
import { SandboxCluster, type SandboxObject } from '../../../sandbox/kubernetes/server.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { World } from '../../support/awsWorld.ts';
import { applied, kubeconfig } from './fixture.ts';

export const OBJECTS = 'kubernetes:prod:shop%2Fprod:object' as Namespace;
/** The metadata of an object in the Namespace of the environment. */
export const shop = { namespace: 'shop' };

export interface Environment {
  readonly world: World;
  readonly cluster: SandboxCluster;
  /** `kubeconfig`, and the declared objects in `rendered/all.yaml`. */
  readonly folder: string;
}

/** Each test begins with a ConfigMap `web`, which the source declares. @param use takes the environment of each test */
export function eachEnvironment(use: (environment: Environment) => void = () => {}) {
  let world: World;
  let cluster: SandboxCluster;
  let folder: string;
  const source = () => join(folder, 'rendered', 'all.yaml');
  const declare = (...names: readonly string[]) => writeFileSync(source(), declared(names));
  beforeAll(async () => {
    world = await World.start();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    cluster = new SandboxCluster({ now: () => world.clock.now() });
    folder = mkdtempSync(join(tmpdir(), 'holystone-objects-'));
    mkdirSync(join(folder, 'rendered'));
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(await cluster.listen()));
    use({ world, cluster, folder });
    declare('web');
    cluster.apply(applied('v1', 'ConfigMap', 'web', shop));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await cluster.close();
  });
  const known = (more = '') => ({
    providers,
    handlers,
    accounts: `  - { name: prod, provider: kubernetes, id: "${cluster.uid}", kubeconfig: "${folder}/kubeconfig", callRate: 100000, locations: [shop/prod], owner: ann@example.com${more} }`,
  });
  const live = `{ type: object, live: true, when: [{ rule: notInSource }]`;
  return {
    source,
    /** The source declares these ConfigMaps, and nothing else. */
    declare,
    /** What the configuration knows. @param more keys of the account */
    known,
    /** The ids of what a pass marks that deletes whatever source does not declare. */
    async marked(): Promise<readonly string[]> {
      await world.reset({ known: known(), cleanup: `[${live}, source: { dir: "${folder}/rendered" } }]` });
      await world.pass('mark', OBJECTS);
      return (await world.marks(OBJECTS)).map(({ id }) => id).sort();
    },
    apply: (object: SandboxObject) => cluster.apply(object),
    /** The deletions, without dry runs. */
    requests: () => cluster.requests.filter(({ method, url: path }) => method === 'DELETE' && !path.includes('dryRun')),
  };
}

/** ConfigMaps as a source declares them. */
export function declared(names: readonly string[]): string {
  const documents = names.map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...shop } }));
  return documents.map((document) => JSON.stringify(document)).join('\n---\n');
}
