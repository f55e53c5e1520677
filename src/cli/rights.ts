import { type Command, Option } from 'commander';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import { awsPolicies, type Policies, type Use } from '../handlers/aws/policy/policies.ts';
import type { Handler } from '../handlers/handler.ts';
import { handlers } from '../handlers/index.ts';
import { readsOf } from '../lifecycle/index.ts';
import { type CliContext, UsageError, writeError, writeLine } from './context.ts';
import { CONFIG_OPTION, load } from './load.ts';

interface Options {
  readonly config: string;
  readonly account?: string;
  readonly identity?: 'reader' | 'deleter' | 'restorer' | 'daemon';
  readonly live: boolean;
}

export function registerIamPolicy(program: Command, context: CliContext): void {
  program
    .command('iam-policy')
    .description(
      'Print the least that AWS must allow for what is configured: readers, deleters, the daemon and `restore`, apart.',
    )
    .option(...CONFIG_OPTION)
    .option('-a, --account <name>', 'one account only')
    .addOption(
      new Option('-i, --identity <identity>', 'one policy document only').choices([
        'reader',
        'deleter',
        'restorer',
        'daemon',
      ]),
    )
    .option('--live', 'as if every entry that deletes were live already', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ holystone iam-policy --config config/holystone.yaml --live\n  $ holystone iam-policy --account test --identity reader > holystone-read.json',
    )
    .action((options: Options) => iamPolicy(options, context));
}

/** Everything as one JSON document, or one policy document that can be given to IAM as it is. */
async function iamPolicy({ config, account, identity, live }: Options, context: CliContext): Promise<void> {
  const { workConfigurations, organizations } = await load(config, context);
  const policies = awsPolicies(
    workConfigurations.flatMap((wc) => useOf(wc, live) ?? []),
    organizations,
  );
  for (const what of policies.notExpressed) {
    writeError(context.stderr, `note: no policy can say "keep ${what}"; the daemon alone holds it`);
  }
  const chosen = account === undefined ? policies : ofAccount(policies, account);
  writeLine(context.stdout, JSON.stringify(identity === undefined ? chosen : only(chosen, identity), undefined, 2));
}

function useOf(wc: WorkConfiguration, live: boolean): Use | undefined {
  const handler = handlers.find(({ resourceType }) => resourceType === wc.resourceType) as Handler;
  if (handler.provider !== 'aws') return undefined;
  const { namespace, account, location, accounts, parameters, evidence: settings } = wc;
  const wanted = { handler, settings, scope: { namespace, account, location, accounts, parameters } };
  const evidence = [...readsOf(wanted, 'place'), ...readsOf(wanted, 'candidates')].flatMap(({ source, place }) => [
    { place, permissions: source.permissions },
    ...(source.alsoNeeds?.(wanted.scope) ?? []),
  ]);
  const deletes = wc.actions.includes('delete') && wc.neverDeletesBecause === undefined && (live || wc.live);
  return { wc, handler, evidence, deletes };
}

function ofAccount(policies: Policies, name: string): Policies {
  const accounts = policies.accounts.filter(({ account }) => account === name);
  if (accounts.length > 0) return { ...policies, accounts };
  const known = policies.accounts.map(({ account }) => account).join(', ');
  throw new UsageError(`no account "${name}" is read by this configuration; it reads ${known}`);
}

function only({ accounts, daemon }: Policies, identity: 'reader' | 'deleter' | 'restorer' | 'daemon') {
  if (identity === 'daemon') return daemon ?? missing('no account declares a role: the daemon needs none to assume');
  const [account, another] = accounts;
  if (!account || another) throw new UsageError(`--identity ${identity} prints one document; say --account as well`);
  const found = account[identity];
  return found?.policy ?? missing(`nothing is live in ${account.account}, so nobody deletes there; see --live`);
}

function missing(why: string): never {
  throw new UsageError(why);
}
