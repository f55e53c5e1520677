/** Locations that a provider finds by patterns: they appear, vanish and come back while the daemon runs. */
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { AccountListings, type AccountListingsDeps } from '../../../src/composition/accountListings.ts';
import type { Listing } from '../../../src/core/policy/listing.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { SharedClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { Provider } from '../../../src/handlers/contract/provider.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { listAt } from '../../../src/handlers/listing.ts';
import { DAY, HOUR, worldForAll } from '../../support/awsWorld.ts';
import { files } from '../../support/filesProvider.ts';
import { UNPACED } from '../../support/unpaced.ts';

const WEB = 'files:disk:team-a%2Fweb:file' as Namespace;

const world = worldForAll();
let root: string;
let asked: number;
let listings: AccountListings;
beforeEach(async () => {
  root = join(world.dir, 'disk');
  await rm(root, { recursive: true, force: true });
  await mkdir(root);
  await writeFile(join(root, 'id'), 'disk-1');
  asked = 0;
  await world.reset(options());
  await folder('team-a/web');
  await folder('other');
  listings = daemon();
});

/** The knowledge of a daemon that has just started. */
function daemon(provider: Provider = counted): AccountListings {
  const { listings: store, claimSlot } = world.wired.parts;
  const list: AccountListingsDeps['list'] = (request, before) => listAt([provider], request, before, io());
  return new AccountListings({ store, claimSlot, list, clock: world.clock, log: world.log });
}

const counted: Provider = {
  ...files,
  locations(account, patterns, given) {
    asked++;
    return (files.locations as NonNullable<Provider['locations']>)(account, patterns, given);
  },
};
const io = () => ({
  signal: new AbortController().signal,
  log: world.log,
  clock: world.clock,
  pacer: UNPACED,
  clients: new SharedClientPool(),
});
const options = (known?: ReadonlyMap<string, Listing>, more = '') => ({
  known: {
    providers: [...providers, files],
    handlers: [...handlers, ...files.handlers],
    accounts: `  - { name: disk, provider: files, id: disk-1, directory: ${JSON.stringify(root)}, locations: ["team-*/**"] }`,
    ...(known ? { listings: known } : {}),
  },
  cleanup: `[{ type: files.file, live: true, when: [{ rule: unused }]${more} }]`,
});

async function folder(name: string): Promise<void> {
  const directory = join(root, name);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'manifest.json'), '[]');
  const content = { owner: 'ann@example.com', createdAt: world.clock.now() - 100 * DAY };
  for (const file of ['first.txt', 'old.txt']) await writeFile(join(directory, file), JSON.stringify(content));
}

/** One look of the daemon, an hour later: changes apply like a reload. */
async function look(): Promise<boolean> {
  world.clock.advance(HOUR);
  const isChanged = await listings.look(world.configuration.listings);
  if (isChanged) await world.configure(options(listings.listings));
  return isChanged;
}
const namespaces = () => world.configuration.workConfigurations.map(({ namespace }) => namespace);
const ignored = () => world.configuration.ignored.map(({ what, why }) => `${what}: ${why}`);
const marked = async () => (await world.marks(WEB)).map(({ id }) => id);

describe('locations that a pattern means', () => {
  test('law 1 before the first listing no location is known, and no namespace is live', async () => {
    expect(namespaces()).toEqual([]);
    await world.configure({
      ...options(),
      known: {
        ...options().known,
        accounts: options().known.accounts.replace('["team-*/**"]', '[other, "team-*/**"]'),
      },
    });
    expect(namespaces()).toEqual(['files:disk:other:file']);
    const [wc] = world.configuration.workConfigurations;
    expect(wc?.notLiveBecause).toMatch(/the locations of account disk are not known yet/);
    expect(wc?.account).toMatchObject({ locations: ['other'], regionsUnread: true });
  });

  test('Holystone works on a new location from the next listing on, at the cost of one listing an interval', async () => {
    await look();
    expect(namespaces()).toEqual(['files:disk:team-a:file', WEB]);
    await folder('team-b');
    expect(await listings.look(world.configuration.listings)).toBe(false);
    await look();
    expect(namespaces()).toEqual(['files:disk:team-a:file', WEB, 'files:disk:team-b:file']);
    expect(asked).toBe(2);
  });

  test('law 2 Holystone stops working on a vanished location and deletes nothing there; its marks count again when it comes back', async () => {
    await look();
    await world.pass('mark', WEB);
    expect(await marked()).toEqual(['old.txt']);
    await rename(join(root, 'team-a'), join(root, 'away'));
    await folder('team-b');
    await look();
    expect(namespaces()).toEqual(['files:disk:team-b:file']);
    expect(ignored()).toContainEqual(
      expect.stringMatching(/^location team-a\/web of account disk: it is not listed any more/),
    );
    expect(world.configuration.accounts.find(({ name }) => name === 'disk')?.usedIn).toEqual([
      'team-b',
      'team-a',
      'team-a/web',
    ]);
    expect(await marked()).toEqual(['old.txt']);
    await rename(join(root, 'away'), join(root, 'team-a'));
    await look();
    expect(namespaces()).toContain(WEB);
    expect(await marked()).toEqual(['old.txt']);
    expect(await world.pass('mark', WEB)).toMatchObject({ outcome: 'complete' });
    expect(await marked()).toEqual(['old.txt']);
  });

  test.each([
    ['fails', () => writeFile(join(root, 'id'), 'disk-2'), /disk is disk-2/],
    [
      'is cut short',
      () => symlink(join(root, 'nowhere'), join(root, 'team-a', 'web', 'link')),
      /reading team-a\/web\/link/,
    ],
    [
      'is suddenly empty',
      () => rm(join(root, 'team-a'), { recursive: true }),
      /none is listed where there were some before/,
    ],
  ])(
    'law 1 a listing that %s makes nothing vanish, says so once, and outlives a restart',
    async (_what, spoil, why) => {
      await look();
      await world.pass('mark', WEB);
      await spoil();
      for (let i = 0; i < 3; i++) expect(await look()).toBe(false);
      expect(namespaces()).toEqual(['files:disk:team-a:file', WEB]);
      expect(await marked()).toEqual(['old.txt']);
      expect(listings.problems).toEqual([expect.stringMatching(why)]);
      expect(listings.problems[0]).toMatch(
        /^the locations of account disk cannot be listed, the last listing stays in effect/,
      );
      expect(world.logs.filter(({ message }) => message.includes('cannot be listed'))).toHaveLength(1);
      await world.configure(options());
      listings = daemon();
      expect(await look()).toBe(true);
      expect(namespaces()).toEqual(['files:disk:team-a:file', WEB]);
    },
  );

  test('an entry may name a location of a later listing; a location that no pattern matches is an error', async () => {
    await look();
    await world.configure(options(listings.listings, ', locations: [team-z]'));
    expect(namespaces()).toEqual([]);
    expect(ignored()).toContainEqual(
      expect.stringMatching(/does not have the location "team-z": no listing shows it now/),
    );
    await expect(world.configure(options(listings.listings, ', locations: [elsewhere]'))).rejects.toThrow(/elsewhere/);
  });

  test('twenty thousand cost one listing, and one configuration each', async () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `team-${index}/x`);
    let pages = 0;
    const large: Provider = {
      ...files,
      async *locations() {
        pages++;
        yield* [many.slice(0, 10_000), many.slice(10_000)];
      },
    };
    listings = daemon(large);
    await look();
    expect(await listings.look(world.configuration.listings)).toBe(false);
    expect(namespaces()).toHaveLength(20_000);
    expect(pages).toBe(1);
  });
});
