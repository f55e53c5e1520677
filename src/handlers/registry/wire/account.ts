/** The settings of a registry's account. */
import { z } from 'zod';
import { name } from '../../../core/common/textSettings.ts';
import { spanParameter } from '../../../core/evaluation/rules/age.ts';
import type { Account } from '../../../core/policy/workConfiguration.ts';
import { isLoopbackHost, isSafeAddress } from '../../../core/text/loopback.ts';
import { documentHeaders, documentLocation } from '../../../documents/location.ts';
import { callRate } from '../../contract/callRate.ts';
import { imageHost } from '../../images/reference.ts';
import { programEnv } from '../../programs/programEnv.ts';
import type { NamedTokenServices } from './tokenServices.ts';

/** Calls per second that an unknown registry surely takes; the shared pacer uses its share of them. */
const CALLS_PER_SECOND = 200;

const URL_WORDS = 'the address of the registry without user, path and query: "https://registry.example.com"';

const UNENCRYPTED = 'an address that begins with https:// (http:// only to this machine)';

/** Without user and path: credentials have keys of their own, and the paths are those of the API. */
const BARE_URL = /^https?:\/\/(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9][A-Za-z0-9.-]*)(?::[0-9]{1,5})?\/?$/;

const ONE_CATALOG =
  'allowed: `gitlab` with `groups` or `projects`, or `harbor`, or `from`; `projectTags` not with `from`';
const ONE_WAY = 'allowed: `username` with `password`, or `token`, or `dockerConfig` (alone with `env`)';

const ONE_API = 'allowed: `harbor` alone, or one of `gitlab`, `quay` and `github` with `token`';

const address = z
  .string({ error: URL_WORDS })
  .regex(BARE_URL, { error: URL_WORDS })
  .refine((text) => URL.canParse(text), { error: URL_WORDS });

/** The host of the registry with its port if it is not the usual one, as in the name of an image. */
export const registryId = z
  .string({ error: 'the host of the registry: "registry.example.com" or "127.0.0.1:5000"' })
  .regex(/^[A-Za-z0-9.[\]:-]+$/, { error: 'the host of the registry, with its port if the URL has one' });

/** One spelling of the names of a host: its case, a dot at its end, Docker Hub's names, and those of this machine. */
export function oneHost(id: string): string {
  const [, name = id, port = ''] = /^(.*?)\.?(:[0-9]+)?$/.exec(id.toLowerCase()) ?? [];
  return imageHost((isLoopbackHost(name) ? 'localhost' : name) + port);
}

