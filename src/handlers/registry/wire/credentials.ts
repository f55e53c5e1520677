/** The credentials of an account, from its settings or from a `config.json` of Docker. */
import { ReadError } from '../../../core/common/errors.ts';
import { readPlainFile, utf8 } from '../../../documents/plainFile.ts';
import { forCredentials } from '../../programs/environment.ts';
import { type Program, ProgramError, runProgram } from '../../programs/runProgram.ts';
import type { RegistrySettings } from './account.ts';
import type { Credentials } from './signIn.ts';

/** Far above any `config.json`. */
const MAX_BYTES = 1024 * 1024;

/** @throws ReadError that names the file, never its content */
export async function credentialsOf({ credentials, url }: RegistrySettings, signal: AbortSignal): Promise<Credentials> {
  if (credentials === undefined) return { kind: 'none' };
  const { username, password, token, dockerConfig, env } = credentials;
  if (token !== undefined) return { kind: 'token', token };
  if (dockerConfig !== undefined) return fromDockerConfig(dockerConfig, new URL(url), env, signal);
  if (username !== undefined && password !== undefined) return { kind: 'password', username, password };
  throw problem('the credentials are not complete');
}

/**
 * The user and the password, for an API that takes nothing else.
 * @throws ReadError if the account has none
 */
export async function passwordOf(
  settings: RegistrySettings,
  signal: AbortSignal,
): Promise<{ readonly username: string; readonly password: string }> {
  const credentials = await credentialsOf(settings, signal);
  if (credentials.kind === 'password') return credentials;
  throw problem('the API of the registry needs a user and a password: set `credentials`');
}

/** As Docker decides: a helper for the host, else the store of all credentials, else the file itself. */
async function fromDockerConfig(
  path: string,
  url: URL,
  env: Program['env'],
  signal: AbortSignal,
): Promise<Credentials> {
  const config = await read(path);
  const helper = keyFor(config.credHelpers, url);
  const program = helper === undefined ? config.credsStore : config.credHelpers?.[helper];
  if (typeof program === 'string' && program !== '') {
    const answer = await fromHelper(program, helper ?? keyFor(config.auths, url) ?? url.host, env, signal);
    if (answer) return answer;
  }
  const key = keyFor(config.auths, url);
  const entry = key === undefined ? undefined : config.auths?.[key];
  if (typeof entry?.identitytoken === 'string' && entry.identitytoken !== '') return refresh(entry.identitytoken);
  const text = typeof entry?.auth === 'string' ? Buffer.from(entry.auth, 'base64').toString('utf8') : '';
  const at = text.indexOf(':');
  if (at < 1) throw problem(`${path} has no \`auth\` and no credential helper for ${url.host}`);
  return { kind: 'password', username: text.slice(0, at), password: text.slice(at + 1) };
}

interface DockerConfig {
  readonly auths?: Readonly<Record<string, { readonly auth?: unknown; readonly identitytoken?: unknown } | undefined>>;
  readonly credHelpers?: Readonly<Record<string, unknown>>;
  readonly credsStore?: unknown;
}

/** Docker writes the host, or for its own registry a URL. */
function keyFor(entries: Readonly<Record<string, unknown>> = {}, { host }: URL): string | undefined {
  return Object.keys(entries).find((name) => name.replace(/^https?:\/\//, '').replace(/\/.*$/, '') === host);
}

/** The user name that says that the secret is no password, but a token for the token service. */
const IDENTITY = '<token>';
/** Every helper answers so about a server without stored credentials. */
const NOT_FOUND = /credentials not found/i;

/**
 * The protocol of Docker's credential helpers: the server on standard input, JSON on standard output.
 * @returns `undefined` if the helper has no credentials for the server
 * @throws ReadError that names the program, never its output
 */
async function fromHelper(
  name: string,
  server: string,
  env: Program['env'],
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  if (!/^[\w.-]+$/.test(name)) throw problem(`the credential helper ${JSON.stringify(name)} has no name of a program`);
  const command = `docker-credential-${name}`;
  let printed: string;
  try {
    const given = { inherits: forCredentials(command), env: env ?? {}, input: server };
    printed = await runProgram({ command, args: ['get'], ...given }, signal);
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    if (NOT_FOUND.test(error.printed)) return undefined;
    throw problem(`the credential helper ${command}, asked for ${server}: ${error.message}`);
  }
  const { Username: username, Secret: secret } = answerIn(printed, command);
  return username === IDENTITY ? refresh(secret) : { kind: 'password', username, password: secret };
}

function answerIn(printed: string, command: string): { readonly Username: string; readonly Secret: string } {
  try {
    const { Username, Secret } = JSON.parse(printed) as Readonly<Record<string, unknown>>;
    if (typeof Username === 'string' && typeof Secret === 'string' && Secret !== '') return { Username, Secret };
  } catch {
    // The error of the parser quotes the text, which has the secret.
  }
  throw problem(`the credential helper ${command} prints no \`Username\` and \`Secret\``);
}

function refresh(token: string): Credentials {
  return { kind: 'identity', token };
}

async function read(path: string): Promise<DockerConfig> {
  try {
    const value: unknown = JSON.parse(utf8(await readPlainFile(path, { maxBytes: MAX_BYTES })));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The error of the parser quotes the text, which has passwords.
  }
  throw problem(`${path} cannot be read as a config.json of Docker`);
}

function problem(why: string): ReadError {
  return new ReadError(why, { problem: 'credentials' });
}
