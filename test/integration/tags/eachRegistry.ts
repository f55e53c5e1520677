/** A sandbox registry and the type's own session, anew for each test of a file. */
import { afterEach, beforeEach } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { REPOSITORY, Registry } from './deleting.ts';

export const created = '2026-01-01T00:00:00Z';

export interface Opened {
  readonly hub: RunningRegistry;
  readonly registry: Registry;
}

/**
 * @param use takes the registry of each test
 * @param options of the sandbox registry
 */
export function eachRegistry(use: (opened: Opened) => void, options?: Parameters<typeof startRegistry>[0]) {
  let hub: RunningRegistry;
  let registry: Registry;
  const open = (more?: object) => {
    registry = new Registry(hub.url, more);
    use({ hub, registry });
  };
  beforeEach(async () => {
    hub = await startRegistry(options);
    open();
  });
  afterEach(async () => {
    registry.close();
    await hub.close();
  });
  return {
    /** Puts an image there. Tags with the same salt have the same digest. */
    image: (tag: string | undefined, salt = tag ?? '') => hub.store.image(REPOSITORY, tag, { created, salt }),
    tags: () => [...hub.store.repository(REPOSITORY).tags.keys()].sort(),
    digests: () => [...hub.store.repository(REPOSITORY).manifests.keys()],
    /** The tags and digests of the requests that delete, in order. */
    deletions: () => hub.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1)),
    /** The path of a manifest. */
    manifest: (reference: string) => `/v2/${REPOSITORY}/manifests/${reference}`,
    /** An account with more keys, from here on. */
    accountWith(more: object) {
      registry.close();
      open(more);
    },
  };
}
