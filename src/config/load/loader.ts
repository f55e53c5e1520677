import { inspect } from 'node:util';
import { z } from 'zod';
import { deletesNothingBecause } from '../../core/policy/effects.ts';
import type { Listings } from '../../core/policy/listing.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { Provider } from '../../handlers/contract/provider.ts';
import { providers as allProviders } from '../../handlers/index.ts';
import { accountOf } from '../schema/accountSections.ts';
import type { ProcessSettings } from '../schema/schema.ts';
import { Problems } from '../yaml/problems.ts';
import { quote } from '../yaml/quote.ts';
import { redactorFor, shownData } from '../yaml/redact.ts';
import type { Ignored } from '../yaml/report.ts';
import type { Environment } from '../yaml/substitute.ts';
import { readTree, type Tree } from '../yaml/tree.ts';
import { parseYaml } from '../yaml/yamlSource.ts';
import type { Configuration } from './configuration.ts';
import { type Expanded, expandAccounts } from './discoveredAccounts.ts';
import type { ParsedEntry, ValidFile } from './entryPart.ts';
import { expandNamespaces } from './expandNamespaces.ts';
import { flatten } from './flatten.ts';
import { hashOf } from './hashOf.ts';
import { checkLinks } from './links.ts';
import type { JudgedNamespace, NamespaceTarget } from './namespaceTarget.ts';
import { PartsOf } from './parts.ts';
import { type PricesOf, readPrices } from './prices.ts';
import { readFile } from './readFile.ts';
import { validate } from './validate.ts';

/** A file, or a text with its name for messages. */
export type ConfigurationSource = { readonly path: string } | { readonly text: string; readonly file?: string };

/** Each command passes these to {@link loadConfiguration}; only the daemon sets `mayDisable`. */
export interface LoadOptions {
  /** The variables that `${NAME}` in the file reads. */
  readonly env: Environment;
  readonly handlers: readonly Handler[];
  /** Default: all providers of this version. */
  readonly providers?: readonly Provider[];
  /** The known listings of accounts and locations; default: none yet. */
  readonly listings?: Listings;
  /**
   * For commands that only read: a secret whose variable is not set has a placeholder. Without the address or a key of
   * the state, the state is not read either.
   */
  readonly mayLackSecrets?: boolean;
  /**
   * For the daemon: a regex that does not compile stops only its own entry, which then deletes nothing, with a warning.
   */
  readonly mayDisable?: boolean;
}

/**
 * Reads, checks and flattens a configuration.
 * @throws ConfigurationError with every problem at once; it throws no other error for any content of the file
 */
export function loadConfiguration(source: ConfigurationSource, options: LoadOptions): Configuration {
  const { env, handlers, providers = allProviders, listings = new Map(), mayLackSecrets, mayDisable = false } = options;
  const file = 'path' in source ? source.path : (source.file ?? 'configuration');
  const text = 'path' in source ? readFile(source.path) : source.text;
  const yaml = parseYaml(text);
  const problems = new Problems(file, yaml.lines);
  problems.addAt(yaml.problems);
  if (!yaml.document) throw problems.error();

  const tree = readTree(yaml.document, env, mayLackSecrets);
  problems.place(tree);
  problems.addAt(tree.problems);
  if (tree.tooMuch || isSwabbie(tree, problems)) throw problems.error();

  const parsed = validate(tree, { handlers, providers }, problems, mayDisable);
  const read = parsed as (ProcessSettings & { cleanup: readonly ParsedEntry[] }) | undefined;
  const expanded = read && problems.none() ? expandAccounts(tree.data, read.accounts, providers, listings) : undefined;
  const { targets, ignored, unmatched } = expandNamespaces(
    expanded?.data ?? tree.data,
    tree.data,
    { handlers, providers },
    problems,
  );
  if (!read || !expanded || !problems.none()) throw problems.error();

  const { cleanup, accounts: _accounts, ...settings } = read;
  const given = tree.data as ValidFile['given'];
  const prices = pricesOf(settings.prices, problems);
  const workConfigurations = flattenAll(
    targets,
    {
      given,
      settings,
      accounts: expanded.accounts,
      unlisted: expanded.unlisted,
      cleanup,
      environment: env,
      providers,
      prices,
    },
    handlers,
    problems,
  );
  warnAbout(cleanup, problems);
  for (const { index, patterns } of expanded.unmatched) warnAboutPatterns(index, patterns, problems);
  // Before the first listing most of them match nothing.
  if (expanded.unlisted.length === 0) {
    for (const { path, text } of unmatched)
      problems.warn(path, `no account of this entry has the location ${quote(text)}`);
  }
  demandMeansOfNotice(targets, workConfigurations, settings, problems);
  checkLinks(workConfigurations, settings.optOut.validFor, problems);
  if (!problems.none()) throw problems.error();
  return assemble({ file, tree, settings, workConfigurations, ignored, problems, expanded });
}

/** Nothing found looks like nothing to do. */
function warnAboutPatterns(index: number, patterns: readonly string[], problems: Problems): void {
  for (const pattern of patterns) {
    const why = `no location matches ${JSON.stringify(pattern)}: \`*\` is any text within a part, \`**\` any number of parts`;
    problems.warn(['accounts', index, 'locations'], why);
  }
}

