/** The option of every command that reads the configuration, and the places where it stands without that option. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { type CliContext, writeError } from './context.ts';

/** In this order, after the variable. */
const FILES = ['holystone.yaml', 'config/holystone.yaml'] as const;
const VARIABLE = 'HOLYSTONE_CONFIG';
const PLACES = `$${VARIABLE}, ./${FILES.join(', ')}`;

/** Without a value {@link chooseConfig} gives it one. */
export const CONFIG_OPTION = ['-c, --config <file>', `the configuration; default: ${PLACES}`] as const;

/** Said where there is no configuration at all. */
export const NO_CONFIG = `no configuration is there: ${PLACES}; "holystone init" writes one, --config names one`;

/**
 * Before the action of a command: gives its `--config` the first file that is there, and says which. A variable that is
 * set counts, whether its file exists or not.
 * @returns `none`: the command reads a configuration, and there is none
 */
export function chooseConfig(
  command: Command,
  { env, stderr }: Pick<CliContext, 'env' | 'stderr'>,
): 'none' | undefined {
  const reads = command.options.some(
    ({ flags, description }) => flags === CONFIG_OPTION[0] && description === CONFIG_OPTION[1],
  );
  const { config, from } = command.opts<{ config?: string; from?: string }>();
  if (!reads || config !== undefined || from !== undefined) return undefined;
  const named = env[VARIABLE];
  const file = named || FILES.find((one) => existsSync(one));
  command.setOptionValueWithSource('config', file ?? FILES[0], 'default');
  if (file === undefined) return 'none';
  writeError(stderr, `configuration: ${file}${named ? ` ($${VARIABLE})` : ''}`);
  return undefined;
}
