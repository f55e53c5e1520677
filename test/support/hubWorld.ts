/** A world with an account of a sandbox registry: its configuration, its images, and deletions that are due. */
import type { RunningRegistry } from '../../sandbox/registry/server.ts';
import type { Namespace } from '../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../src/handlers/index.ts';
import { DAY, type World } from './awsWorld.ts';

export const REPOSITORY = 'shop/web';
/** The tags of the repository, where the account is called `hub`. */
export const TAGS = tagsOf('hub');
/** Of the tags `v…` the newest stays. */
export const POLICY = 'nameRegexDelete: "v.*", keepN: 1, olderThan: 30d, timestampSource: image-created';

export function tagsOf(account: string): Namespace {
  return `registry:${account}:shop%2Fweb:tag` as Namespace;
}

/** For `World.reset` and `World.configure`. */
export function hubOptions(
  { url }: Pick<RunningRegistry, 'url'>,
  { account = 'hub', host = new URL(url).host, policy = POLICY } = {},
) {
  return {
    known: {
      providers,
      handlers,
      accounts: `  - { name: ${account}, provider: registry, id: "${host}", url: "${url}", locations: [${REPOSITORY}], owner: ann@example.com }`,
    },
    cleanup: `[{ type: tag, live: true, ${policy} }]`,
  };
}

/** An image that was made so many days ago. Tags with the same salt have the same digest. */
export function addImage({ store }: RunningRegistry, { clock }: World, tag: string, days: number, salt = tag): string {
  const created = new Date(clock.now() - days * DAY).toISOString();
  return store.image(REPOSITORY, tag, { created, salt });
}

export function tagsIn({ store }: RunningRegistry): readonly string[] {
  return [...store.repository(REPOSITORY).tags.keys()].sort();
}

/** Marks them, notifies their owners, and waits until the retention is over. */
export async function untilDue(world: World, tags = TAGS): Promise<void> {
  await world.pass('mark', tags);
  await world.notify(tags);
  await world.watched(15, tags);
}
