import type { Handler } from './handler.ts';
import type { Provider } from './provider.ts';

/** The providers and the resource types that a configuration may name. */
export interface Known {
  readonly providers: readonly Provider[];
  readonly handlers: readonly Handler[];
}
