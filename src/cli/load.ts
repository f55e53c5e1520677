import type { Configuration } from '../config/load/configuration.ts';
import { formatProblem } from '../core/common/errors.ts';
import type { Listing, ListingRequest } from '../core/policy/listing.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { matchesNamespace, parseNamespace } from '../core/resource/namespace.ts';
import { type CliContext, UsageError, writeError } from './context.ts';
import { EXAMPLE } from './examples.ts';

/**
 * Loads the configuration, with the accounts that need a listing, and prints its warnings on stderr.
 * @throws ConfigurationError with every problem
 */
export function load(path: string, context: CliContext, loading: Loading = {}): Promise<Configuration> {
  return loadListed(path, context, false, loading);
}

/** An answer that needs no request to the provider; `undefined`: the provider is asked. */
export type ListingFor = (request: ListingRequest) => Listing | undefined;

interface Loading {
  readonly listingFor?: ListingFor;
  /** The loader calls it for each listing that failed: the configuration then lacks accounts or locations, and no namespace says so. */
  readonly onUnlisted?: (subject: string) => void;
}

/** {@link load} for a command that only reads: it needs no mail server and no secret, and names those it lacks. */
export async function loadToRead(path: string, context: CliContext, loading: Loading = {}): Promise<Configuration> {
  const configuration = await loadListed(path, context, true, loading);
  const { absentSecrets, isWithoutRedis } = configuration;
  if (absentSecrets.length > 0) {
    const state = isWithoutRedis ? '; Redis is not read without them' : '';
    writeError(context.stderr, `note: not set, and not needed for this: ${absentSecrets.join(', ')}${state}`);
  }
  return configuration;
}

async function loadListed(
  path: string,
  context: CliContext,
  mayLackSecrets: boolean,
  { listingFor = () => undefined, onUnlisted = () => undefined }: Loading,
): Promise<Configuration> {
  // The help of a command needs neither: they load every type.
  const { handlers } = await import('../handlers/index.ts');
  const { loadConfiguration } = await import('../config/load/loader.ts');
  const { env, stderr } = context;
  let configuration = loadConfiguration({ path }, { env, handlers, mayLackSecrets });
  const listings = new Map<string, Listing>();
  const isAsked = new Set<string>();
  // A listed account may have locations that need a listing themselves.
  while (configuration.listings.some(({ key }) => !isAsked.has(key))) {
    const missing = configuration.listings.filter(({ key }) => !isAsked.has(key));
    const requests: ListingRequest[] = [];
    for (const request of missing) {
      isAsked.add(request.key);
      const listing = listingFor(request);
      if (listing) listings.set(request.key, listing);
      else requests.push(request);
    }
    const { listingsOf } = await import('./listings.ts');
    for (const [key, listing] of await listingsOf({ ...configuration, listings: requests }, context, onUnlisted)) {
      listings.set(key, listing);
    }
    configuration = loadConfiguration({ path }, { env, handlers, listings, mayLackSecrets });
  }
  for (const warning of configuration.warnings) writeError(stderr, `warning: ${formatProblem(warning)}`);
  return configuration;
}

/** The namespaces that match a glob; an error when none matches. */
export function selectNamespaces(configuration: Configuration, glob: string | undefined): readonly WorkConfiguration[] {
  const { workConfigurations } = configuration;
  if (glob === undefined) return workConfigurations;
  const selected = workConfigurations.filter(({ namespace }) => matchesNamespace(glob, namespace));
  if (selected.length === 0) throw new UsageError(`no namespace matches "${glob}"; ${listOf(configuration)}`);
  return selected;
}

/** The one work configuration of a namespace, upper or lower case. */
export function findNamespace(configuration: Configuration, text: string): WorkConfiguration {
  const namespace = parseNamespace(text);
  if (namespace === undefined) {
    throw new UsageError(`"${text}" is not a namespace; write provider:account:location:type, as ${EXAMPLE.namespace}`);
  }
  const wc = configuration.workConfigurations.find((known) => known.namespace === namespace);
  if (!wc) throw new UsageError(`${namespace} is not in ${configuration.file}; ${listOf(configuration)}`);
  return wc;
}

function listOf({ workConfigurations }: Configuration): string {
  const names = workConfigurations.map(({ namespace }) => namespace);
  const shown = names.slice(0, 10).join(', ');
  return `it has ${shown}${names.length > 10 ? `, and ${names.length - 10} more` : ''}`;
}
