import { aws } from './aws/provider.ts';
import type { Handler } from './contract/handler.ts';
import type { NotJudgedKind } from './contract/notJudged.ts';
import type { Provider } from './contract/provider.ts';
import { kubernetes } from './kubernetes/provider.ts';
import { registry } from './registry/provider.ts';

/** Every provider of this version, alphabetically: one folder, one line. */
export const providers: readonly Provider[] = [aws, kubernetes, registry];

/** Every resource type of this version. */
export const handlers: readonly Handler[] = providers.flatMap((provider) => provider.handlers);

/** The provider with this name. @throws Error if there is none: the configuration has no other names */
export function providerOf(known: readonly Provider[], name: string): Provider {
  const provider = known.find((candidate) => candidate.name === name);
  if (!provider) throw new Error(`there is no provider "${name}"`);
  return provider;
}

/** What a provider lists for people alone, by its name. */
export function notJudgedOf(name: string): readonly NotJudgedKind[] {
  return providerOf(providers, name).notJudged ?? [];
}
