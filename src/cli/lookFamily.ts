/** The family of a look: whose account, and which of its types. */
import type { LookWanted } from '../handlers/contract/firstLook.ts';
import type { Provider } from '../handlers/contract/provider.ts';
import { providers } from '../handlers/index.ts';
import { UsageError } from './context.ts';
import type { Looking } from './look/configurationText.ts';

/** The options that choose what is looked at. */
export interface FamilyOptions {
  readonly region?: readonly string[];
  readonly kubernetes?: string;
  readonly registry?: string;
  readonly cdk?: true;
}

/** A provider that can be looked at, with the types that count. */
export type Lookable = Looking & Pick<Provider, 'account' | 'notJudged' | 'rights' | 'starter'>;

/** Options whose value is the account itself, by the name of their provider. */
const TARGETS = ['kubernetes', 'registry'] as const;

/** The provider of the shell's own credentials. */
const DEFAULT_PROVIDER = (one: Provider) => !TARGETS.some((name) => name === one.name);

/** @throws UsageError before anything is asked */
export function familyOf(options: FamilyOptions): { readonly provider: Lookable; readonly wanted: LookWanted } {
  const { region = [], cdk } = options;
  const targets = TARGETS.filter((name) => options[name] !== undefined);
  const chosen = [...targets, ...(cdk ? ['cdk'] : [])].map((name) => `--${name}`);
  if (chosen.length > 1) throw new UsageError(`${chosen.join(' and ')} are looks of their own: give one`);
  const [target] = targets;
  if (target === undefined) {
    const provider = withTypes(lookable(DEFAULT_PROVIDER), cdk ? 'cdk' : undefined);
    for (const name of region) checkLocation(provider, name);
    return { provider, wanted: { locations: region } };
  }
  if (region.length > 0) throw new UsageError(`--region does not belong to --${target}`);
  const value = options[target];
  return {
    provider: lookable(({ name }) => name === target),
    wanted: { locations: [], ...(value === undefined ? {} : { target: value }) },
  };
}

function lookable(isMeant: (one: Provider) => boolean): Lookable {
  for (const one of providers) {
    const { firstLook } = one;
    if (firstLook && isMeant(one)) return { ...one, firstLook };
  }
  throw new Error('no provider of this version can be looked at without a configuration');
}

function withTypes(provider: Lookable, family: string | undefined): Lookable {
  if (family === undefined) return provider;
  const types = provider.firstLook.families?.[family] ?? [];
  const { notJudged: _ofOthers, ...rest } = provider;
  return { ...rest, handlers: provider.handlers.filter(({ resourceType }) => types.includes(resourceType)) };
}

function checkLocation({ account: { problemOfLocation } }: Lookable, location: string): void {
  const problem = problemOfLocation?.(location);
  if (problem?.severity === 'error') throw new UsageError(`--region ${location}: ${problem.why}; ${problem.advice}`);
}
