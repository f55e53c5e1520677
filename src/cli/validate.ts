import type { Command } from 'commander';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { providerOf, providers } from '../handlers/index.ts';
import { type CliContext, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';
import { warnOfStrandedInRedis } from './stranded.ts';

export function registerValidate(program: Command, context: CliContext): void {
  program
    .command('validate')
    .description('Check a configuration and list its work configurations.')
    .option(...CONFIG_OPTION)
    .addHelpText('after', '\nExamples:\n  $ holystone validate --config config/holystone.yaml')
    .action(({ config }: { config: string }) => validate(config, context));
}

/** Prints the namespaces. @throws ConfigurationError with every problem */
async function validate(path: string, context: CliContext): Promise<void> {
  const configuration = await load(path, context);
  await warnOfStrandedInRedis(configuration, context);
  const { stdout } = context;
  for (const line of listedAccounts(configuration.workConfigurations)) writeLine(stdout, line);
  for (const wc of configuration.workConfigurations) writeLine(stdout, describe(wc));
  for (const { what, why } of configuration.ignored) writeLine(stdout, `ignored: ${what}: ${why}`);
  for (const why of configuration.serveRefuses) writeLine(stdout, `serve refuses: ${why}`);
  const { length } = configuration.workConfigurations;
  writeLine(stdout, `${path} is valid: ${length} ${length === 1 ? 'work configuration' : 'work configurations'}`);
}

/** The source of accounts that the configuration does not list. */
function listedAccounts(wcs: readonly WorkConfiguration[]): readonly string[] {
  const accounts = new Map(wcs.flatMap((wc) => wc.accounts).map((account) => [account.name, account]));
  return [...accounts.values()]
    .filter(({ from }) => from !== undefined)
    .map(
      ({ name, title, locations, provider }) =>
        `account ${name} (${title}) from ${providerOf(providers, provider).discovery?.title}: ${locations.join(', ') || 'ignored'}`,
    );
}

function describe(wc: WorkConfiguration): string {
  return `${wc.namespace}  ${wc.actions.join(', ')}  ${modeOf(wc)}`;
}

function modeOf({ live, notLiveBecause, neverDeletesBecause }: WorkConfiguration): string {
  if (!live) return `dry run: ${notLiveBecause ?? 'not live'}`;
  return neverDeletesBecause === undefined ? 'LIVE' : `LIVE, but it only marks: ${neverDeletesBecause}`;
}
