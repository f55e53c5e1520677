/** Which token services get the credentials of a registry, and which addresses may get a secret at all. */
import { describe, expect, test } from '@jest/globals';
import { SignIn } from '../../../src/handlers/registry/wire/signIn.ts';
import { refusalOfTokenService } from '../../../src/handlers/registry/wire/tokenServices.ts';

const refusal = (service: string, registry: string, named = {}) =>
  refusalOfTokenService(new URL(service), new URL(registry), named);

describe('without a list, credentials go to', () => {
  test.each([
    ['Docker Hub', 'https://auth.docker.io/token', 'https://registry-1.docker.io'],
    ['GitLab above its registry', 'https://gitlab.example.com/jwt/auth', 'https://registry.gitlab.example.com'],
    ['GitLab.com', 'https://gitlab.com/jwt/auth', 'https://registry.gitlab.com'],
    ['GitHub', 'https://ghcr.io/token', 'https://ghcr.io'],
    ['Harbor', 'https://harbor.example.com/service/token', 'https://harbor.example.com'],
    ['Quay', 'https://quay.io/v2/auth', 'https://quay.io'],
    [
      'another port with the certificate of the same host',
      'https://hub.example.com:5001/auth',
      'https://hub.example.com',
    ],
    ['the same port of this machine', 'http://127.0.0.1:5000/token', 'http://127.0.0.1:5000'],
  ])('%s', (_whose, service, registry) => {
    expect(refusal(service, registry)).toBeUndefined();
  });

  test('the GitLab or Harbor of the catalog', () => {
    const [gitlab, registry] = ['https://gitlab.example.com', 'https://registry.example.com'];
    expect(refusal(`${gitlab}/jwt/auth`, registry, { catalog: { gitlab } })).toBeUndefined();
    expect(refusal(`${gitlab}/jwt/auth`, registry, { catalog: { harbor: gitlab } })).toBeUndefined();
    expect(refusal(`${gitlab}/jwt/auth`, registry)).toContain('tokenServices');
  });
});

describe('without a list, credentials do not go to', () => {
  test.each([
    ['another domain', 'https://evil.example/token', 'https://hub.example.com'],
    ['a neighbour', 'https://evil.example.com/token', 'https://hub.example.com'],
    ['a host below', 'https://evil.hub.example.com/token', 'https://hub.example.com'],
    ['the last part alone', 'https://com/token', 'https://hub.com'],
    ['the end of a name', 'https://hub.example.com/token', 'https://evilhub.example.com'],
    ['the end of an address of numbers', 'https://0.0.1/token', 'https://127.0.0.1'],
    ['another port of this machine', 'http://127.0.0.1:5001/token', 'http://127.0.0.1:5000'],
    ['this machine, from elsewhere', 'http://127.0.0.1/token', 'https://hub.example.com'],
    ['the registry itself, unencrypted', 'http://hub.example.com/token', 'https://hub.example.com'],
    ['Docker Hub, for another registry', 'https://auth.docker.io/token', 'https://hub.example.com'],
    ['a user in the address', 'https://hub.example.com@evil.example/token', 'https://hub.example.com'],
    ['another scheme', 'file:///etc/passwd', 'https://hub.example.com'],
  ])('%s', (_whose, service, registry) => {
    expect(refusal(service, registry)).toEqual(expect.any(String));
  });
});

test('a list has all of them, compared by origin', () => {
  const named = { tokenServices: ['https://auth.example.com/'] };
  const hub = 'https://hub.example.com';
  expect(refusal('https://auth.example.com:443/token?x=1', hub, named)).toBeUndefined();
  for (const service of [`${hub}/token`, 'https://auth.example.com:444/token', 'https://example.com/token'])
    expect(refusal(service, hub, named)).toEqual(expect.any(String));
  expect(refusal('http://auth.example.com/token', hub, { tokenServices: ['http://auth.example.com'] })).toContain(
    'unencrypted',
  );
});

test.each([
  [
    'a token for a password',
    { kind: 'password', username: 'ann', password: 'secret' },
    'Bearer realm="https://hub.example.com/token"',
  ],
  ['a token for an identity', { kind: 'identity', token: 'abc' }, 'Bearer realm="https://hub.example.com/token"'],
  ['a token for nobody', { kind: 'none' }, 'Bearer realm="https://hub.example.com/token"'],
  ['a password', { kind: 'password', username: 'ann', password: 'secret' }, 'Basic realm="x"'],
] as const)(
  '%s does not go to an unencrypted registry on another machine, nor is it asked for',
  async (_what, credentials, header) => {
    const signIn = new SignIn(new URL('http://hub.example.com'), credentials);
    const answer = { status: 401, headers: { 'www-authenticate': header }, body: Buffer.from('') };
    const sent: URL[] = [];
    const send = async ({ url }: { readonly url: URL }) => {
      sent.push(url);
      return { status: 200, headers: {}, body: Buffer.from('{"token":"t"}') };
    };
    await expect(signIn.again(answer, 'repository:a/b:delete', send)).rejects.toThrow('unencrypted');
    expect(sent).toEqual([]);
  },
);
