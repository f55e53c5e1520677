/** The identity provider: the only file that speaks OpenID Connect. `openid-client` is loaded by the first sign-in. */
import type * as OpenIdClient from 'openid-client';
import { messageOf } from '../../../core/common/errors.ts';
import type { Logger } from '../../../core/common/logger.ts';
import { isLoopbackHost } from '../../../core/text/loopback.ts';
import { Problem } from '../../app/problem.ts';
import type { SignInSettings } from '../../app/signInSettings.ts';
import { type Claims, groupsIn } from './claims.ts';

/** The secrets of one sign-in, which bind its beginning to its end. */
export interface Challenge {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const TIMEOUT_SECONDS = 5;
/** The addresses and keys of a provider change seldom, and its old ones keep working for longer than this. */
const DISCOVERY_MS = 60 * 60_000;

interface Known {
  readonly client: typeof OpenIdClient;
  readonly configuration: OpenIdClient.Configuration;
}

export class OidcProvider {
  readonly #settings: SignInSettings;
  readonly #log: Logger;
  #known: { readonly until: number; readonly reading: Promise<Known> } | undefined;

  constructor(settings: SignInSettings, log: Logger) {
    this.#settings = settings;
    this.#log = log;
  }

  get callbackUrl(): string {
    return `${this.#settings.origin}/sign-in/callback`;
  }

  /** The address that asks the provider who the person is. @throws Problem 502 when it does not answer */
  async begin(): Promise<{ readonly url: string; readonly challenge: Challenge }> {
    const { client, configuration } = await this.#discover();
    const challenge = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callbackUrl,
      scope: this.#settings.scopes.join(' '),
      state: challenge.state,
      nonce: challenge.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(challenge.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, challenge };
  }

  /**
   * The provider's claims about the person.
   * @param query of the callback, with its `?`
   * @throws Problem 502 when it does not answer, 400 when it or the checks refuse
   */
  async finish(query: string, { state, nonce, verifier }: Challenge): Promise<Claims> {
    const { client, configuration } = await this.#discover();
    try {
      const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.callbackUrl}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims: Claims = { ...tokens.claims() };
      const isComplete = groupsIn(claims, this.#settings.groupsClaim) !== undefined;
      const { sub } = claims;
      if (isComplete || typeof sub !== 'string' || !configuration.serverMetadata().userinfo_endpoint) return claims;
      // Keycloak and Okta can be configured to name the groups here only. The claims of the signed token come first.
      return { ...(await client.fetchUserInfo(configuration, tokens.access_token, sub)), ...claims };
    } catch (error) {
      throw this.#refusal(error, client);
    }
  }

  /** Where a person ends the session at the provider itself; `undefined` where it has no such page, or does not answer. */
  async endUrl(): Promise<string | undefined> {
    const known = await this.#discover().catch(() => undefined);
    if (!known?.configuration.serverMetadata().end_session_endpoint) return undefined;
    return known.client.buildEndSessionUrl(known.configuration).href;
  }

  /** One read for all who wait; a failed one is forgotten. */
  #discover(): Promise<Known> {
    const now = performance.now();
    if (this.#known && now < this.#known.until) return this.#known.reading;
    const reading = this.#read();
    this.#known = { until: now + DISCOVERY_MS, reading };
    reading.catch(() => {
      if (this.#known?.reading === reading) this.#known = undefined;
    });
    return reading;
  }

  async #read(): Promise<Known> {
    const { issuer, clientId, clientSecret } = this.#settings;
    try {
      const client = await import('openid-client');
      const secret = clientSecret();
      const url = new URL(issuer);
      const isLocal = url.protocol === 'http:' && isLoopbackHost(url.hostname);
      const configuration = await client.discovery(
        url,
        clientId,
        undefined,
        secret === undefined ? client.None() : client.ClientSecretBasic(secret),
        {
          timeout: TIMEOUT_SECONDS,
          // The ID token comes over TLS from the provider itself; its signature is checked all the same.
          execute: [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])],
        },
      );
      return { client, configuration };
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  #refusal(error: unknown, client: typeof OpenIdClient): Problem {
    if (error instanceof Problem) return error;
    if (isOutage(error)) return this.#unreachable(error);
    this.#log.warn({ problem: describe(error) }, 'a sign-in did not succeed');
    if (error instanceof client.AuthorizationResponseError) {
      const code = /^[\w-]{1,60}$/.test(error.error) ? ` (${error.error})` : '';
      return new Problem('signInFailed', `The identity provider refused${code}. Nothing changed; sign in again.`);
    }
    const why = 'The answer of the identity provider does not fit this sign-in. Nothing changed; sign in again.';
    return new Problem('signInFailed', why, { cause: error });
  }

  #unreachable(error: unknown): Problem {
    this.#log.warn({ problem: describe(error) }, 'the identity provider does not answer');
    const why = `The identity provider (${this.#settings.issuer}) does not answer as it should. Sessions and tokens work as before; no user can sign in anew until it answers.`;
    return new Problem('upstream', why, { cause: error });
  }
}

/** `fetch failed` says nothing without its cause. */
function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? `${messageOf(error)}: ${messageOf(cause)}` : messageOf(error);
}

/** No answer, or one that says that the provider itself failed. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  const status = cause instanceof Response ? cause.status : 'status' in error ? error.status : undefined;
  if (typeof status === 'number') return status >= 500;
  return error.name === 'TimeoutError' || error.message === 'fetch failed' || isTimeout(cause);
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === 'TimeoutError' || cause.message === 'fetch failed');
}
