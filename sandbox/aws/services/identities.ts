import type { AwsError } from '../collections/errors.ts';
import type { Ids } from '../collections/ids.ts';
import { DEFAULT_REGIONS } from '../collections/regions.ts';
import type { Principal } from '../store/call.ts';
import type { AccessKey, Account, AccountSeed } from '../store/control.ts';
import type { Protocol } from '../wire/schema.ts';
import { commonError } from './commonErrors.ts';

export interface Caller {
  readonly account: Account;
  readonly principal: Principal;
  readonly region: string;
  readonly service: string;
  /** The protocol of error answers. */
  readonly protocol: Protocol;
}

interface Key {
  readonly account: string;
  readonly principal: Principal;
  readonly sessionToken?: string;
  readonly expiresAt?: number;
}

export interface Session extends AccessKey {
  readonly sessionToken: string;
  readonly expiresAt: number;
  readonly principal: Principal;
}

/** AWS's default duration of a role's session, in seconds. */
export const SESSION_S = 3600;

/** `AWS4-HMAC-SHA256 Credential=KEY/20260102/us-east-1/ec2/aws4_request, …` */
const CREDENTIAL = /Credential=([^/]+)\/\d{8}\/([^/]+)\/([^/]+)\/aws4_request/;

/**
 * Accounts and the owners of access keys. Signatures are not checked: the sandbox simulates AWS's data, not its
 * secrets.
 */
export class Identities {
  readonly #accounts = new Map<string, Account>();
  readonly #suspended = new Set<string>();
  readonly #keys = new Map<string, Key>();
  readonly #ids: Ids;
  readonly #now: () => number;

  constructor(ids: Ids, now: () => number) {
    this.#ids = ids;
    this.#now = now;
  }

  add({ id, alias, accessKeys, roles = [], regions = DEFAULT_REGIONS }: AccountSeed): Account {
    if (!/^\d{12}$/.test(id)) throw new Error(`an account id has 12 digits, unlike ${id}`);
    const keys = accessKeys ?? [{ accessKeyId: `AKIA0000${id}`, secretAccessKey: `sandbox/secret/of/account/${id}/0` }];
    const account: Account = { id, ...(alias === undefined ? {} : { alias }), accessKeys: keys, roles, regions };
    this.#accounts.set(id, account);
    const principal = { arn: `arn:aws:iam::${id}:user/sandbox`, userId: `AIDA${this.#ids.upper(17)}` };
    for (const key of keys) this.#keys.set(key.accessKeyId, { account: id, principal });
    return account;
  }

  suspend(id: string, suspended: boolean): void {
    if (!this.#accounts.has(id)) throw new Error(`the sandbox has no account ${id}`);
    if (suspended) this.#suspended.add(id);
    else this.#suspended.delete(id);
  }

  isSuspended(id: string): boolean {
    return this.#suspended.has(id);
  }

  get(id: string): Account | undefined {
    return this.#accounts.get(id);
  }

  list(): readonly Account[] {
    return [...this.#accounts.values()];
  }

  /** Credentials for a session in a role; the caller has checked that the role exists. */
  startSession(account: Account, role: string, name: string, seconds: number): Session {
    const principal: Principal = {
      arn: `arn:aws:sts::${account.id}:assumed-role/${role.split('/').at(-1)}/${name}`,
      userId: `AROA${this.#ids.upper(17)}:${name}`,
      role,
    };
    const session: Session = {
      accessKeyId: `ASIA${this.#ids.upper(16)}`,
      secretAccessKey: this.#ids.upper(40),
      sessionToken: `FwoGZXIvYXdzE${this.#ids.upper(100)}`,
      expiresAt: this.#now() + seconds * 1000,
      principal,
    };
    const { sessionToken, expiresAt } = session;
    this.#keys.set(session.accessKeyId, { account: account.id, principal, sessionToken, expiresAt });
    return session;
  }

  /** As if the clients had just assumed their roles again, for AWS's default duration. */
  renewSessions(): void {
    const expiresAt = this.#now() + SESSION_S * 1000;
    for (const [id, key] of this.#keys) if (key.expiresAt !== undefined) this.#keys.set(id, { ...key, expiresAt });
  }

  /** The signer of a request, from its Authorization header; errors have the format of the protocol. */
  authenticate(headers: { readonly [name: string]: string | string[] | undefined }, protocol: Protocol): Caller {
    const [, accessKeyId = '', region = '', service = ''] = CREDENTIAL.exec(String(headers.authorization ?? '')) ?? [];
    if (accessKeyId === '') {
      throw commonError('noCredentials', protocol, 'Request is missing Authentication Token');
    }
    const key = this.#keys.get(accessKeyId);
    const account = key && this.#accounts.get(key.account);
    if (!key || !account || key.sessionToken !== headers['x-amz-security-token']) throw notValid(protocol);
    if (this.#suspended.has(account.id)) throw notValid(protocol);
    if (key.expiresAt !== undefined && key.expiresAt <= this.#now()) throw expired(protocol);
    // A disabled Region does not know the account's keys.
    if (!GLOBAL.has(service) && !account.regions.includes(region)) throw notValid(protocol);
    return { account, principal: key.principal, region, service, protocol };
  }
}

/** Services without Regions. */
const GLOBAL: ReadonlySet<string> = new Set(['iam', 'route53']);

function notValid(protocol: Protocol): AwsError {
  const message =
    protocol === 'ec2'
      ? 'AWS was not able to validate the provided access credentials'
      : 'The security token included in the request is invalid.';
  return commonError('badCredentials', protocol, message);
}

function expired(protocol: Protocol): AwsError {
  const message = protocol === 'ec2' ? 'Request has expired.' : 'The security token included in the request is expired';
  return commonError('expired', protocol, message);
}
