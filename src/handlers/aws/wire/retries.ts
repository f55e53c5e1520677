import type { RetryStrategyV2 } from '@smithy/types';
import { hasNoServer } from './errors.ts';

/**
 * The SDK's standard retries for the calls that prove an account in a command that a person waits for: an endpoint
 * where nothing listens, or whose name has no address, gets one attempt.
 */
export async function provingRetries(): Promise<RetryStrategyV2> {
  const [{ loadConfig }, { NODE_MAX_ATTEMPT_CONFIG_OPTIONS, StandardRetryStrategy }] = await Promise.all([
    import('@smithy/core/config'),
    import('@smithy/core/retry'),
  ]);
  // As many as `AWS_MAX_ATTEMPTS` says, which the SDK reads only for strategies of its own.
  const standard = new StandardRetryStrategy(loadConfig(NODE_MAX_ATTEMPT_CONFIG_OPTIONS));
  return {
    acquireInitialRetryToken: (scope) => standard.acquireInitialRetryToken(scope),
    recordSuccess: (token) => standard.recordSuccess(token as Parameters<typeof standard.recordSuccess>[0]),
    refreshRetryTokenForRetry: async (token, info) => {
      if (hasNoServer(info.error)) throw new Error('another attempt would not find it either');
      return standard.refreshRetryTokenForRetry(
        token as Parameters<typeof standard.refreshRetryTokenForRetry>[0],
        info,
      );
    },
  };
}
