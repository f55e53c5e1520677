import type { NodeHttpHandlerOptions } from '@smithy/types';
import type { Identity } from './target.ts';

/** How long one attempt of a request may take, ms. A permit must outlive the deleter's. */
export const REQUEST_TIMEOUT_MS: Readonly<Record<Identity, number>> = { reader: 60_000, deleter: 15_000 };

/** The SDK only warns about a request that takes too long unless it is told to throw. */
export function requestHandler(identity: Identity): NodeHttpHandlerOptions {
  return { connectionTimeout: 5_000, requestTimeout: REQUEST_TIMEOUT_MS[identity], throwOnRequestTimeout: true };
}
