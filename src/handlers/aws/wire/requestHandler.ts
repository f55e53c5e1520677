import type { NodeHttpHandlerOptions } from '@smithy/types';
import type { Identity } from './target.ts';

/** The maximum time of one attempt, ms. The deleter's stays below the remaining validity of a permit (10 s). */
const REQUEST_TIMEOUT_MS: Readonly<Record<Identity, number>> = {
  reader: 60_000,
  deleter: 8_000,
  restorer: 30_000,
};

/** Without `throwOnRequestTimeout` the SDK only logs a warning about a slow request. */
export function requestHandler(identity: Identity): NodeHttpHandlerOptions {
  return { connectionTimeout: 5_000, requestTimeout: REQUEST_TIMEOUT_MS[identity], throwOnRequestTimeout: true };
}
