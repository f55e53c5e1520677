/** An environment of CDK in a world, and its assets over days. */

import type { StackSeed } from '../../sandbox/aws/seeds/stackSeeds.ts';
import { DAY, HERE, type World } from './awsWorld.ts';
import { bootstrapOnce, hashOf, templateNaming } from './cdkEnvironment.ts';

export const WITHOUT_NOTICE = ', notice: off';
const RETENTION =
  'retention: 10d, unownedRetention: 10d, tripwires: { newMarks: 5000, markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

export interface AssetSettings {
  /** Further keys of the entry, after a comma. */
  readonly more?: string;
  readonly defaults?: string;
  readonly type?: 'cdkS3Asset' | 'cdkEcrImage';
  readonly unusedFor?: string;
  readonly minimumAge?: string;
}

export const keyOf = (name: string) => `${hashOf(name)}.zip`;

/** For `World.reset` and `World.configure`: one live entry, with a retention of ten days and no tripwire. */
export function assetOptions(settings: AssetSettings = {}): { readonly cleanup: string; readonly defaults: string } {
  const { more = '', defaults = '', type = 'cdkS3Asset', unusedFor = 'off', minimumAge = '1d' } = settings;
  return {
    cleanup: `[{ type: ${type}, accounts: [test], live: true, minimumAge: ${minimumAge}, unusedFor: ${unusedFor}, when: [{ rule: unused }]${more} }]`,
    defaults: [RETENTION, ...(defaults ? [defaults] : [])].join(', '),
  };
}

/** An empty world with a bootstrapped environment; its assets are 100 days old. */
export async function assetWorld(world: World, settings: AssetSettings = {}) {
  await world.reset(assetOptions(settings));
  const { control } = world.sandbox;
  const { bucket, repository } = bootstrapOnce(control, HERE);
  const lastModified = new Date(world.clock.now() - 100 * DAY);
  const tags = () => control.state(HERE).ecrTags;
  return {
    bucket,
    repository,
    keys: () => Object.keys(control.objects(bucket)).sort(),
    tagsOf: (name: string) => control.objects(bucket)[keyOf(name)]?.tags ?? {},
    put: (name: string, tagged: Readonly<Record<string, string>> = {}) =>
      control.addObjects(bucket, [{ key: keyOf(name), lastModified, tags: tagged }]),
    /** The image has these tags and, as an index, these images. @returns its digest */
    push: (tagged: readonly string[], children?: readonly string[]) => {
      for (const tag of tagged) {
        const salt = tagged[0] ?? '';
        const parts = children ? { children } : {};
        control.addEcrTags(HERE, [{ repository, tag, salt, pushedAt: lastModified, ...parts }]);
      }
      return tags().find(({ tag }) => tag === tagged[0])?.digest ?? '';
    },
    /** The tags of all images. */
    imageTags: () =>
      tags()
        .map(({ tag }) => tag)
        .sort(),
    stack: (name: string, ...named: readonly string[]) =>
      control.addStacks(HERE, [
        { name, template: templateNaming(...named.map(hashOf)), tags: { owner: `${name}@example.com` } },
      ]),
    unstack: (name: string) => control.remove(HERE, 'stack', name),
    calls: (operation: string) => control.calls({ operation }).length,
  };
}

/** The stack as it is after another operation. */
export function updateStack(
  world: World,
  name: string,
  status: NonNullable<StackSeed['status']>,
  ...named: readonly string[]
): void {
  const { control } = world.sandbox;
  const before = control.state(HERE).stacks.find(({ StackName }) => StackName === name);
  const LastOperations = [{ OperationType: 'UPDATE_STACK' as const, OperationId: named.join() }];
  const template = templateNaming(...named.map(hashOf));
  const stack = { ...before, StackStatus: status, LastOperations };
  control.update(HERE, 'stack', name, { stack, template, processed: template });
}
