/** What could not be expressed about tags when people's policies were tried first: each is a file now, with its plan of a seeded registry. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { RegistryStore } from '../../../sandbox/registry/store.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { expected, observe, optionsOf, policyOf, type Seeded, verdictsOf } from '../../support/askedFor.ts';
import { DAY, worldForAll } from '../../support/awsWorld.ts';
import { REPOSITORY } from '../../support/hubWorld.ts';
import { type RunningDeletionApi, startDeletionApi } from '../../support/registryApis/deletionApis.ts';
import { sign } from '../../support/signatures.ts';

const world = worldForAll();
let hub: RunningRegistry;
let harbor: RunningDeletionApi;
beforeEach(async () => {
  hub = await startRegistry();
  harbor = await startDeletionApi('harbor', hub.store);
});
afterEach(() => Promise.all([hub.close(), harbor.close()]));

const OTHER = 'infra/base';
const before = (days: number) => new Date(world.clock.now() - days * DAY);
/** An image with these tags, built and pushed so many days ago. @returns the tags */
function image(days: number, tags: readonly string[], repository = REPOSITORY): readonly string[] {
  const salt = tags[0] ?? '';
  for (const tag of tags) {
    hub.store.image(repository, tag, { created: before(days).toISOString(), salt, pushedAt: before(days) });
  }
  return tags;
}
/** So many images with a tag each, the oldest first. */
const images = (count: number, prefix: string, from = 300, repository = REPOSITORY) =>
  Array.from({ length: count }, (_, nth) => image(from - nth, [`${prefix}${nth + 1}`], repository)).flat();
const untagged = (salt: string, days: number) =>
  hub.store.image(REPOSITORY, undefined, { salt, created: before(days).toISOString(), pushedAt: before(days) });

const ASKED: readonly (readonly [wanted: string, policy: string, seed: () => Seeded])[] = [
  [
    'several entries for one repository',
    'few-previews-many-releases',
    () => {
      const [previews, releases] = [images(7, 'pr-'), images(51, 'v1.')];
      return {
        goes: [...previews.slice(0, 2), ...releases.slice(0, 1)],
        stays: [...previews.slice(2), ...releases.slice(1)],
      };
    },
  ],
  [
    'a count of images, not of tags',
    'newest-images',
    () => {
      const [old, ...kept] = [300, 200, 100].map((days, nth) =>
        image(
          days,
          ['a', 'b', 'c'].map((one) => `${one}${nth}`),
        ),
      );
      return { goes: old ?? [], stays: kept.flat() };
    },
  ],
  [
    'a count per repository',
    'cleanup: [{ type: tag, locations: [shop/*], nameRegexDelete: ".*", keepN: 5 }, { type: tag, nameRegexDelete: ".*", keepN: 50 }]',
    () => {
      const [shop, infra] = [images(7, 'v'), images(7, 'base-', 300, OTHER)];
      return { goes: shop.slice(0, 2), stays: [...shop.slice(2), ...infra] };
    },
  ],
  [
    'order by semantic version',
    'cleanup: [{ type: tag, nameRegexDelete: ".*", keepN: 3, orderBy: version }]',
    () => {
      const tags = Array.from({ length: 20 }, (_, nth) => image(300 + nth, [`v1.${nth + 1}`])).flat();
      return { goes: tags.slice(0, 17), stays: tags.slice(17) };
    },
  ],
  [
    'signatures whose image went',
    'orphaned-signatures',
    () => {
      const [gone = '', ...living] = Array.from({ length: 3 }, (_, nth) =>
        hub.store.image(REPOSITORY, `v${nth}`, { created: before(300).toISOString(), salt: `v${nth}` }),
      );
      const orphan = sign(hub.store, gone);
      return {
        goes: [orphan],
        stays: ['v1', 'v2', ...living.map((digest) => sign(hub.store, digest))],
        later: () => RegistryStore.deleteDigest(hub.store.repository(REPOSITORY), gone),
      };
    },
  ],
  [
    'untagged images, and old tags that nobody pulls',
    'untagged-images',
    () => {
      const [lost, part] = [untagged('lost', 300), untagged('part', 10)];
      hub.store.index(REPOSITORY, 'v99', [part], before(10));
      const tags = images(31, 'v');
      for (const tag of ['v1', 'v3']) harbor.pulls.set(tag, before(tag === 'v1' ? -60 : 200));
      return { goes: [lost, 'v2'], stays: ['v99', 'v1', ...tags.slice(2)], days: 95 };
    },
  ],
  [
    'deletion of one tag through the API of Harbor, while other tags of its image stay',
    'harbor-tags',
    () => {
      const shared = image(400, ['old', 'v1']);
      const tags = images(30, 'v');
      return { goes: shared.slice(0, 1), stays: tags, days: 95 };
    },
  ],
  [
    'any age, as `--ago 0d`',
    'newest-of-any-age',
    () => {
      const tags = images(12, 'v', 11);
      return { goes: tags.slice(0, 2), stays: tags.slice(2), days: 0 };
    },
  ],
];

test.each(ASKED)('%s: %s', async (_wanted, policy, seed) => {
  const [declared = {}] = policyOf(policy).accounts as readonly { readonly deletesThrough?: object }[];
  const through = declared.deletesThrough ? `, deletesThrough: { harbor: "${harbor.url}" }` : '';
  const credentials = 'credentials: { username: user, password: secret }';
  const account = `name: hub, provider: registry, url: "${hub.url}", ${credentials}${through}`;
  await world.reset({
    ...optionsOf(policy, 'hub'),
    known: { providers, handlers, accounts: `  - { ${account}, locations: [${REPOSITORY}, ${OTHER}] }` },
  });
  const seeded = seed();
  hub.store.repository(OTHER);
  await observe(world, seeded);
  expect(await verdictsOf(world, seeded, 'name')).toEqual(expected(seeded));
});
