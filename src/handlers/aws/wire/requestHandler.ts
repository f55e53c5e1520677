import type { NodeHttpHandlerOptions } from '@smithy/types';
import { type Agents, type CheckOf, checkingAgents, readingAgents } from './checkingAgents.ts';
import type { Identity } from './target.ts';

/** The maximum time of one attempt, ms. The deleter's stays below the remaining validity of a permit (10 s). */
const REQUEST_TIMEOUT_MS: Readonly<Record<Identity, number>> = {
  reader: 60_000,
  deleter: 8_000,
  restorer: 30_000,
};

const CONNECTION_TIMEOUT_MS = 5_000;

/**
 * Without `throwOnRequestTimeout` the SDK only logs a warning about a slow request.
 * @param checkOf absent = of a client that only reads
 */
export function requestHandler(identity: Identity, checkOf?: CheckOf): NodeHttpHandlerOptions & Agents {
  return {
    requestTimeout: REQUEST_TIMEOUT_MS[identity],
    throwOnRequestTimeout: true,
    ...(checkOf ? checkingAgents(checkOf, CONNECTION_TIMEOUT_MS) : readingAgents(CONNECTION_TIMEOUT_MS)),
  };
}
