/** A token service as distribution asks for one: tokens signed with a key of this run, for one user. */
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const USER = { username: 'robot', password: 'secret' };
const ISSUER = 'holystone tests';
const SERVICE = 'registry';
/** distribution takes a token for a minute longer than it says. */
const LIFE_S = 60;

export interface TokenService {
  readonly realm: string;
  /** The part `auth` of distribution's configuration. */
  auth(jwks: string): string;
  /** The content of the file with the key. */
  readonly jwks: string;
  /** A bearer token for a scope, for images that a test pushes. */
  tokenFor(scope: string): string;
  /** How many tokens it gave. */
  given(): number;
  close(): Promise<void>;
}

export async function startTokenService(): Promise<TokenService> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { e, kty, n } = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const tokenFor = (scope: string) => {
    const [type, name, actions = ''] = scope.split(':');
    const access = scope === '' ? [] : [{ type, name, actions: actions.split(',') }];
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: ISSUER, aud: SERVICE, sub: USER.username, exp: now + LIFE_S, nbf: now - 5, iat: now };
    const text = `${part({ typ: 'JWT', alg: 'RS256', kid })}.${part({ ...claims, jti: randomUUID(), access })}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  };
  const basic = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;
  let given = 0;
  const server = createServer((request, response) => {
    if (request.headers.authorization !== basic) return response.writeHead(401).end('{}');
    given += 1;
    const scope = new URL(request.url ?? '/', 'http://tokens').searchParams.get('scope') ?? '';
    return response.end(JSON.stringify({ token: tokenFor(scope), expires_in: LIFE_S }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const realm = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  return {
    realm,
    jwks: JSON.stringify({ keys: [{ e, kty, n, kid, alg: 'RS256', use: 'sig' }] }),
    auth: (jwks) => `auth: { token: { realm: "${realm}", service: ${SERVICE}, issuer: "${ISSUER}", jwks: ${jwks} } }\n`,
    tokenFor,
    given: () => given,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
