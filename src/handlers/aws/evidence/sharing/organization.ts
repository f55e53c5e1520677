/** Lists the accounts of an organisation or a unit of it, for resources shared with one. */
import { ReadError } from '../../../../core/common/errors.ts';
import type { Place } from '../../../../core/common/finding.ts';
import type { Io, Scope } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { organizations } from '../../calls/organizations.ts';
import { accountsBelow, accountsOf, incomplete } from '../../organization/organizations.ts';
import { provenReader } from '../../wire/places.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

export const ORGANIZATION_PERMISSIONS = permissionsOf(
  organizations.describeOrganization,
  organizations.listAccounts,
  organizations.listAccountsForParent,
  organizations.listOrganizationalUnitsForParent,
);

/** Ids of the accounts, or the reason why they are unknown. */
export type Members =
  | { readonly kind: 'accounts'; readonly ids: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string; readonly permission?: string };

/** Expands ARNs through one account, each once; an instance lives no longer than one read of evidence. */
export class Organization {
  readonly #reader: () => Promise<CallScope>;
  readonly #expanded = new Map<string, Promise<Members>>();

  /** @param place the account that reads: the management account, or one with delegated administration */
  constructor(place: Place, scope: Scope, io: Io) {
    this.#reader = () => provenReader(place, scope, io);
  }

  /** @throws ReadError for temporary problems: throttling, an incomplete answer */
  membersOf(arn: string): Promise<Members> {
    const known = this.#expanded.get(arn) ?? this.#expand(arn);
    this.#expanded.set(arn, known);
    return known;
  }

  async #expand(arn: string): Promise<Members> {
    try {
      return await expand(await this.#reader(), arn);
    } catch (error) {
      if (!(error instanceof ReadError) || PASSING.has(error.problem)) throw error;
      const why = `${error.message}; or name in evidence.organization the account that may list it`;
      return { kind: 'unknown', why, ...(error.permission === undefined ? {} : { permission: error.permission }) };
    }
  }
}

const PASSING: ReadonlySet<string> = new Set(['throttled', 'malformed']);

/** https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsorganizations.html */
const ARN =
  /^arn:[\w-]+:organizations::\d{12}:(?:organization\/(?<whole>o-[a-z0-9]+)|ou\/(?<of>o-[a-z0-9]+)\/(?<unit>(?:ou|r)-[a-z0-9-]+))$/;

async function expand(target: CallScope, arn: string): Promise<Members> {
  const { whole, of, unit } = ARN.exec(arn)?.groups ?? {};
  const id = whole ?? of;
  if (id === undefined) return { kind: 'unknown', why: `${arn} is neither an organisation nor a unit of one` };
  const own = await organizationOf(target);
  if (own !== id)
    return { kind: 'unknown', why: `account ${target.account.name} is in organisation ${own}, not in ${id}` };
  const found = unit === undefined ? await accountsOf(target) : await accountsBelow(target, unit);
  return { kind: 'accounts', ids: found.map(({ Id }) => Id) };
}

/**
 * Any member account may send this; it proves that a unit's id, unique only in its organisation, is read in the right
 * one.
 */
async function organizationOf(target: CallScope): Promise<string> {
  const what = 'reading the organisation';
  const { Organization: found } = await read(target, organizations.describeOrganization, what, {});
  return found?.Id ?? incomplete({ target, api: organizations.describeOrganization.api, what });
}