/** The keys of an entry of `accounts` that names one registry. */
export const accountKeys = {
  url: address.describe('The address of the registry: `https://registry.example.com`.'),
  credentials: z
    .strictObject({
      username: name('a user').optional().describe('The user, with `password`.'),
      password: name('a password')
        .optional()
        .describe('The password or access token of `username`, best as a variable.'),
      token: name('a token').optional().describe('A bearer token that the registry takes as it is.'),
      dockerConfig: name('a path')
        .optional()
        .describe(
          'A `config.json` of Docker: its credential helper for the registry, its `credsStore`, or its `auths`.',
        ),
      env: programEnv
        .optional()
        .describe(
          'With `dockerConfig`: variables for the credential helper. It inherits `PATH`, `HOME`, proxies and the places of cloud identities; the keys of a cloud only if it is that cloud’s own helper.',
        ),
    })
    .superRefine(({ username, password, token, dockerConfig, env }, context) => {
      const ways = [username ?? password, token, dockerConfig].filter((way) => way !== undefined);
      const isWhole = (username === undefined) === (password === undefined);
      if (ways.length !== 1 || !isWhole || (env !== undefined && dockerConfig === undefined))
        context.addIssue({ code: 'custom', message: ONE_WAY });
    })
    .optional()
    .describe('How Holystone signs in; absent = it does not. Never sent unencrypted to another machine.'),
  tokenServices: z
    .array(address.refine((text) => isSafeAddress(new URL(text)), { error: UNENCRYPTED }))
    .min(1)
    .optional()
    .describe(
      'The only token services that get the credentials, as `https://auth.example.com`. Absent = the host of the registry, a domain above it, that of `catalog`, and for Docker Hub its own.',
    ),
  ca: name('a path')
    .optional()
    .describe('A file with the certificates (PEM) that sign the registry, beside none other.'),
  catalog: z
    .strictObject({
      gitlab: address
        .optional()
        .describe('The address of GitLab: its API lists the repositories of `groups` and `projects`.'),
      groups: z
        .array(name('a group'))
        .min(1)
        .optional()
        .describe('Groups of GitLab, by path or id; those of their subgroups count too.'),
      projects: z.array(name('a project')).min(1).optional().describe('Projects of GitLab, by path or id.'),
      token: name('a token').optional().describe('A token of GitLab with the scope read_api, best as a variable.'),
      harbor: address
        .optional()
        .describe('The address of Harbor: its API lists the repositories that the user of `credentials` may see.'),
      from: documentLocation.optional().describe('A document: JSON with `generatedAt` and a list `repositories`.'),
      headers: documentHeaders,
      projectTags: z
        .boolean()
        .optional()
        .describe(
          'Also data of GitLab or Harbor about the project counts as tags: `project`; of GitLab `group` and the topics, `owner=team@example.com` as a tag `owner`; of Harbor `projectOwner`.',
        ),
      maxAge: spanParameter
        .prefault('1d')
        .describe('The largest age of `generatedAt`; an older document counts as not readable.'),
    })
    .superRefine(({ gitlab, groups, projects, harbor, from, projectTags }, context) => {
      const ways = [gitlab, harbor, from].filter((way) => way !== undefined);
      const isWhole = (gitlab === undefined) === ((groups ?? projects) === undefined);
      if (ways.length !== 1 || !isWhole || (projectTags && from !== undefined)) {
        context.addIssue({ code: 'custom', message: ONE_CATALOG });
      }
    })
    .optional()
    .describe(
      'Who lists the repositories for the patterns in `locations`; absent = the registry itself (`/v2/_catalog`).',
    ),
  repositoryTags: z
    .array(
      z.strictObject({
        repositories: z
          .array(name('a repository or a pattern'))
          .min(1)
          .describe('Names, or patterns as in `locations`.'),
        tags: z.record(z.string().min(1), name('a value')).describe('As `{ owner: team@example.com, app: shop }`.'),
      }),
    )
    .optional()
    .describe(
      'Tags that count as those of each image tag in these repositories, as for owners and `keep`; of a key the first counts. The tag `repository` is always its name.',
    ),
  deletes: z
    .enum(['tags', 'digests'])
    .optional()
    .describe(
      'How the registry deletes: `tags` one by one, or only `digests` with all their tags. Absent = learnt from the first deletion.',
    ),
  deletesThrough: z
    .strictObject({
      harbor: address.optional().describe('The address of Harbor, for the user of `credentials`: it deletes tags.'),
      gitlab: address.optional().describe('The address of GitLab, with `token`: it deletes tags.'),
      quay: address.optional().describe('The address of Quay, with `token`: it deletes tags.'),
      github: address
        .optional()
        .describe(
          'The API of GitHub (`https://api.github.com`), with `token`: it deletes digests with all their tags.',
        ),
      token: name('a token').optional().describe('The token for GitLab, Quay or GitHub, best as a variable.'),
    })
    .superRefine(({ token, ...apis }, context) => {
      const named = Object.entries(apis).filter(([, url]) => url !== undefined);
      const isWhole = named.length === 1 && (named[0]?.[0] === 'harbor') === (token === undefined);
      if (!isWhole) context.addIssue({ code: 'custom', message: ONE_API });
    })
    .optional()
    .describe(
      'The API that deletes in the place of the registry itself, which then needs no `deletes`: for registries that delete nothing, or only digests.',
    ),
  callRate: callRate('the registry', CALLS_PER_SECOND),
};

/** The way to list the repositories: one of `gitlab` with `groups` or `projects`, `harbor`, and `from`. */
export interface Catalog {
  readonly gitlab?: string;
  readonly groups?: readonly string[];
  readonly projects?: readonly string[];
  readonly token?: string;
  readonly harbor?: string;
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly projectTags?: boolean;
  /** ms. */
  readonly maxAge: number;
}

/** `Account.settings` of a registry. */
export interface RegistrySettings extends NamedTokenServices {
  readonly url: string;
  /** `username` with `password`, or one of the others. */
  readonly credentials?: {
    readonly username?: string;
    readonly password?: string;
    readonly token?: string;
    readonly dockerConfig?: string;
    readonly env?: Readonly<Record<string, string>>;
  };
  readonly ca?: string;
  readonly catalog?: Catalog;
  readonly repositoryTags?: readonly {
    readonly repositories: readonly string[];
    readonly tags: Readonly<Record<string, string>>;
  }[];
  readonly deletes?: 'tags' | 'digests';
  readonly deletesThrough?: DeletesThrough;
  readonly callRate?: number;
}

/** The address of one API; a token for all but Harbor. */
export interface DeletesThrough {
  readonly harbor?: string;
  readonly gitlab?: string;
  readonly quay?: string;
  readonly github?: string;
  readonly token?: string;
}

/** No check: the loader validated them against this provider's schema. */
export function settingsOf({ settings }: Pick<Account, 'settings'>): RegistrySettings {
  return settings as RegistrySettings;
}

/** The host that an account's `id` must name. */
export function hostOf(account: Pick<Account, 'settings'>): string {
  return new URL(settingsOf(account).url).host;
}

/** One bucket for all calls to a registry: none publishes a limit for each call. */
export function bucketOf(account: Account) {
  const { callRate: perSecond = CALLS_PER_SECOND } = settingsOf(account);
  return {
    account: account.name,
    location: hostOf(account),
    api: 'registry:*',
    capacity: perSecond,
    refillPerSecond: perSecond,
  };
}

/**
 * The settings that decide which repositories are listed: another catalog is another listing, a new password is not.
 */
export function listedBy(settings: object): object {
  const { url, credentials, catalog } = settings as RegistrySettings;
  const { token: _token, headers: _headers, ...rest } = catalog ?? {};
  return { url, user: credentials?.username, catalog: rest };
}
