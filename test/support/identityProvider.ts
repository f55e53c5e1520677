/** A real OpenID provider on loopback: it asks for a name, and believes it. */
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Context } from 'oidc-provider';

export const CLIENT = { id: 'holystone', secret: 'the secret of the client' };

/** The claims of the provider about a person beside the subject, which is the name that the person gave. */
export type Person = Readonly<Record<string, unknown>>;

/** One for all tests of a file: it takes a while. */
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });

export class IdentityProvider {
  /** By subject; a test changes it between two sign-ins. */
  readonly people: Map<string, Person>;
  /** Where the claims are: in the ID token, or only at the UserInfo endpoint. */
  claimsIn: 'token' | 'userinfo' = 'token';
  readonly #server: Server;
  #provider: Provider | undefined;

  private constructor(server: Server, people: Readonly<Record<string, Person>>) {
    this.#server = server;
    this.people = new Map(Object.entries(people));
  }

  static async start(people: Readonly<Record<string, Person>>): Promise<IdentityProvider> {
    const server = createServer((request, response) => {
      provider.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    const provider = new IdentityProvider(server, people);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** @param origins the listeners that may send people here */
  register(...origins: readonly string[]): void {
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: origins.map((origin) => `${origin}/sign-in/callback`),
        },
      ],
      jwks: { keys: [{ ...KEY, use: 'sig', alg: 'RS256', kid: 'of the tests' }] },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub', 'groups', 'realm_access', 'hasgroups'], email: ['email', 'email_verified'] },
      scopes: ['openid', 'email', 'profile'],
      conformIdTokenClaims: false,
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: Context, accountId: string) => ({
        accountId,
        claims: async (use: string) => {
          const isSaid = use === 'userinfo' || this.claimsIn === 'token';
          return { sub: accountId, ...(isSaid ? this.people.get(accountId) : {}) };
        },
      }),
      loadExistingGrant: async ({ oidc: { client, session } }: Context) => {
        const grant = new this.#known.Grant({ clientId: client.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    if (!this.#server.listening) return;
    this.#server.close();
    await once(this.#server, 'close');
  }

  get #known(): Provider {
    if (!this.#provider) throw new Error('no listener is registered at the provider');
    return this.#provider;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return this.#known.callback()(request, response);
    await this.#known.interactionDetails(request, response);
    if (request.method === 'POST') {
      let body = '';
      for await (const chunk of request) body += chunk;
      const accountId = new URLSearchParams(body).get('name') ?? '';
      return this.#known.interactionFinished(request, response, { login: { accountId } });
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><title>Provider</title><form method="post"><label>Name <input name="name"></label><button>Continue</button></form>',
    );
  }
}
