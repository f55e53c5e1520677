/** The scenes of the demo, by name. A scene is loaded when it is played: `--help` names them all. */
import type { Scene } from './scene.ts';

/** A scene that `demo --scene NAME` plays; its modules stay unloaded until then. */
export interface ListedScene {
  /** The value of `--scene`. */
  readonly name: string;
  /** One line for `--help`, without a full stop. */
  readonly summary: string;
  load(): Promise<Scene>;
}

/** In the order of `--help`; the first is played unless a name is given. */
export const SCENES: readonly ListedScene[] = [
  {
    name: 'main',
    summary: 'the whole cycle: mark, notify, wait, check again, delete; two minutes',
    load: async () => (await import('./mainScene.ts')).main,
  },
  {
    name: 'trouble',
    summary: 'AWS denies a permission: nothing is marked, later nothing is deleted; one minute',
    load: async () => (await import('./troubleScene.ts')).trouble,
  },
  {
    name: 'money',
    summary: 'what costs by the hour and nobody uses goes or stops, what only looks idle stays; one minute',
    load: async () => (await import('./moneyScene.ts')).money,
  },
  {
    name: 'cluster',
    summary: 'the leftovers of deleted Kubernetes clusters go in order, a living cluster stays; 70 seconds',
    load: async () => (await import('./clusterScene.ts')).cluster,
  },
  {
    name: 'registry',
    summary: 'old image tags go from two registries; shared digests and signed images stay; one minute',
    load: async () => (await import('./registryScene.ts')).registry,
  },
  {
    name: 'cdk',
    summary: 'files of CDK that no stack names any more go, those that a rollback needs stay; one minute',
    load: async () => (await import('./cdkScene.ts')).cdk,
  },
  {
    name: 'kubernetes',
    summary: 'objects that their source no longer declares go in order, all others stay; 80 seconds',
    load: async () => (await import('./kubernetesScene.ts')).kubernetes,
  },
];
