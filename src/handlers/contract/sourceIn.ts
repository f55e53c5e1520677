import type { EvidenceSource } from './handler.ts';
import type { Provider } from './provider.ts';

/**
 * A source that reads only in accounts of another provider than the type's own. That provider must first prove that the
 * place belongs to the configured account; else the read fails, and the result is unknown (law 1).
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
