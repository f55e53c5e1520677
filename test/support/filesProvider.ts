/**
 * A provider for tests that uses every part of the contract: an account is a directory, a location is a directory in
 * it, a resource is a `*.txt` in that. `manifest.json` of any location lists the used files.
 */
import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PermitError, ReadError } from '../../src/core/common/errors.ts';
import type { Finding } from '../../src/core/common/finding.ts';
import { QUARANTINE_TAG } from '../../src/core/mark/quarantine.ts';
import { KEEP_TAG, keepTagValue } from '../../src/core/owner/optOut.ts';
import type { Account } from '../../src/core/policy/workConfiguration.ts';
import type { PermitGate } from '../../src/core/ports/permitGate.ts';
import type { DeleteOutcome, Read, Resource } from '../../src/core/resource/resource.ts';
import { defineHandler } from '../../src/handlers/contract/defineHandler.ts';
import type { EvidenceSource, Io, Scope, Session } from '../../src/handlers/contract/handler.ts';
import type { Discovery, Provider } from '../../src/handlers/contract/provider.ts';
import type { Rights } from '../../src/handlers/contract/rights.ts';

const settingsOf = ({ settings }: Account) => settings as { readonly directory: string };
const directoryOf = (account: Account, location: string) => join(settingsOf(account).directory, location);

/** The JSON in a file; writes on the resource change it. */
interface Content {
  readonly owner?: string;
  readonly createdAt?: number;
  readonly until?: number | 'forever';
  readonly markedElsewhereAt?: number;
  readonly quarantinedAt?: number;
}

/** @throws ReadError with the unreadable part, so that no conclusion is drawn from it */
async function reading<T>(what: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ReadError(`reading ${what}`, { problem: 'failed', cause: error });
  }
}

/** The directory contains the id of its account, so that no other can be taken for it. */
async function prove(account: Account): Promise<void> {
  const path = join(settingsOf(account).directory, 'id');
  const id = await reading(path, () => readFile(path, 'utf8'));
  if (id !== account.id) throw new ReadError(`${account.name} is ${id}`, { problem: 'wrongAccount' });
}

