/** Workloads as users of images: the same plan of a registry beside the sandbox's cluster and a real kube-apiserver. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SandboxObject } from '../../sandbox/kubernetes/server.ts';
import { type RunningRegistry, startRegistry } from '../../sandbox/registry/server.ts';
import { planned } from '../integration/kubernetes/fixture.ts';
import { ago, candidates, reasonsOf } from '../integration/tags/fixture.ts';
import { controlPlane, startRealCluster } from './kubernetes/realCluster.ts';
import { ask, type ClusterHere, create, kubeconfigOf, startSandboxCluster } from './kubernetes/subject.ts';

const metadata = { name: 'web', namespace: 'shop' };
const labels = { app: 'web' };
const selector = { matchLabels: labels };

function everything(start: () => Promise<ClusterHere>): void {
  let here: ClusterHere;
  let hub: RunningRegistry;
  beforeAll(async () => {
    [here, hub] = await Promise.all([start(), startRegistry()]);
    await create(here, '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } });
  });
  afterAll(async () => {
    await here?.close();
    await hub?.close();
  });

  test('R22 workloads without Pods keep the tags that they name', async () => {
    const template = (tag: string, restartPolicy = 'Always') => ({
      metadata: { labels },
      spec: { restartPolicy, containers: [{ name: 'web', image: `${new URL(hub.url).host}/shop/web:${tag}` }] },
    });
    const used: Readonly<Record<string, readonly [path: string, apiVersion: string, kind: string, more: object]>> = {
      v1: ['/apis/apps/v1', 'apps/v1', 'Deployment', { spec: { replicas: 0, selector, template: template('v1') } }],
      v2: ['/apis/apps/v1', 'apps/v1', 'DaemonSet', { spec: { selector, template: template('v2') } }],
      v3: [
        '/apis/apps/v1',
        'apps/v1',
        'StatefulSet',
        { spec: { replicas: 0, serviceName: 'web', selector, template: template('v3') } },
      ],
      v4: [
        '/apis/batch/v1',
        'batch/v1',
        'CronJob',
        {
          spec: {
            ...{ schedule: '0 0 * * *', suspend: true },
            jobTemplate: { spec: { template: template('v4', 'Never') } },
          },
        },
      ],
      v5: ['/api/v1', 'v1', 'ReplicationController', { spec: { replicas: 0, template: template('v5') } }],
      v6: [
        '/apis/apps/v1',
        'apps/v1',
        'ControllerRevision',
        { revision: 1, data: { spec: { template: template('v6') } } },
      ],
    };
    for (const [tag, [path, apiVersion, kind, more]] of Object.entries(used)) {
      hub.store.image('shop/web', tag, { salt: tag, created: ago(100) });
      const object = { apiVersion, kind, metadata, ...more } as SandboxObject;
      await create(here, `${path}/namespaces/shop/${kind.toLowerCase()}s`, object);
    }
    hub.store.image('shop/web', 'old', { salt: 'old', created: ago(100) });
    const { json } = await ask(here, 'GET', '/api/v1/namespaces/kube-system');
    const text = `
accounts:
  - { name: hub, provider: registry, url: "${hub.url}", locations: ["shop/*"] }
  - { name: prod, provider: kubernetes, id: ${json.metadata.uid}, kubeconfig: ./kubeconfig }
cleanup: [{ type: tag, nameRegexDelete: ".*", allowDeleteAll: true, olderThan: 7d, timestampSource: image-created }]
`;
    const plan = await planned(here.url, { kubeconfig: kubeconfigOf(here, 'admin') }, text);
    for (const [tag, [, , kind]] of Object.entries(used))
      expect([tag, reasonsOf(plan, tag)]).toEqual([tag, expect.stringContaining(`used by ${kind} shop/web`)]);
    expect(candidates(plan)).toEqual(['old']);
  });
}

describe("the sandbox's API server", () => everything(startSandboxCluster));

const real = await controlPlane(process.env.HOLYSTONE_BUILD_CONTROL_PLANE === 'true');
if (real.kind === 'there') describe('kube-apiserver', () => everything(() => startRealCluster(real.path)));
else describe.skip(`kube-apiserver (${real.why})`, () => everything(() => startRealCluster('')));
