/** The credentials of an account, from its settings or from a `config.json` of Docker. */
import { readFile } from 'node:fs/promises';
import { ReadError } from '../../../core/common/errors.ts';
import type { RegistrySettings } from './account.ts';
import type { Credentials } from './signIn.ts';

/** @throws ReadError that names the file, never its content */
export async function credentialsOf({ credentials, url }: RegistrySettings): Promise<Credentials> {
  if (credentials === undefined) return { kind: 'none' };
  const { username, password, token, dockerConfig } = credentials;
  if (token !== undefined) return { kind: 'token', token };
  if (dockerConfig !== undefined) return fromDockerConfig(dockerConfig, new URL(url));
  if (username !== undefined && password !== undefined) return { kind: 'password', username, password };
  throw problem('the credentials are not complete');
}

async function fromDockerConfig(path: string, url: URL): Promise<Credentials> {
  const entry = entryFor(await read(path), url);
  const text = typeof entry?.auth === 'string' ? Buffer.from(entry.auth, 'base64').toString('utf8') : '';
  const at = text.indexOf(':');
  if (at < 1) throw problem(`${path} has no \`auth\` for ${url.host}; credential helpers are not run`);
  return { kind: 'password', username: text.slice(0, at), password: text.slice(at + 1) };
}

interface DockerConfig {
  readonly auths?: Readonly<Record<string, { readonly auth?: unknown } | undefined>>;
}

/** Docker writes the host, or for its own registry a URL. */
function entryFor({ auths = {} }: DockerConfig, { host }: URL): { readonly auth?: unknown } | undefined {
  const key = Object.keys(auths).find((name) => name.replace(/^https?:\/\//, '').replace(/\/.*$/, '') === host);
  return key === undefined ? undefined : auths[key];
}

async function read(path: string): Promise<DockerConfig> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The error of the parser quotes the text, which has passwords.
  }
  throw problem(`${path} cannot be read as a config.json of Docker`);
}

function problem(why: string): ReadError {
  return new ReadError(why, { problem: 'credentials' });
}
