/** Entries of `accounts`: an entry names one account, or lists all accounts that a provider finds. */
import { z } from 'zod';
import { name, uniqueList } from '../../core/common/textSettings.ts';
import { people } from '../../core/owner/addressSettings.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import { ALL_LOCATIONS } from '../../core/resource/locationPattern.ts';
import { visible } from '../../core/text/visible.ts';
import type { Discovery, DiscoveryEntry, Provider } from '../../handlers/contract/provider.ts';
import { exactDuration, rolloutSetting } from './scalars.ts';
import { windowSection } from './sections.ts';

/** Of a name that is shown by code points a person would type another namespace; half a character has no encoding at all. */
const SHOWN = 'a name of visible characters: it is a part of every namespace';

/** The keys of an entry that names an account, before the provider's own, and after them. */
const namedFirst = {
  from: z.literal('file').optional().describe('The source of the account; `file` unless given: this entry itself.'),
  name: name('a name')
    .refine((text) => visible(text) === text, { error: SHOWN })
    .describe('Unique, compared without case; part of every namespace.'),
};
const namedLast = {
  owner: people
    .optional()
    .describe(
      'The owner of its resources without another owner: an address, or a list of several people who are one owner together.',
    ),
  rollout: rolloutSetting
    .optional()
    .describe('The highest stage at which a type starts in it; see `rollout` of an entry. `live` unless given.'),
};
const ownWindow = z
  .union([z.literal('off'), windowSection])
  .optional()
  .describe('Its own window, in place of the general one.');

const namedLocations = uniqueList(name('a location'), 'locations');
const foundLocations = z.union([
  z.literal(ALL_LOCATIONS),
  uniqueList(name('a location, or a pattern of them such as "team-*/**"').max(200), 'locations and patterns'),
]);
const refresh = exactDuration.prefault('1h');

function accountSection({ name: provider, account, locations: finds }: Provider) {
  const locations = finds ? foundLocations : namedLocations;
  return z.strictObject({
    ...namedFirst,
    provider: z.literal(provider).describe('Where the account is.'),
    id: account.id
      .optional()
      .describe(
        'The account id that Holystone verifies with the credentials. Without it Holystone never deletes from the account, nor from another account whose resources it might use.',
      ),
    ...account.own,
    ...namedLast,
    locations: (account.isReadWithoutLocations ? locations.default([]) : locations).describe(account.locations),
    ...(finds ? { refresh: refresh.describe('How often the locations that are found are listed anew.') } : {}),
    window: ownWindow,
  });
}

/** The keys of an entry that lists accounts, before the provider's own, and after them. */
const listedFirst = {
  through: name('the name of an account').describe(
    'The account of this file that lists them: the management account or a delegated administrator, with its `id`.',
  ),
};
const listedLast = {
  owner: people.optional().describe('The owner of their resources without another owner: an address, or a list.'),
  locations: z
    .union([
      z.literal('enabled'),
      z.literal(ALL_LOCATIONS).transform((): 'enabled' => 'enabled'),
      uniqueList(name('a location'), 'locations'),
    ])
    .describe('Regions to survey; `enabled`, or `all` = the enabled regions of each account.'),
  rollout: rolloutSetting
    .default('plan')
    .describe('The highest stage at which a type starts in them. Without it new accounts are only surveyed.'),
  refresh: refresh.describe('How often Holystone lists them again.'),
  window: z
    .union([z.literal('off'), windowSection])
    .optional()
    .describe('Their own window, in place of the general one.'),
};

function discoverySection({ from, title, own }: Discovery) {
  return z.strictObject({
    from: z.literal(from).describe(`Takes the accounts from the listing of ${title}.`),
    ...listedFirst,
    ...own,
    ...listedLast,
  });
}

/** One entry of `accounts`, of any of these providers. */
export function accountEntry(providers: readonly Provider[]) {
  const [first, ...others] = providers.map(accountSection);
  if (!first) throw new Error('there are no providers');
  const named = others.length === 0 ? first : z.discriminatedUnion('provider', [first, ...others]);
  const listed = providers.flatMap(({ discovery }) => (discovery ? [discoverySection(discovery)] : []));
  return z.discriminatedUnion('from', [named, ...listed]);
}

type WindowSetting = z.output<typeof ownWindow>;

/** An entry that names an account, or a listed account; the provider's own keys are in `settings`. */
export interface AccountSettings {
  readonly name: string;
  readonly provider: string;
  readonly id?: string;
  readonly title?: string;
  /** {@link Discovery.from} of the entry that lists it; absent = the file names it. */
  readonly from?: string;
  readonly owner?: string;
  readonly unitOwner?: { readonly unit: string; readonly owner: string };
  readonly mail?: string;
  readonly rollout?: z.output<typeof rolloutSetting>;
  readonly locations: readonly string[];
  /** The patterns among the locations of the entry; the provider finds locations for them. */
  readonly patterns?: readonly string[];
  /** How often they are listed again, ms. */
  readonly refresh?: number;
  /** As in `Account`. */
  readonly usedIn?: readonly string[];
  readonly regionsUnread?: true;
  readonly settings?: object;
  readonly window?: WindowSetting;
}

/** An entry that lists accounts. */
export type ListedSettings = DiscoveryEntry & z.output<z.ZodObject<typeof listedLast>>;

/** A parsed entry of `accounts`: the provider's own keys are beside the general ones. */
export type GivenAccount = Readonly<Record<string, unknown>>;

/** Is it an entry that lists accounts? */
export function isListed(given: GivenAccount): given is GivenAccount & ListedSettings {
  return given.from !== undefined && given.from !== 'file';
}

const GENERAL = new Set(['name', 'provider', 'id', 'owner', 'rollout', 'locations', 'refresh', 'window']);

/** An entry that names an account, with the provider's own keys in `settings`. */
export function accountSettings(given: GivenAccount): AccountSettings {
  const written = Object.entries(given).filter(([key, value]) => value !== undefined && key !== 'from');
  const settings = Object.fromEntries(written.filter(([key]) => !GENERAL.has(key)));
  const general = Object.fromEntries(
    written.filter(([key]) => GENERAL.has(key)).map(([key, value]) => [key, value === ALL_LOCATIONS ? [value] : value]),
  ) as unknown as AccountSettings;
  return Object.keys(settings).length === 0 ? general : { ...general, settings };
}

/** The account for all code outside the configuration. */
export function accountOf(settings: AccountSettings): Account {
  const { window: _window, refresh: _refresh, ...account } = settings;
  return account;
}
