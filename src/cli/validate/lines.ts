/** The output of `validate` for a valid configuration: a line for many namespaces, or one for each. Pure. */
import type { Configuration } from '../../config/load/configuration.ts';
import { groupBy } from '../../core/common/groupBy.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import type { Account, WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { handlers, providerOf, providers } from '../../handlers/index.ts';
import { incompleteIn, incompleteLine } from './incomplete.ts';
import { type Mode, modeOf } from './mode.ts';

/** A line names so many accounts, locations or parts at most; `--verbose` names all. */
const SHOWN = 20;

type Valid = Pick<Configuration, 'file' | 'workConfigurations' | 'ignored' | 'warnings' | 'serveRefuses'>;

/** @param verbose a line for each namespace */
export function validLines(configuration: Valid, verbose: boolean): readonly string[] {
  const { workConfigurations, serveRefuses } = configuration;
  const listed = listedAccounts(workConfigurations);
  return [
    ...(verbose ? listed : firstLines(listed, 'accounts')),
    ...(verbose ? workConfigurations.map(namespaceLine) : groupLines(workConfigurations)),
    ...incompleteIn(workConfigurations, handlers, providers).map(incompleteLine),
    ...ignoredLines(configuration, verbose),
    ...(workConfigurations.some(({ live }) => live)
      ? ['Stages are those of the configuration; `holystone stage` shows and changes the current ones.']
      : []),
    ...serveRefuses.map((why) => `serve refuses: ${why}`),
    `${configuration.file} is valid: ${sumsOf(configuration)}`,
  ];
}

function namespaceLine(wc: WorkConfiguration): string {
  return `${wc.namespace}  ${wc.actions.join(', ')}  ${modeOf(wc).words}`;
}

/** A heading per mode, and under it a line for all accounts of a type with the same actions and locations. */
function groupLines(wcs: readonly WorkConfiguration[]): readonly string[] {
  return [...groupBy(wcs, (wc) => modeOf(wc).words)].flatMap(([mode, ofMode]) => [
    `${mode} (${pluralize(ofMode.length, 'namespace')})`,
    ...[...groupBy(ofMode, ({ resourceType, actions }) => `${resourceType} (${actions.join(', ')})`)].flatMap(
      ([what, ofType]) => placesOf(ofType).map((places) => `  ${what}: ${places}`),
    ),
  ]);
}

/** `test, production in us-east-1, eu-west-1`: accounts with the same locations share a line. */
function placesOf(wcs: readonly WorkConfiguration[]): readonly string[] {
  const byAccount = [...groupBy(wcs, ({ account }) => account.name)];
  const places = groupBy(byAccount, ([, own]) => firstOf(own.map(({ location }) => location)));
  return [...places].map(([locations, accounts]) => `${firstOf(accounts.map(([name]) => name))} in ${locations}`);
}

function ignoredLines({ ignored }: Valid, verbose: boolean): readonly string[] {
  if (verbose) return ignored.map(({ what, why }) => `ignored: ${what}: ${why}`);
  return [...groupBy(ignored, ({ why }) => why)].map(
    ([why, parts]) => `ignored: ${firstOf(parts.map(({ what }) => what))}: ${why}`,
  );
}

/** The source of accounts that the configuration does not list. */
function listedAccounts(wcs: readonly WorkConfiguration[]): readonly string[] {
  const accounts = new Map<string, Account>(wcs.flatMap((wc) => wc.accounts).map((account) => [account.name, account]));
  return [...accounts.values()]
    .filter(({ from }) => from !== undefined)
    .map(
      ({ name, title, locations, provider }) =>
        `account ${name} (${title}) from ${providerOf(providers, provider).discovery?.title}: ${locations.join(', ') || 'ignored'}`,
    );
}

/** `36 namespaces: 6 live, 30 in dry run; 1 warning` */
function sumsOf({ workConfigurations, warnings }: Valid): string {
  const kinds = workConfigurations.map((wc) => modeOf(wc).kind);
  const sums = [...groupBy(kinds, (kind) => kind)].map(([kind, { length }]) => `${length} ${KIND_WORDS[kind]}`);
  const warned = warnings.length === 0 ? '' : `; ${pluralize(warnings.length, 'warning')}`;
  const count = pluralize(workConfigurations.length, 'namespace');
  return `${count}${sums.length === 0 ? '' : `, ${sums.join(', ')}`}${warned}`;
}

const KIND_WORDS: Readonly<Record<Mode['kind'], string>> = {
  dryRun: 'in dry run',
  limited: 'without deletions',
  live: 'live',
};

function firstOf(names: readonly string[]): string {
  const more = names.length - SHOWN;
  return `${names.slice(0, SHOWN).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

function firstLines(lines: readonly string[], what: string): readonly string[] {
  const more = lines.length - SHOWN;
  return more > 0 ? [...lines.slice(0, SHOWN), `and ${more} more ${what}; --verbose lists all`] : lines;
}
