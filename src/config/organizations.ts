/** The accounts of the file, and those that entries `from: organizations` stand for. */
import { LEFT_COUNTS_MS, type ListedAccount, type Listing, type Listings } from '../core/listing.ts';
import type { Account } from '../core/workConfiguration.ts';
import { hashOf } from './hashOf.ts';
import type { OrganizationSettings } from './accountSections.ts';
import { listAt, valueAt } from './plain.ts';
import type { Ignored, Reporter } from './report.ts';
import type { AccountSettings } from './schema.ts';

/** What has to be listed, and through whom. */
export interface OrganizationEntry {
  /** Same question, same key. */
  readonly key: string;
  readonly through: Account;
  /** Empty = the whole organisation. */
  readonly ous: readonly string[];
  readonly exclude: readonly string[];
  /** Present: the regions of each account are asked for too, with these. */
  readonly regionsWith?: Pick<Account, 'readRole' | 'externalId'>;
  readonly refreshMs: number;
}

export type GivenAccount = AccountSettings | OrganizationSettings;

const isOrganization = (given: GivenAccount): given is OrganizationSettings => given.from === 'organizations';

/** Who may be asked, and that nobody reads with what deletes. */
export function checkOrganizations(data: unknown, reporter: Reporter): void {
  const accounts = listAt(data, 'accounts');
  accounts.forEach((entry, index) => {
    if (valueAt(entry, ['from']) !== 'organizations') return;
    const through = valueAt(entry, ['through']);
    const asked = accounts.find((account) => valueAt(account, ['name']) === through);
    const path = ['accounts', index];
    if (through !== undefined && asked === undefined) {
      reporter.report(
        [...path, 'through'],
        'no account of this file has that name; it has to be declared, with its id',
      );
    } else if (asked !== undefined && valueAt(asked, ['id']) === undefined) {
      reporter.report(
        [...path, 'through'],
        'that account is declared without id, so nothing proves whom it speaks for',
      );
    }
    const [read, deletes] = [valueAt(entry, ['readRole']), valueAt(entry, ['deleteRole'])];
    if (read !== undefined && read === deletes) {
      reporter.report([...path, 'deleteRole'], 'the same as readRole: the reading identity must not be able to delete');
    }
  });
}

export interface Expanded {
  /** As plain data and as the schema reads it, index by index; entries for many stand in neither. */
  readonly data: unknown;
  readonly accounts: readonly (AccountSettings | undefined)[];
  readonly entries: readonly OrganizationEntry[];
  readonly ignored: readonly Ignored[];
  /** Why it is not known which accounts there are. */
  readonly unlisted: readonly string[];
}

/** Puts the listed accounts behind those of the file. What is declared in the file is never taken from a listing. */
export function expandAccounts(data: unknown, given: readonly GivenAccount[], listings: Listings): Expanded {
  const declared = given.filter((one): one is AccountSettings => !isOrganization(one));
  const ids = new Set(declared.map(({ id }) => id));
  const found: AccountSettings[] = [];
  const entries: OrganizationEntry[] = [];
  const ignored: Ignored[] = [];
  const unlisted: string[] = [];
  for (const one of given) {
    if (!isOrganization(one)) continue;
    const through = declared.find(({ name }) => name === one.through) as AccountSettings;
    const entry = entryOf(one, through);
    entries.push(entry);
    const listing = listings.get(entry.key);
    const of = `the accounts of AWS Organizations (through "${one.through}")`;
    if (!listing) {
      unlisted.push(`${of} are not known yet`);
      ignored.push({ what: of, why: 'they were not listed yet: nothing is live until they are' });
      continue;
    }
    for (const account of accountsOf(one, listing, ignored)) {
      if (account.id === undefined || ids.has(account.id)) continue;
      ids.add(account.id);
      found.push(account);
    }
  }
  const kept = given.map((one) => (isOrganization(one) ? undefined : one));
  const plain = listAt(data, 'accounts').map((one, index) => (kept[index] ? one : {}));
  return {
    data: { ...(data as object), accounts: [...plain, ...found] },
    accounts: [...kept, ...found],
    entries,
    ignored,
    unlisted,
  };
}

function entryOf(section: OrganizationSettings, through: AccountSettings): OrganizationEntry {
  const { ous = [], exclude = [], readRole, externalId, locations, refresh: refreshMs } = section;
  const { window: _window, ...asked } = through;
  const regionsWith = { readRole, ...(externalId === undefined ? {} : { externalId }) };
  const enabled = locations === 'enabled' ? { regionsWith } : {};
  // Who is left out by id is left out of what was listed, too: what is known of those that left must not be forgotten for it.
  const units = exclude.filter((id) => id.startsWith('ou-'));
  const key = hashOf({ through: asked.id, ous, exclude: units, ...enabled });
  return { key, through: asked as Account, ous, exclude, ...enabled, refreshMs };
}

/** Named by their ids, which never change; what is not active has no locations, so that nothing of it is worked on. */
function accountsOf(section: OrganizationSettings, listing: Listing, ignored: Ignored[]): readonly AccountSettings[] {
  const { readRole, deleteRole, restoreRole, externalId, owner, rollout, locations, window } = section;
  const isIn = ({ id }: ListedAccount) => section.exclude?.includes(id) !== true;
  return listing.accounts.filter(isIn).map(({ id, name, state, leftAt, regions, problem }) => {
    const what = `account ${id} (${name})`;
    const wanted = locations === 'enabled' ? (regions ?? []) : locations;
    const areRegionsKnown = locations !== 'enabled' || regions !== undefined;
    if (leftAt !== undefined) ignored.push({ what, why: leftBecause(id, leftAt) });
    else if (state !== 'ACTIVE') ignored.push({ what, why: `AWS Organizations says ${state}: it is not worked on` });
    else if (wanted.length === 0) ignored.push({ what, why: problem ?? 'its regions were not read yet' });
    return {
      name: id,
      provider: 'aws' as const,
      id,
      title: name,
      from: 'organizations' as const,
      readRole: readRole.replace('{id}', id),
      deleteRole: deleteRole.replace('{id}', id),
      ...(restoreRole === undefined ? {} : { restoreRole: restoreRole.replace('{id}', id) }),
      ...(externalId === undefined ? {} : { externalId }),
      ...(owner === undefined ? {} : { owner }),
      ...(window === undefined ? {} : { window }),
      rollout,
      ...(state === 'ACTIVE' ? { locations: [...wanted] } : { locations: [], usedIn: wanted }),
      ...(areRegionsKnown ? {} : { regionsUnread: true as const }),
    };
  });
}

function leftBecause(id: string, leftAt: number): string {
  const [since, until] = [leftAt, leftAt + LEFT_COUNTS_MS].map((at) => new Date(at).toISOString().slice(0, 10));
  return (
    `it is not listed any more since ${since}: it is not worked on, and counts until ${until} where users are looked for; ` +
    `when it uses nothing any more, say so with \`exclude: ["${id}"]\``
  );
}