/** @throws ConfigurationError for a problem in the table, with the table's own lines */
function pricesOf({ file, staleAfter }: ProcessSettings['prices'], problems: Problems): PricesOf {
  const read = readPrices(file, staleAfter);
  if (read.kind === 'read') return read.of;
  problems.report(['prices', 'file'], read.why);
  return () => undefined;
}

function isSwabbie({ data }: Tree, problems: Problems): boolean {
  if (typeof data !== 'object' || data === null || !('swabbie' in data)) return false;
  const message = 'this is a configuration of Swabbie; import it with "holystone import"';
  problems.report(['swabbie'], message, 'key');
  return true;
}

function flattenAll(
  targets: readonly JudgedNamespace[],
  file: ValidFile,
  handlers: readonly Handler[],
  problems: Problems,
): readonly WorkConfiguration[] {
  const eachOf = (make: (target: JudgedNamespace) => WorkConfiguration) =>
    targets.flatMap((target) => {
      try {
        return [make(target)];
      } catch (error) {
        if (!(error instanceof z.ZodError)) throw error;
        for (const issue of error.issues) problems.report(['cleanup', target.entry, ...issue.path], issue.message);
        return [];
      }
    });
  const judged = new Map(eachOf((target) => flatten(target, file)).map((wc) => [wc.namespace, wc]));
  if (!problems.none()) return [...judged.values()];
  const parts = new PartsOf(file, handlers, judged);
  return eachOf((target) => parts.added(judged.get(target.namespace) as WorkConfiguration, target));
}

function warnAbout(cleanup: readonly ParsedEntry[], problems: Problems): void {
  cleanup.forEach(({ only }, index) => {
    if (only?.length === 0) {
      problems.warn(['cleanup', index, 'only'], 'an empty allowlist: this entry keeps everything', 'key');
    }
  });
}

/** A live namespace with notices needs a way to notify owners, and a way for owners to keep their resources. */
function demandMeansOfNotice(
  targets: readonly NamespaceTarget[],
  workConfigurations: readonly WorkConfiguration[],
  { mail, notify, optOut, http, owner }: Omit<ProcessSettings, 'accounts'>,
  problems: Problems,
): void {
  const live = workConfigurations.findIndex((wc) => wc.notice.enabled && deletesNothingBecause(wc) === undefined);
  if (live < 0) return;
  const place = ['cleanup', (targets[live] as NamespaceTarget).entry, 'live'];
  const needs = (what: string) => problems.report(place, `live with notices on needs ${what}`);
  if (!mail && notify.required === 'smtp') needs('"mail: { smtp, from }", so that Holystone can notify owners');
  if (optOut.keys.length === 0) needs('"optOut: { keys: [{ id, secret }] }", so that owners can keep resources');
  if (owner.domains === undefined) {
    needs('"owner: { domains: [example.com] }", the allowed domains of owners in tags, or "domains: any"');
  }
  if (http.public.url === undefined) needs('"http: { public: { url } }", the address of the links');
}

interface Parts {
  readonly file: string;
  readonly tree: Tree;
  readonly settings: Omit<ProcessSettings, 'accounts'>;
  readonly expanded: Expanded;
  readonly workConfigurations: readonly WorkConfiguration[];
  readonly ignored: readonly Ignored[];
  readonly problems: Problems;
}

function assemble({ file, tree, settings, workConfigurations, problems, expanded, ...parts }: Parts): Configuration {
  const { dryRun, redis, mail, notify, http, work, definitions, restore, owner, optOut, signing, log } = settings;
  const ignored = [...expanded.ignored, ...parts.ignored];
  const isWithoutRedis = tree.absent.some(({ path: [section] }) => section === 'redis' || section === 'signing');
  const configuration: Configuration = {
    file,
    ...{
      dryRun,
      redis: isWithoutRedis ? { ...redis, url: 'embedded' as const } : redis,
      notify,
      http,
      work,
      definitions,
      restore,
      owner,
      optOut,
      signing,
      log,
      workConfigurations,
      ignored,
    },
    ...(mail ? { mail } : {}),
    accounts: expanded.accounts.flatMap((one) => (one === undefined ? [] : [accountOf(one)])),
    listings: expanded.requests,
    warnings: problems.warnings(),
    serveRefuses: isWithoutRedis ? [] : refusals(redis, workConfigurations),
    absentSecrets: [...new Set(tree.absent.flatMap(({ variables }) => variables))],
    isWithoutRedis,
    hash: hashOf({ dryRun, namespaces: workConfigurations.map(({ namespace, hash }) => [namespace, hash]) }),
    redact: redactorFor(tree),
    toJSON: () => shownData(tree),
  };
  return Object.defineProperty(configuration, inspect.custom, { value: () => shownData(tree) });
}

function refusals(
  redis: ProcessSettings['redis'],
  workConfigurations: readonly WorkConfiguration[],
): readonly string[] {
  const live = workConfigurations.find((wc) => deletesNothingBecause(wc) === undefined);
  if (!live || redis.url !== 'embedded' || redis.singleInstance) return [];
  return [
    `${live.namespace} is live and redis.url is "embedded", which a second instance cannot share; ` +
      'give the URL of a Redis, or set redis.singleInstance: true',
  ];
}
