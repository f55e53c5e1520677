import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { childEnvironment } from '../../core/common/childEnvironment.ts';

const SERVERS = ['redis-server', 'valkey-server'] as const;
const MAX_INSTALL_MS = 5 * 60_000;

/** A package manager, the user that may run it without a password, and its names for the server's package. */
interface PackageManager {
  readonly command: string;
  /** Homebrew refuses to run as root; the others need it. */
  readonly asRoot: boolean;
  readonly prepare?: readonly string[];
  readonly install: readonly string[];
  /** The search tries them in this order: distributions have one, the other, or both. */
  readonly packages: readonly string[];
}

const MANAGERS: readonly PackageManager[] = [
  {
    command: 'apt-get',
    asRoot: true,
    prepare: ['update'],
    install: ['install', '-y', '--no-install-recommends'],
    packages: ['redis-server', 'valkey-server'],
  },
  { command: 'dnf', asRoot: true, install: ['install', '-y'], packages: ['redis', 'valkey'] },
  { command: 'brew', asRoot: false, install: ['install'], packages: ['redis', 'valkey'] },
];

/** This machine has no Redis server and the installation failed. The message contains the advice. */
export class NoRedisServerError extends Error {
  override readonly name = 'NoRedisServerError';
}

/** The path of an executable on PATH. */
export async function findOnPath(command: string, path = process.env.PATH ?? ''): Promise<string | undefined> {
  for (const folder of path.split(delimiter).filter((entry) => entry !== '')) {
    const file = join(folder, command);
    if (await isExecutable(file)) return file;
  }
  return undefined;
}

/** Where to find `redis-server` or `valkey-server`, and whether the package manager may install it. */
export interface RedisServerSearch {
  /** Gets one line when an installation starts, which can take a minute. */
  readonly say?: (line: string) => void;
  /** Default: the PATH of this process. */
  readonly path?: string;
  /** `false`: a missing server is an error, and nothing is installed. Default: true. */
  readonly install?: boolean;
}

/**
 * The path of `redis-server` or `valkey-server`; the system's package manager installs it when there is none, no
 * password is needed and `install` allows it.
 * @throws NoRedisServerError
 */
export async function findOrInstallRedisServer(search: RedisServerSearch = {}): Promise<string> {
  const { say = () => {}, path, install = true } = search;
  const found = await findServer(path);
  if (found) return found;
  for (const manager of install ? MANAGERS : []) {
    const command = await findOnPath(manager.command, path);
    if (!command || manager.asRoot !== (process.getuid?.() === 0)) continue;
    say(`no redis-server found, installing it with ${manager.command}`);
    const installed = await installWith(manager, command, path);
    if (installed) return installed;
  }
  throw new NoRedisServerError(await whatToInstall(path));
}

async function findServer(path?: string): Promise<string | undefined> {
  for (const name of SERVERS) {
    const file = await findOnPath(name, path);
    if (file) return file;
  }
  return undefined;
}

async function installWith(manager: PackageManager, command: string, path?: string): Promise<string | undefined> {
  // A failed `update` does not stop the installation: the package lists already there may suffice.
  if (manager.prepare) await runQuietly(command, manager.prepare);
  for (const name of manager.packages) {
    if (!(await runQuietly(command, [...manager.install, name]))) continue;
    const server = await findServer(path);
    if (server) return server;
  }
  return undefined;
}

async function whatToInstall(path?: string): Promise<string> {
  for (const { command, asRoot, install, packages } of MANAGERS) {
    if (!(await findOnPath(command, path))) continue;
    return `Redis is needed and not installed; run: ${asRoot ? 'sudo ' : ''}${command} ${install[0]} ${packages[0]}`;
  }
  return 'Redis is needed and not installed; put redis-server or valkey-server on the PATH';
}

/** Runs it and returns whether it succeeded. RUNLEVEL=1 keeps Debian's package from starting its own server. */
function runQuietly(command: string, args: readonly string[]): Promise<boolean> {
  const env = {
    ...childEnvironment(process.env),
    DEBIAN_FRONTEND: 'noninteractive',
    RUNLEVEL: '1',
    HOMEBREW_NO_AUTO_UPDATE: '1',
  };
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', env, timeout: MAX_INSTALL_MS });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
