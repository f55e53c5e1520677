/** Where a kind of evidence is read, as the documentation says it: asked of the source itself, so it cannot say something else. */
import type { Account } from '../../src/core/policy/workConfiguration.ts';
import { namespaceOf } from '../../src/core/resource/namespace.ts';
import type { EvidenceSource, Handler, Scope } from '../../src/handlers/contract/handler.ts';

const HERE = 'here';
const REGIONS = [HERE, 'elsewhere'];

/** @returns `every account`, `its own place`; `where the configuration says` of one that needs a key of it */
export function whereRead({ provider, resourceType, parameters, rules }: Handler, source: EvidenceSource): string {
  const own = accountOf('here', provider);
  const read = source.provider ?? provider;
  const others = ['another', 'third'].map((name) => accountOf(name, read));
  const parts = { provider, account: own.name, location: HERE, resourceType };
  const scope: Scope = {
    ...{ namespace: namespaceOf(parts), account: own, location: HERE, accounts: [own, ...others] },
    ...{ parameters: parameters.parse({}), rules: rules.map(({ name }) => name) },
  };
  const places = source.places(scope);
  const accounts = new Set(places.map(({ account }) => account));
  const regions = new Set(places.map(({ location }) => location));
  if (accounts.size === 0) return 'where the configuration says';
  const isOwn = accounts.size === 1 && accounts.has(own.name);
  if (regions.size > 1) return isOwn ? 'its account, every region' : 'every account and region';
  if (regions.has(HERE)) return isOwn ? 'its own place' : 'every account';
  return 'every account, once';
}

function accountOf(name: string, provider: string): Account {
  return { name, provider, id: '111111111111', settings: {}, locations: REGIONS };
}

/** The same of a source that several types read: `every account; its own place for \`volume\``. */
export function whereReadByTypes(handlers: readonly Handler[], name: string, code: (name: string) => string): string {
  const types = new Map<string, string[]>();
  for (const handler of handlers) {
    const source = handler.evidence.find((one) => one.name === name);
    if (!source) continue;
    const where = whereRead(handler, source);
    types.set(where, [...(types.get(where) ?? []), handler.resourceType]);
  }
  const [[most = ''] = [], ...rest] = [...types].toSorted(([, one], [, other]) => other.length - one.length);
  return [most, ...rest.map(([where, named]) => `${where} for ${named.map(code).join(', ')}`)].join('; ');
}
