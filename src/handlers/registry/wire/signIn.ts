/** Signs requests to one registry: nothing, Basic, a given token, or tokens of the registry's token service. */
import { systemMonotonicClock } from '../../../core/common/clock.ts';
import { ReadError } from '../../../core/common/errors.ts';
import { isSafeAddress } from '../../../core/text/loopback.ts';
import type { WireAnswer, WireRequest } from '../../http/exchange.ts';
import { type Challenge, readChallenge } from './challenge.ts';
import { type NamedTokenServices, refusalOfTokenService } from './tokenServices.ts';

/** The credentials of an account, read from its settings. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'password'; readonly username: string; readonly password: string }
  | { readonly kind: 'token'; readonly token: string }
  /** For the token service, which gives tokens for it (OAuth 2.0, `refresh_token`). */
  | { readonly kind: 'identity'; readonly token: string };

type Send = (request: WireRequest) => Promise<WireAnswer>;

/** A token without `expires_in` lives 60 s (the token specification of distribution). */
const DEFAULT_LIFE_S = 60;
/** A token that ends so soon is not used: the registry's clock may be ahead. */
const SKEW_MS = 10_000;
const MAX_TOKEN_BYTES = 256 * 1024;

export class SignIn {
  readonly #credentials: Credentials;
  readonly #registry: URL;
  readonly #named: NamedTokenServices;
  readonly #tokens = new Map<string, { readonly token: string; readonly until: number }>();
  #known: Challenge | undefined;

  constructor(registry: URL, credentials: Credentials, named: NamedTokenServices = {}) {
    this.#registry = registry;
    this.#named = named;
    this.#credentials = credentials;
  }

  /** The header for a request with this scope, as far as the registry's way is known by now. */
  async header(scope: string, send: Send): Promise<string | undefined> {
    if (this.#credentials.kind !== 'token') return this.#known && this.#answer(this.#known, scope, send);
    this.#demandSafe();
    return `Bearer ${this.#credentials.token}`;
  }

  /**
   * The header after a 401 of the registry's own origin: a new token, or the password if the registry asks for it.
   * @throws ReadError when the registry takes no credentials that Holystone has
   */
  async again(refused: WireAnswer, scope: string, send: Send): Promise<string> {
    const challenge = readChallenge(refused.headers['www-authenticate']);
    if (!challenge) throw problem('the registry asks for credentials in a way that Holystone does not know');
    if (this.#credentials.kind === 'token') throw problem('the registry does not take the token');
    this.#known = challenge;
    this.#tokens.delete(scope);
    const wanted = challenge.scheme === 'bearer' ? challenge.scope : undefined;
    const header = await this.#answer(challenge, scope, send, wanted);
    if (header === undefined) throw problem('the registry asks for a user and a password: set `credentials`');
    return header;
  }

  /** @param wanted the scope that the registry asked for; a challenge of an earlier request names that of another one */
  async #answer(challenge: Challenge, scope: string, send: Send, wanted = scope): Promise<string | undefined> {
    this.#demandSafe();
    if (challenge.scheme === 'basic') return this.#basic();
    const known = this.#tokens.get(scope);
    if (known && systemMonotonicClock.monotonicMs() < known.until) return `Bearer ${known.token}`;
    const { token, lifeMs } = await this.#fetch(challenge, wanted, send);
    this.#tokens.set(scope, { token, until: systemMonotonicClock.monotonicMs() + lifeMs - SKEW_MS });
    return `Bearer ${token}`;
  }

  async #fetch({ realm, service }: Extract<Challenge, { scheme: 'bearer' }>, scope: string, send: Send) {
    if (!URL.canParse(realm)) throw problem('the registry names a token service whose address cannot be read');
    const url = new URL(realm);
    const refusal = refusalOfTokenService(url, this.#registry, this.#named);
    if (refusal !== undefined) throw problem(refusal);
    const answer = await send(this.#tokenRequest(url, { service, scope }));
    if (answer.status !== 200) throw problem(`the token service at ${url.host} answers ${answer.status}`);
    const { token, access_token: other, expires_in: life } = objectIn(answer.body);
    const given = token ?? other;
    if (typeof given !== 'string' || !/^[\x21-\x7e]+$/.test(given)) {
      throw new ReadError(`the token service at ${url.host} answers without a token`, { problem: 'malformed' });
    }
    const lifeS = typeof life === 'number' && life > 0 ? life : DEFAULT_LIFE_S;
    return { token: given, lifeMs: lifeS * 1000 };
  }

  /** An identity token goes into the body of a POST: the address of a request stands in logs. */
  #tokenRequest(url: URL, query: { readonly service: string | undefined; readonly scope: string }): WireRequest {
    const wanted = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]));
    const accept = { accept: 'application/json' };
    if (this.#credentials.kind === 'identity') {
      const form = { grant_type: 'refresh_token', client_id: 'holystone', refresh_token: this.#credentials.token };
      const body = new URLSearchParams([...wanted, ...Object.entries(form)]).toString();
      const headers = { ...accept, 'content-type': 'application/x-www-form-urlencoded' };
      return { method: 'POST', url, headers, body, maxBytes: MAX_TOKEN_BYTES };
    }
    for (const [key, value] of wanted) url.searchParams.set(key, value);
    const basic = this.#basic();
    const headers = basic === undefined ? accept : { ...accept, authorization: basic };
    return { method: 'GET', url, headers, maxBytes: MAX_TOKEN_BYTES };
  }

  #basic(): string | undefined {
    if (this.#credentials.kind !== 'password') return undefined;
    const { username, password } = this.#credentials;
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  }

  /** Neither a password nor a token goes to a registry that others can listen to. */
  #demandSafe(): void {
    if (isSafeAddress(this.#registry)) return;
    throw problem(`neither credentials nor tokens are sent unencrypted to ${this.#registry.host}: use https`);
  }
}

function objectIn(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function problem(why: string): ReadError {
  return new ReadError(why, { problem: 'credentials' });
}
