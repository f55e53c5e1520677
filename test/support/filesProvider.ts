/**
 * A provider for tests that uses every part of the contract: an account is a directory, a location is a directory in it,
 * a resource is a `*.txt` in that. `manifest.json` of any location names the files that are used.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PermitError, ReadError } from '../../src/core/common/errors.ts';
import type { Finding } from '../../src/core/common/finding.ts';
import { KEEP_TAG, keepTagValue } from '../../src/core/owner/optOut.ts';
import type { Account } from '../../src/core/policy/workConfiguration.ts';
import type { DeleteOutcome, Read, Resource } from '../../src/core/resource/resource.ts';
import { defineHandler } from '../../src/handlers/contract/defineHandler.ts';
import type { EvidenceSource, Io, Scope, Session } from '../../src/handlers/contract/handler.ts';
import type { Discovery, DiscoveryEntry, Provider } from '../../src/handlers/contract/provider.ts';

const SUFFIX = '.txt';

interface FilesSettings {
  readonly directory: string;
}
const settingsOf = ({ settings }: Account) => settings as FilesSettings;
const directoryOf = (account: Account, location: string) => join(settingsOf(account).directory, location);

/** What stands in a file, as JSON; it changes with what is written on the resource. */
interface Content {
  readonly owner?: string;
  readonly createdAt?: number;
  readonly until?: number | 'forever';
  readonly markedElsewhereAt?: number;
}

/** @throws ReadError that says what could not be read, so that nothing is concluded from it */
async function reading<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(`reading ${what}`, { problem: 'failed', cause: error });
  }
}

/** The directory says which account it is, so that no other can be taken for it. */
async function prove(account: Account): Promise<void> {
  const id = await reading(`the id of ${account.name}`, () =>
    readFile(join(settingsOf(account).directory, 'id'), 'utf8'),
  );
  if (id !== account.id) throw new ReadError(`${account.name} is ${id}`, { problem: 'wrongAccount' });
}

