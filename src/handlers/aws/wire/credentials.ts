import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';
import { settingsOf } from './accountSettings.ts';
import { closeKept } from './checkingAgents.ts';
import { requestHandler } from './requestHandler.ts';
import { provingRetries } from './retries.ts';
import { type CallScope, roleOf } from './target.ts';

/** The role is assumed again when less than this is left, so that no call of a pass uses expired credentials. */
const RENEW_BEFORE_MS = 5 * 60_000;

/**
 * The credentials of an identity, shared by all its clients: its role, assumed with the SDK's default chain. Without a
 * role each client uses that chain: `undefined` = by itself.
 */
export function credentialsOf(target: CallScope): AwsCredentialIdentityProvider | undefined {
  const role = roleOf(target);
  if (role === undefined) return target.identity === 'reader' ? undefined : defaultChain();
  const { account, identity, region, io, isProving = false } = target;
  const { externalId } = settingsOf(account);
  const key = `aws/${account.name}/${identity}/credentials/${role}/${externalId}`;
  const shared = io.clients.get(key, () => new SharedCredentials());
  return shared.providerIn(region, assume(role, { externalId, region, isProving }));
}

/**
 * Some sources of the chain send requests of their own: a web identity, a profile with a role. By itself a client sends them
 * with its own agents, and those of a client that may change something open connections for its commands only.
 */
function defaultChain(): AwsCredentialIdentityProvider {
  let chain: Promise<AwsCredentialIdentityProvider> | undefined;
  return async (properties) => {
    chain ??= import('@aws-sdk/credential-providers').then(({ fromNodeProviderChain }) =>
      fromNodeProviderChain({ clientConfig: { requestHandler: requestHandler('reader') } }),
    );
    return (await chain)(properties);
  };
}

interface Assuming {
  readonly externalId: string | undefined;
  readonly region: string;
  readonly isProving: boolean;
}

function assume(role: string, { externalId, region, isProving }: Assuming): AwsCredentialIdentityProvider {
  return async (properties) => {
    const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
    const connections = requestHandler('reader');
    const assumed = fromTemporaryCredentials({
      params: {
        RoleArn: role,
        RoleSessionName: 'holystone',
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
      },
      clientConfig: {
        region,
        requestHandler: connections,
        ...(isProving ? { retryStrategy: await provingRetries() } : {}),
      },
    });
    try {
      return await assumed(properties);
    } finally {
      // The client of this role is used once.
      closeKept(connections);
    }
  };
}

interface Kept {
  /** The region of the AssumeRole call. */
  readonly region: string;
  readonly credentials: Promise<AwsCredentialIdentity>;
  /** ms; infinite while the role is being assumed. */
  renewAt: number;
}

class SharedCredentials {
  #kept: Kept | undefined;

  /**
   * Sends one AssumeRole at a time for all clients; a failure is not cached. The first client assumes the role in its
   * own region for all. If that fails, the others try their own regions: a disabled region must not affect them.
   */
  providerIn(region: string, assume: AwsCredentialIdentityProvider): AwsCredentialIdentityProvider {
    return async (properties) => {
      for (;;) {
        const kept = this.#kept;
        if (!kept || Date.now() >= kept.renewAt) return this.#begin(region, () => assume(properties));
        try {
          return await kept.credentials;
        } catch (error) {
          if (kept.region === region) throw error;
        }
      }
    };
  }

  #begin(region: string, assume: () => Promise<AwsCredentialIdentity>): Promise<AwsCredentialIdentity> {
    const credentials = assume().then(
      (assumed) => {
        kept.renewAt = (assumed.expiration?.getTime() ?? 0) - RENEW_BEFORE_MS;
        return assumed;
      },
      (error: unknown) => {
        if (this.#kept === kept) this.#kept = undefined;
        throw error;
      },
    );
    const kept: Kept = { region, credentials, renewAt: Number.POSITIVE_INFINITY };
    this.#kept = kept;
    return credentials;
  }

  destroy(): void {
    this.#kept = undefined;
  }
}
