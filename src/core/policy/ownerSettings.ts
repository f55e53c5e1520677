/** How the configuration finds the owner of a resource. */

/** The sources of an owner. */
export const OWNER_STRATEGIES = ['tags', 'registry', 'account', 'unit', 'accountMail', 'fallback'] as const;
/** Without `accountMail`: often nobody reads the mailbox of a root user. */
export const USUAL_ORDER = [
  'tags',
  'registry',
  'account',
  'unit',
  'fallback',
] as const satisfies readonly OwnerStrategy[];
/** A kind of source; the search asks them in the configured order, and the first answer counts. */
export type OwnerStrategy = (typeof OWNER_STRATEGIES)[number];

/** The search for the owner of a resource. */
export interface OwnerSettings {
  /** The strategies in their order; a strategy that is not in the list is not used. */
  readonly order: readonly OwnerStrategy[];
  /** Tag keys that name an owner; the first one found wins. */
  readonly tags: readonly string[];
  /** Domains that tags and the registry may name, in lower case: `example.com`, `*.example.com`. Absent = any. */
  readonly domains?: readonly string[];
  /** Names in lower case, of teams and people, → their addresses, as one owner: what a tag or the registry says in place of an address. */
  readonly map?: Readonly<Record<string, string>>;
  /** A single word in a tag or the registry is a mailbox of this domain. Absent: it names nobody. */
  readonly nameDomain?: string;
  /** Absent: the strategy `registry` finds no owner. */
  readonly registry?: RegistrySettings;
  /** Whose money it is; absent: the owner's. */
  readonly team?: TeamSettings;
}

/** The places that may name the team of a resource, after them its owner. */
export const TEAM_PLACES = ['tags', 'registry'] as const;
export type TeamPlace = (typeof TEAM_PLACES)[number];

/** The search for the team that a saving belongs to; no decision about a resource reads it. */
export interface TeamSettings {
  readonly order: readonly TeamPlace[];
  /** Tag keys that name a team; the first one with a value wins. */
  readonly tags: readonly string[];
}

/** `applications`: a list of our own; `backstage`: entities of a catalog (`catalog-info.yaml`); `csv`: a table with a head. */
export const REGISTRY_FORMATS = ['applications', 'backstage', 'csv'] as const;
export type RegistryFormat = (typeof REGISTRY_FORMATS)[number];

/** The registry of applications and their owners. */
export interface RegistrySettings {
  /** A path or a URL. */
  readonly from: string;
  /** Of which program it is; an own list of applications unless given. */
  readonly format?: RegistryFormat | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The keys of an entry for its application and its owner. */
  readonly keys: { readonly app: string; readonly owner: string };
  /** Tag keys that name a resource's application. */
  readonly tags: readonly string[];
  /** How often it is read, ms. */
  readonly refresh: number;
  /** How long the last read is valid if a new read fails, and the maximum age that the registry may state, ms. */
  readonly maxAge: number;
}
