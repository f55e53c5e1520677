/** Two repositories with the same content in each registry, and the right end of their tags, known by construction. */
import type { RegistryStore } from '../registry/store.ts';

const DAY_MS = 86_400_000;
export const WEB = 'shop/web';
export const MULTI = 'shop/multi';
/** Its owner keeps it in the registry that deletes tags. */
export const KEPT_BY_OWNER = 'v4';

/** The tags that must be deleted; every other tag must stay. By repository. */
export type Going = Readonly<Record<string, readonly string[]>>;

/** Where a tag goes alone. */
export const GOING_ALONE: Going = { [WEB]: ['v1', 'v2', 'v3', 'v3-rc'], [MULTI]: ['v1', 'v1-amd64', 'v2'] };
/** Where only digests go: `stable` has the digest of v2, a signature belongs to v1, and v1-amd64 is a part of it. */
export const GOING_WHOLE: Going = { [WEB]: ['v1', 'v3', 'v3-rc', 'v4'], [MULTI]: ['v2'] };

/** @param now ms since the epoch */
export function seedRegistry(store: RegistryStore, now: number): void {
  const image = (repository: string, tag: string | undefined, salt: string, days: number) =>
    store.image(repository, tag, { salt, created: new Date(now - days * DAY_MS).toISOString() });
  for (const [tag, days] of Object.entries({ v1: 100, v2: 99, v3: 98, v4: 97, v5: 96, v6: 95 }))
    image(WEB, tag, tag, days);
  image(WEB, 'stable', 'v2', 99);
  image(WEB, 'v3-rc', 'v3', 98);
  image(WEB, 'latest', 'v6', 95);
  const base = image(MULTI, undefined, 'arm64 of v2 and v3', 98);
  for (const [tag, days] of Object.entries({ v1: 100, v2: 98, v3: 97, v4: 96 })) {
    const other = tag === 'v2' || tag === 'v3' ? base : image(MULTI, undefined, `arm64 of ${tag}`, days);
    const amd64 = image(MULTI, tag === 'v1' ? 'v1-amd64' : undefined, `amd64 of ${tag}`, days);
    const index = store.index(MULTI, tag, [amd64, other]);
    if (tag !== 'v2') store.image(MULTI, `${index.replace(':', '-')}.sig`, { salt: `signature of ${tag}` });
    if (tag === 'v4') store.image(MULTI, undefined, { salt: 'list of contents', subject: index });
  }
}
