/** The identity of the running program: two processes with one identity decide alike. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = dirname(PROGRAM);
/** Maps and types do not run. */
const RUNS_NOT = /\.map$|\.d\.ts$/;

let identity: string | undefined;

/**
 * SHA-256, hex, over the contents of the program's own files, the installed versions of the packages that it names, and
 * the rules of time zones. The name of the version is no part of it: a build with one line changed is another program.
 */
export function programIdentity(): string {
  identity ??= identityOf(PROGRAM, PACKAGE);
  return identity;
}

/** The same for the program in a folder, and the package around it. */
export function identityOf(program: string, packageFolder: string): string {
  const hash = createHash('sha256');
  const files = readdirSync(program, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !RUNS_NOT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(program.length))
    .sort();
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(program, file)))
      .update('\0');
  const { dependencies = {} } = readPackage(packageFolder) ?? {};
  for (const name of Object.keys(dependencies).sort())
    hash.update(`${name} ${installedVersion(name, packageFolder)}\0`);
  return hash.update(String(process.versions.tz)).digest('hex');
}

/** As Node finds packages: in the folder, or in one above it. */
function installedVersion(name: string, from: string): string {
  const found = readPackage(join(from, 'node_modules', name))?.version;
  if (found !== undefined) return found;
  const above = dirname(from);
  return above === from ? 'none' : installedVersion(name, above);
}

function readPackage(folder: string): { readonly version?: string; readonly dependencies?: object } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as ReturnType<typeof readPackage>;
  } catch {
    return undefined;
  }
}
