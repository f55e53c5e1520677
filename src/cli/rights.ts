import { type Command, Option } from 'commander';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { typeOf } from '../core/resource/namespace.ts';
import type { Provider, Rights, RightsUse } from '../handlers/contract/provider.ts';
import { handlerOf } from '../handlers/contract/types.ts';
import { handlers, providers } from '../handlers/index.ts';
import { readsOf } from '../lifecycle/index.ts';
import { type CliContext, UsageError, writeError, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';

interface Options {
  readonly config: string;
  readonly account?: string;
  readonly identity?: string;
  readonly live: boolean;
}

/** One command for each provider that can print the permissions it must grant. */
export function registerRights(program: Command, context: CliContext): void {
  for (const provider of providers) {
    if (provider.rights) register(program, context, provider, provider.rights);
  }
}

function register(program: Command, context: CliContext, provider: Provider, rights: Rights): void {
  const examples = rights.examples.map((line) => `\n  $ ${line}`).join('');
  program
    .command(rights.command)
    .description(rights.description)
    .option(...CONFIG_OPTION)
    .option('-a, --account <name>', 'one account only')
    .addOption(new Option('-i, --identity <identity>', 'one policy document only').choices([...rights.identities]))
    .option('--live', 'treat every entry that deletes as live', false)
    .addHelpText('after', `\nExamples:${examples}`)
    .action((options: Options) => print(provider, rights, options, context));
}

/** Prints all documents as one JSON document, or one document alone. */
async function print(
  { name }: Provider,
  rights: Rights,
  { config, account, identity, live }: Options,
  context: CliContext,
): Promise<void> {
  const { workConfigurations, listings } = await load(config, context);
  const printed = rights.print({
    uses: workConfigurations.filter((wc) => wc.account.provider === name).map((wc) => useOf(wc, live)),
    listed: listings
      .filter(({ provider }) => provider === name)
      .flatMap(({ through, wanted }) => (wanted.kind === 'accounts' ? [{ through, entry: wanted.entry }] : [])),
    account,
    identity,
  });
  for (const note of printed.notes) writeError(context.stderr, `note: ${note}`);
  if ('problem' in printed) throw new UsageError(printed.problem);
  writeLine(context.stdout, JSON.stringify(printed.document, undefined, 2));
}

function useOf(wc: WorkConfiguration, live: boolean): RightsUse {
  const handler = handlerOf(handlers, typeOf(wc.namespace));
  const { namespace, account, location, accounts, parameters, evidence: settings } = wc;
  const wanted = { handler, settings, scope: { namespace, account, location, accounts, parameters } };
  const evidence = [...readsOf(wanted, 'location'), ...readsOf(wanted, 'resource')].flatMap(({ source, place }) => [
    { place, permissions: source.permissions },
    ...(source.alsoNeeds?.(wanted.scope) ?? []),
  ]);
  const deletes = wc.actions.includes('delete') && wc.neverDeletesBecause === undefined && (live || wc.live);
  return { wc, handler, evidence, deletes };
}
