import { type Command, Option } from 'commander';
import { defined } from '../core/common/defined.ts';
import { type ListingRequest, locationsListing } from '../core/policy/listing.ts';
import { type Account, ruleNamesOf, type WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { ALL_LOCATIONS } from '../core/resource/locationPattern.ts';
import { typeOf } from '../core/resource/namespace.ts';
import type { Provider } from '../handlers/contract/provider.ts';
import type { Rights, RightsUse } from '../handlers/contract/rights.ts';
import { handlerOf } from '../handlers/contract/types.ts';
import { handlers, providers } from '../handlers/index.ts';
import { readsOf } from '../lifecycle/index.ts';
import { CONFIG_OPTION } from './configOption.ts';
import { type CliContext, UsageError, writeError, writeLine } from './context.ts';
import { formatOptionOf } from './format.ts';
import { type ListingFor, loadToRead } from './load.ts';
import { readLook } from './lookDocument.ts';

/** Longer lines are hard to read. */
const LINE = 120;
/** An item of a list, as `JSON.stringify` writes it: `"ec2:DescribeImages",`. */
const ITEM = /^\s*"([a-z0-9-]+):[\w*]+",?$/;

/** JSON for people, in which the actions of a service share lines, so that a list of them reads by service. */
function jsonByService(value: unknown): string {
  const lines: string[] = [];
  let before: string | undefined;
  for (const line of JSON.stringify(value, undefined, 2).split('\n')) {
    const service = ITEM.exec(line)?.[1];
    const joined = `${lines.at(-1)} ${line.trimStart()}`;
    if (service !== undefined && service === before && joined.length <= LINE) lines[lines.length - 1] = joined;
    else lines.push(line);
    before = service;
  }
  return lines.join('\n');
}

interface Options {
  readonly config: string;
  readonly account?: string;
  readonly identity?: string;
  readonly format?: string;
  readonly live: boolean;
  readonly members?: boolean;
  /** The document of a look: only what it lacked. */
  readonly from?: string;
}

/** The command with this name, of the provider that can print the permissions it must grant. */
export function rightsCommand(name: string): (program: Command, context: CliContext) => void {
  return (program, context) => {
    for (const provider of providers) {
      if (provider.rights?.command === name) register(program, context, provider, provider.rights);
    }
  };
}

function register(program: Command, context: CliContext, provider: Provider, rights: Rights): void {
  const { formats = [], options: own = [], members, explanation } = rights;
  const examples = rights.examples.map((line) => `\n  $ ${line}`).join('');
  const command = program
    .command(rights.command)
    .description(rights.description)
    .option(...CONFIG_OPTION)
    .option('-a, --account <name>', 'one account only')
    .addOption(new Option('-i, --identity <identity>', 'one policy document only').choices([...rights.identities]))
    .option('--live', 'treat every entry that deletes as live', false);
  if (formats.length > 0) {
    command.addOption(formatOptionOf(formats));
  }
  if (members) command.option('--members', members.description, false);
  if (rights.allowing)
    command.option('--from <file>', 'only the rights that a look lacked (a file of "holystone look")');
  const options = own.map(({ flags, description }) => new Option(flags, description));
  for (const option of options) command.addOption(option);
  command
    .addHelpText('after', `${explanation === undefined ? '' : `${explanation}\n`}\nExamples:${examples}`)
    .action((given: Options) => {
      if (given.from !== undefined) return printLacking(rights, given.from, context);
      const all: object = given;
      const values = Object.entries(all).filter(([key]) => options.some((option) => option.attributeName() === key));
      return print(provider, rights, { ...given, own: Object.fromEntries(values) }, context);
    });
}

/** Prints what a look lacked. @throws UsageError where it lacked nothing */
function printLacking({ command, allowing }: Rights, file: string, context: CliContext): void {
  const { missingRights, rightsCommand } = readLook(file);
  if (rightsCommand !== command) throw new UsageError(`${file} is a look at an account of another provider`);
  if (missingRights.length === 0) throw new UsageError(`the look in ${file} lacked no right`);
  writeLine(context.stdout, jsonByService(allowing?.(missingRights)));
}

/** Prints all documents as one JSON document, or one document alone. */
async function print(
  { name }: Provider,
  rights: Rights,
  given: Options & { readonly own: Readonly<Record<string, string>> },
  context: CliContext,
): Promise<void> {
  const { config, account, identity, format, live, members = false, own } = given;
  const loading = { listingFor: modelOf(name, rights, members) };
  const { workConfigurations, listings } = await loadToRead(config, context, loading);
  const printed = rights.print({
    uses: workConfigurations.flatMap((wc) => useIn(name, wc, live) ?? []),
    listed: listings
      .filter(({ provider }) => provider === name)
      .flatMap(({ through, wanted }) => (wanted.kind === 'accounts' ? [{ through, entry: wanted.entry }] : [])),
    account,
    identity,
    format,
    options: own,
    members,
  });
  for (const note of printed.notes) writeError(context.stderr, `note: ${note}`);
  if ('problem' in printed) throw new UsageError(printed.problem);
  writeLine(context.stdout, 'text' in printed ? printed.text : jsonByService(printed.document));
}

/**
 * The accounts that stand for those that entries of a provider find, and one location for each pattern, without a request
 * to it: a location decides nothing about rights, and who prints them may reach nothing yet.
 */
function modelOf(name: string, { members, locationFor = anyName }: Rights, isForMembers: boolean): ListingFor {
  const seen: string[] = [];
  return ({ provider, wanted, key, through }: ListingRequest) => {
    if (provider !== name) return undefined;
    if (wanted.kind === 'locations') {
      const locations = wanted.patterns.map((pattern) => locationFor(through, pattern));
      return locationsListing(through, locations, undefined, 0);
    }
    if (members === undefined || !isForMembers) return undefined;
    if (!seen.includes(key)) seen.push(key);
    return members.listing(wanted.entry, seen.indexOf(key));
  };
}

function anyName(_account: Account, pattern: string): string {
  return pattern === ALL_LOCATIONS ? 'any' : pattern.replaceAll('*', 'any');
}

/** `undefined`: nothing is read in accounts of the provider. Resources of another one need only evidence there. */
function useIn(provider: string, wc: WorkConfiguration, live: boolean): RightsUse | undefined {
  const use = useOf(wc, live);
  if (wc.account.provider === provider) return use;
  const names = new Set(wc.accounts.filter((one) => one.provider === provider).map(({ name }) => name));
  const evidence = use.evidence.filter(({ place }) => names.has(place.account));
  return evidence.length === 0 ? undefined : { ...use, evidence, deletes: false };
}

function useOf(wc: WorkConfiguration, live: boolean): RightsUse {
  const handler = handlerOf(handlers, typeOf(wc.namespace));
  const { namespace, account, location, accounts, parameters, when, traffic, evidence: settings } = wc;
  const scope = {
    namespace,
    account,
    location,
    accounts,
    parameters,
    rules: ruleNamesOf(when).flat(),
    ...defined({ traffic }),
  };
  const wanted = { handler, settings, scope };
  const evidence = [...readsOf(wanted, 'location'), ...readsOf(wanted, 'resource')].flatMap(({ source, place }) => [
    { place, permissions: source.permissions, ...defined({ only: source.only?.(wanted.scope, place) }) },
    ...(source.alsoNeeds?.(wanted.scope) ?? []),
  ]);
  const place = { account: account.name, location };
  const parts = (wc.parts ?? []).map((part) => ({
    ...{ place, permissions: handlerOf(handlers, typeOf(part.namespace)).permissions.list },
  }));
  const deletes = wc.actions.includes('delete') && wc.neverDeletesBecause === undefined && (live || wc.live);
  return { wc, handler, evidence: [...evidence, ...parts], deletes };
}
