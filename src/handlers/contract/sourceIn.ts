import type { EvidenceSource } from './handler.ts';
import type { Provider } from './provider.ts';

/**
 * A source that reads in accounts of another provider than the type's own. It reads only there, and only what this
 * provider has proven to be the account that the configuration names: else the read fails, and nothing is known (law 1).
 */
export function sourceIn<P>(provider: Provider, source: EvidenceSource<P>): EvidenceSource<P> {
  return {
    ...source,
    provider: provider.name,
    places(scope) {
      const names = new Set(scope.accounts.filter((one) => one.provider === provider.name).map(({ name }) => name));
      return source.places(scope).filter(({ account }) => names.has(account));
    },
    async read(place, scope, candidates, io) {
      await provider.prove(place, scope, io);
      return source.read(place, scope, candidates, io);
    },
  };
}
