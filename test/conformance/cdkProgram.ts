/** The CDK CLI from npm, kept in the user's cache folder; its `gc` cleans the same assets as Holystone. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './python.ts';

/** npm's `latest` was older, and could not read its own marks. */
const VERSION = '2.1148.1';
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'holystone', `cdk-${VERSION}`);
const INSTALL_MS = 600_000;

export type CdkProgram =
  | { readonly kind: 'there'; gc(options: readonly string[], env: Readonly<Record<string, string>>): Promise<string> }
  | { readonly kind: 'unavailable'; readonly why: string };

/** It is one package without dependencies. */
export async function cdkProgram(): Promise<CdkProgram> {
  const path = join(CACHE, 'node_modules', '.bin', 'cdk');
  try {
    if (!existsSync(path)) {
      mkdirSync(CACHE, { recursive: true });
      const args = ['install', '--no-audit', '--no-fund', '--prefix', CACHE, `aws-cdk@${VERSION}`];
      await run('npm', args, { cwd: CACHE, timeout: INSTALL_MS });
    }
  } catch (error) {
    return { kind: 'unavailable', why: (error as Error).message.split('\n')[0] ?? '' };
  }
  return {
    kind: 'there',
    async gc(options, env) {
      const args = ['gc', '--unstable=gc', '--no-notices', '--confirm=false', ...options];
      const { stdout, stderr } = await run(path, args, { cwd: CACHE, env: { ...env, ...QUIET } });
      return `${stdout}${stderr}`;
    },
  };
}

const QUIET = {
  PATH: process.env.PATH ?? '',
  HOME: CACHE,
  AWS_EC2_METADATA_DISABLED: 'true',
  CDK_DISABLE_CLI_TELEMETRY: 'true',
  CI: '1',
  NO_COLOR: '1',
};
