import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';
import { settingsOf } from './accountSettings.ts';
import { requestHandler } from './requestHandler.ts';
import { type CallScope, roleOf } from './target.ts';

/** Assumed anew when it has less than this left, so that no call of a pass meets an expired one. */
const RENEW_BEFORE_MS = 5 * 60_000;

/**
 * The credentials of an identity, shared by all its clients: its role, assumed with the SDK's default chain, or that
 * chain itself (`undefined`: the clients' own default).
 */
export function credentialsOf(target: CallScope): AwsCredentialIdentityProvider | undefined {
  const role = roleOf(target);
  if (role === undefined) return undefined;
  const { account, identity, region, io } = target;
  const { externalId } = settingsOf(account);
  const key = `aws/${account.name}/${identity}/credentials/${role}/${externalId}`;
  const shared = io.clients.get(key, () => new SharedCredentials());
  return shared.providerIn(region, assume(role, externalId, region));
}

function assume(role: string, externalId: string | undefined, region: string): AwsCredentialIdentityProvider {
  return async (properties) => {
    const { fromTemporaryCredentials } = await import('@aws-sdk/credential-providers');
    const assumed = fromTemporaryCredentials({
      params: {
        RoleArn: role,
        RoleSessionName: 'holystone',
        ...(externalId === undefined ? {} : { ExternalId: externalId }),
      },
      clientConfig: { region, requestHandler: requestHandler('reader') },
    });
    return assumed(properties);
  };
}

interface Held {
  /** Where the role was assumed. */
  readonly region: string;
  readonly credentials: Promise<AwsCredentialIdentity>;
  /** ms; while it is being assumed: not yet known. */
  renewAt: number;
}

class SharedCredentials {
  #held: Held | undefined;

  /**
   * One AssumeRole at a time however many clients ask; a failed one is not remembered. Whoever asks first assumes, in
   * its own region, for all; where that fails the others try theirs: a region that is switched off must not harm them.
   */
  providerIn(region: string, assume: AwsCredentialIdentityProvider): AwsCredentialIdentityProvider {
    return async (properties) => {
      for (;;) {
        const held = this.#held;
        if (!held || Date.now() >= held.renewAt) return this.#begin(region, () => assume(properties));
        try {
          return await held.credentials;
        } catch (error) {
          if (held.region === region) throw error;
        }
      }
    };
  }

  #begin(region: string, assume: () => Promise<AwsCredentialIdentity>): Promise<AwsCredentialIdentity> {
    const credentials = assume().then(
      (assumed) => {
        held.renewAt = (assumed.expiration?.getTime() ?? 0) - RENEW_BEFORE_MS;
        return assumed;
      },
      (error: unknown) => {
        if (this.#held === held) this.#held = undefined;
        throw error;
      },
    );
    const held: Held = { region, credentials, renewAt: Number.POSITIVE_INFINITY };
    this.#held = held;
    return credentials;
  }

  destroy(): void {
    this.#held = undefined;
  }
}
