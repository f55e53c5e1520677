import type { NodeHttpHandlerOptions } from '@smithy/types';
import type { Identity } from './target.ts';

/** How long one attempt of a request may take, ms. The deleter's stays below what a permit leaves for it (10 s). */
const REQUEST_TIMEOUT_MS: Readonly<Record<Identity, number>> = {
  reader: 60_000,
  deleter: 8_000,
  restorer: 30_000,
};

/** The SDK only warns about a request that takes too long unless it is told to throw. */
export function requestHandler(identity: Identity): NodeHttpHandlerOptions {
  return { connectionTimeout: 5_000, requestTimeout: REQUEST_TIMEOUT_MS[identity], throwOnRequestTimeout: true };
}
