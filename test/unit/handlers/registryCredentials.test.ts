/** How Holystone signs in to a registry: the registry's challenge, and credentials from the settings or a file. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readChallenge } from '../../../src/handlers/registry/wire/challenge.ts';
import { credentialsOf } from '../../../src/handlers/registry/wire/credentials.ts';
import { SignIn } from '../../../src/handlers/registry/wire/signIn.ts';

describe('the challenge', () => {
  test.each([
    ['Basic realm="x"', { scheme: 'basic' }],
    ['basic', { scheme: 'basic' }],
    [
      'Bearer realm="https://auth.example/token",service="hub",scope="repository:a/b:pull,delete"',
      { scheme: 'bearer', realm: 'https://auth.example/token', service: 'hub', scope: 'repository:a/b:pull,delete' },
    ],
    [
      'Bearer realm="https://a.example", error="insufficient_scope"',
      { scheme: 'bearer', realm: 'https://a.example', error: 'insufficient_scope' },
    ],
    [
      'Bearer realm="https://a.example",service="a", Basic realm="Artifactory"',
      { scheme: 'bearer', realm: 'https://a.example', service: 'a' },
    ],
    ['Basic realm="Nexus", Bearer realm="https://a.example"', { scheme: 'bearer', realm: 'https://a.example' }],
    ['Digest realm="x"', undefined],
    ['Bearer service="x"', undefined],
    [undefined, undefined],
  ])('%s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected);
  });
});

describe('a config.json of Docker', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holystone-docker-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const from = async (text: string) => {
    const dockerConfig = join(folder, 'config.json');
    await writeFile(dockerConfig, text);
    return credentialsOf(
      { url: 'https://hub.example:5000', credentials: { dockerConfig } },
      new AbortController().signal,
    );
  };
  const auth = Buffer.from('ann:se:cret').toString('base64');

  test.each(['hub.example:5000', 'https://hub.example:5000/v2/'])(
    'Holystone takes the entry %s of the host',
    async (key) => {
      expect(await from(JSON.stringify({ auths: { [key]: { auth } } }))).toEqual({
        kind: 'password',
        username: 'ann',
        password: 'se:cret',
      });
    },
  );

  test('law 1 another port is another registry, and an entry without a password is none', async () => {
    await expect(from(JSON.stringify({ auths: { 'hub.example': { auth } } }))).rejects.toMatchObject({
      problem: 'credentials',
    });
    await expect(from('{"auths":{"hub.example:5000":{}}}')).rejects.toMatchObject({ problem: 'credentials' });
  });

  test('a file that cannot be read is named, and its text is not', async () => {
    await expect(from(`{"auths": {"hub.example:5000": {"auth": "${auth}"`)).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(auth) }),
    );
  });
});

describe('signing in', () => {
  const answer = (header: string) => ({ status: 401, headers: { 'www-authenticate': header }, body: Buffer.from('') });
  const password = { kind: 'password', username: 'ann', password: 'secret' } as const;
  const nobody = async () => {
    throw new Error('no request was expected');
  };

  test('a password is never sent unencrypted to another machine, nor to a token service there', async () => {
    const open = new SignIn(new URL('http://hub.example'), password);
    await expect(open.again(answer('Basic'), '', nobody)).rejects.toMatchObject({ problem: 'credentials' });
    const lured = new SignIn(new URL('https://hub.example'), password);
    const challenge = answer('Bearer realm="http://evil.example/token"');
    await expect(lured.again(challenge, '', nobody)).rejects.toMatchObject({ problem: 'credentials' });
  });

  test('a token is never sent unencrypted to another machine, neither a given one nor one of its service', async () => {
    const url = new URL('http://hub.example');
    const given = new SignIn(url, { kind: 'token', token: 'abc' });
    await expect(given.header('', nobody)).rejects.toMatchObject({ problem: 'credentials' });
    const challenge = answer('Bearer realm="https://hub.example/token"');
    await expect(new SignIn(url, password).again(challenge, '', nobody)).rejects.toMatchObject({
      problem: 'credentials',
    });
  });

  test('nothing is sent before the registry asks, and a given token is sent at once', async () => {
    const url = new URL('https://hub.example');
    expect(await new SignIn(url, password).header('', nobody)).toBeUndefined();
    expect(await new SignIn(url, { kind: 'token', token: 'abc' }).header('', nobody)).toBe('Bearer abc');
  });

  test('a token is used again for its scope until it is refused', async () => {
    const asked: string[] = [];
    const send = async ({ url }: { readonly url: URL }) => {
      asked.push(url.searchParams.get('scope') ?? '');
      return {
        status: 200,
        headers: {},
        body: Buffer.from(JSON.stringify({ token: `t${asked.length}`, expires_in: 3600 })),
      };
    };
    const signIn = new SignIn(new URL('https://hub.example'), password);
    const challenge = answer('Bearer realm="https://hub.example/token"');
    expect(await signIn.again(challenge, 'a', send)).toBe('Bearer t1');
    expect(await signIn.header('a', send)).toBe('Bearer t1');
    expect(await signIn.header('b', send)).toBe('Bearer t2');
    expect(await signIn.again(challenge, 'a', send)).toBe('Bearer t3');
    expect(asked).toEqual(['a', 'b', 'a']);
  });
});