/** `undefined` when the file does not exist: only a read by its name proves that (law 2). */
async function resourceAt(directory: string, id: string): Promise<Resource | undefined> {
  const path = join(directory, id);
  try {
    const [{ ino, size }, text] = await Promise.all([stat(path), readFile(path, 'utf8')]);
    const { owner, createdAt, until, markedElsewhereAt, quarantinedAt } = JSON.parse(text) as Content;
    return {
      ...{ id, identity: String(ino), name: id, aliases: [id], sizeBytes: size },
      ...(createdAt && { createdAt: new Date(createdAt) }),
      tags: {
        ...(owner && { owner }),
        ...(until && { [KEEP_TAG]: keepTagValue(until) }),
        ...(quarantinedAt && { [QUARANTINE_TAG]: new Date(quarantinedAt).toISOString() }),
      },
      ...(markedElsewhereAt && { markedElsewhereAt: new Date(markedElsewhereAt) }),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ReadError(`reading ${path}`, { problem: 'failed', cause: error });
  }
}

async function change(directory: string, id: string, what: object): Promise<void> {
  const content = JSON.parse(await readFile(join(directory, id), 'utf8')) as Content;
  await writeFile(join(directory, id), JSON.stringify({ ...content, ...what }));
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

/** The last check before a change that cannot be undone at once (law 3). */
function demandPermit(permit: PermitGate | undefined): void {
  const denied = permit ? permit.denies() : 'there is no permit';
  if (denied) throw new PermitError(denied);
}

function open({ account, location }: Scope, { permit, mayRestore, clock }: Io): Session {
  const directory = directoryOf(account, location);
  const bin = join(directory, 'bin');
  return {
    verifyAccount: () => prove(account),
    async *list() {
      const names = (await reading(directory, () => readdir(directory))).filter((name) => name.endsWith('.txt'));
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
        demandPermit(permit);
        const now = await resourceAt(directory, id);
        if (now?.identity !== identity) outcomes.set(id, { kind: 'gone' });
        else {
          await mkdir(bin, { recursive: true });
          await rename(join(directory, id), join(bin, id));
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
    restorable: async (id) => ({ says: (await resourceAt(bin, id)) ? `it lies in ${bin}` : 'it is gone' }),
    async restore({ id }) {
      if (await resourceAt(directory, id)) return { kind: 'restored', id, afterwards: [] };
      if (!(await resourceAt(bin, id))) return { kind: 'expired', why: `it is not in ${bin}`, steps: [] };
      const step = { says: `takes ${id} out of the bin`, command: `mv ${bin}/${id} ${directory}` };
      const run = async () => {
        if (!mayRestore) throw new PermitError('only `holystone restore --yes` may restore');
        await rename(join(bin, id), join(directory, id));
        return { kind: 'restored', id, requestId: `rename ${id}`, afterwards: [] } as const;
      };
      return { kind: 'ready', id, steps: [step], afterwards: [], run };
    },
    quarantine: {
      dryRunDelete: async () => {},
      async begin({ id }) {
        demandPermit(permit);
        await change(directory, id, { quarantinedAt: clock.now() });
        return { kind: 'done', requestId: `write ${id}`, says: 'it says that it is going' };
      },
      async standing({ tags }) {
        return tags[QUARANTINE_TAG] ? { kind: 'inEffect' } : { kind: 'undone', why: 'somebody removed its word' };
      },
      async release({ id }) {
        await change(directory, id, { quarantinedAt: undefined });
        return 'it no longer says that it is going';
      },
    },
  };
}

const file = defineHandler({
  provider: 'files',
  resourceType: 'file',
  summary: 'Files of a directory; deleted ones are moved to `bin`.',
  attributes: { tags: 'map', createdAt: 'date', sizeBytes: 'number', markedElsewhereAt: 'date' },
  permissions: { list: ['files:list'], delete: ['files:rename'], restore: ['files:rename'] },
  quarantine: { summary: 'Says in the file that it is going.', permissions: ['files:write'] },
  parameters: z.strictObject({}),
  evidence: [manifest],
  after: ['link'],
  setPolicies: [
    {
      name: 'first',
      summary: 'Keeps the first file of the alphabet.',
      enabled: () => true,
      row: ({ id }) => ({ id, family: 'files' }),
      keep(rows) {
        const [first] = rows.map(({ id }) => id).sort();
        return new Map(first === undefined ? [] : [[first, 'the first']]);
      },
    },
  ],
  definition: (resource) => resource,
  open,
});

const folder: Discovery = {
  from: 'folder',
  title: 'the folder',
  own: {},
  mayName: (text) => text.startsWith('dir-'),
  questionOf: () => ({}),
  settingsOf: (_entry, { name }) => ({ directory: name }),
  async list(_entry, through, _before, { clock }) {
    await prove(through);
    const { directory } = settingsOf(through);
    const names = await reading(directory, () => readdir(directory));
    const accounts = names.filter((name) => name.startsWith('dir-'));
    return { at: clock.now(), accounts: accounts.map((id) => ({ id, name: join(directory, id), state: 'ACTIVE' })) };
  },
};

/** Every folder below the account's directory; a broken link stops it, like a page that fails. */
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

const rights: Rights = {
  command: 'file-rights',
  description: 'Print what each directory must allow.',
  identities: ['reader'],
  examples: [],
  print({ uses }) {
    const wanted = uses.map(({ wc, handler: { permissions: own }, evidence, deletes }) => {
      const all = [...own.list, ...evidence.flatMap(({ permissions }) => permissions), ...(deletes ? own.delete : [])];
      return [wc.namespace, [...new Set(all)]] as const;
    });
    return { notes: [], document: Object.fromEntries(wanted) };
  },
};

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
  rights,
  isSandbox: () => true,
};