/** `undefined` where there is no such file: only a read by its name says that (law 2). */
async function resourceAt(directory: string, id: string): Promise<Resource | undefined> {
  const path = join(directory, id);
  try {
    const [{ ino, size }, text] = await Promise.all([stat(path), readFile(path, 'utf8')]);
    const { owner, createdAt, until, markedElsewhereAt } = JSON.parse(text) as Content;
    return {
      ...{ id, identity: String(ino), name: id, aliases: [id], sizeBytes: size },
      ...(createdAt && { createdAt: new Date(createdAt) }),
      tags: { ...(owner && { owner }), ...(until && { [KEEP_TAG]: keepTagValue(until) }) },
      ...(markedElsewhereAt && { markedElsewhereAt: new Date(markedElsewhereAt) }),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ReadError(`reading ${path}`, { problem: 'failed', cause: error });
  }
}

async function change(directory: string, id: string, what: object): Promise<void> {
  const path = join(directory, id);
  const content = JSON.parse(await readFile(path, 'utf8')) as Content;
  await writeFile(path, JSON.stringify({ ...content, ...what }));
}

export const manifest: EvidenceSource = {
  name: 'manifest',
  summary: 'Files that the manifest of a location names.',
  permissions: ['files:read'],
  per: 'location',
  places: ({ accounts, location }) =>
    accounts.flatMap(({ name, provider }) => (provider === 'files' ? [{ account: name, location }] : [])),
  async read(place, { accounts }): Promise<readonly Finding[]> {
    const account = accounts.find(({ name }) => name === place.account) as Account;
    await prove(account);
    const path = join(directoryOf(account, place.location), 'manifest.json');
    const names = JSON.parse(await reading(path, () => readFile(path, 'utf8'))) as readonly string[];
    return names.map((alias) => ({ alias, says: 'used', by: `the manifest of ${place.account}` }));
  },
};

function open({ account, location }: Scope, { permit }: Io): Session {
  const directory = directoryOf(account, location);
  return {
    verifyAccount: () => prove(account),
    async *list() {
      const names = (await reading(directory, () => readdir(directory))).filter((name) => name.endsWith(SUFFIX));
      const found = await Promise.all(names.map((name) => resourceAt(directory, name)));
      yield found.filter((one) => one !== undefined);
    },
    async get(ids) {
      const answers = ids.map(async (id): Promise<readonly [string, Read<Resource>]> => {
        const resource = await resourceAt(directory, id);
        return [id, resource ? { kind: 'found', resource } : { kind: 'gone' }];
      });
      return new Map(await Promise.all(answers));
    },
    async delete(batch) {
      const outcomes = new Map<string, DeleteOutcome>();
      for (const { id, identity } of batch) {
        const denied = permit ? permit.denies() : 'there is no permit';
        if (denied !== undefined) throw new PermitError(denied);
        const now = await resourceAt(directory, id);
        if (now?.identity !== identity) outcomes.set(id, { kind: 'gone' });
        else {
          await mkdir(join(directory, 'bin'), { recursive: true });
          await rename(join(directory, id), join(directory, 'bin', id));
          outcomes.set(id, { kind: 'deleted', requestId: `rename ${id}` });
        }
      }
      return outcomes;
    },
    async protect({ id }, until) {
      await change(directory, id, { until });
      return { did: until === undefined ? 'removed' : 'written' };
    },
    async markElsewhere(batch, at) {
      for (const { id } of batch) await change(directory, id, { markedElsewhereAt: at });
    },
    async restorable(id) {
      const isHeld = (await resourceAt(join(directory, 'bin'), id)) !== undefined;
      return { says: isHeld ? `it lies in ${directory}/bin` : 'it is gone' };
    },
  };
}

/** Files; deleted ones lie in `bin`. */
const file = defineHandler({
  provider: 'files',
  resourceType: 'file',
  summary: 'Files of a directory.',
  permissions: { list: ['files:list'], delete: ['files:rename'] },
  parameters: z.strictObject({}),
  evidence: [manifest],
  after: ['link'],
  setPolicies: [
    {
      name: 'first',
      summary: 'Keeps the first file of the alphabet.',
      enabled: () => true,
      row: ({ id }) => ({ id, family: 'files' }),
      keep: (rows) =>
        new Map(
          [...rows]
            .sort((a, b) => (a.id < b.id ? -1 : 1))
            .slice(0, 1)
            .map(({ id }) => [id, 'the first']),
        ),
    },
  ],
  definition: (resource) => resource,
  open,
});

interface FolderEntry extends DiscoveryEntry {
  readonly exclude?: readonly string[];
}

const folder: Discovery<FolderEntry> = {
  from: 'folder',
  title: 'the folder',
  own: { exclude: z.array(z.string()).optional() },
  mayName: (text) => text.startsWith('dir-'),
  questionOf: () => ({}),
  settingsOf: ({ exclude }, { id, name }) => (exclude?.includes(id) ? undefined : { directory: name }),
  async list(_entry, through, _before, { clock }) {
    await prove(through);
    const { directory } = settingsOf(through);
    const names = await reading(directory, () => readdir(directory));
    const accounts = names.filter((name) => name.startsWith('dir-'));
    return { at: clock.now(), accounts: accounts.map((id) => ({ id, name: join(directory, id), state: 'ACTIVE' })) };
  },
};

/** Every folder below the directory of the account; a link that leads nowhere stops it, as a page that fails does. */
async function* locations(account: Account): AsyncIterable<readonly string[]> {
  await prove(account);
  const { directory } = settingsOf(account);
  const waiting = [''];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const folders: string[] = [];
    for (const name of (await reading(at, () => readdir(join(directory, at)))).filter((one) => one !== 'bin')) {
      const path = join(at, name);
      if ((await reading(path, () => stat(join(directory, path)))).isDirectory()) folders.push(path);
    }
    yield folders;
    waiting.push(...folders);
  }
}

export const files: Provider = {
  name: 'files',
  handlers: [file],
  locations,
  account: {
    id: z.string(),
    own: { directory: z.string().describe('The directory.') },
    locations: 'Directories in it to look at.',
  },
  prove: ({ account }, { accounts }) => prove(accounts.find(({ name }) => name === account) as Account),
  discovery: folder,
  isSandbox: () => true,
};
