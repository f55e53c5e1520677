import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import type { AwsCredentialIdentity, AwsCredentialIdentityProvider } from '@smithy/types';
import { requestHandler } from './requestHandler.ts';
import { roleOf, type Target } from './target.ts';

/** Assumed anew when it has less than this left, so that no call of a pass meets an expired one. */
const RENEW_BEFORE_MS = 5 * 60_000;

/**
 * The credentials of an identity, shared by all its clients: its role, assumed with the SDK's default chain, or that
 * chain itself (`undefined`: the clients' own default).
 */
export function credentialsOf(target: Target): AwsCredentialIdentityProvider | undefined {
  const role = roleOf(target);
  if (role === undefined) return undefined;
  const { account, identity, region, io } = target;
  const key = `aws/${account.name}/${identity}/credentials/${role}/${account.externalId}`;
  return io.clients.get(key, () => new SharedCredentials(assume(role, account.externalId, region))).provider;
}

function assume(role: string, externalId: string | undefined, region: string): AwsCredentialIdentityProvider {
  return fromTemporaryCredentials({
    params: {
      RoleArn: role,
      RoleSessionName: 'holystone',
      ...(externalId === undefined ? {} : { ExternalId: externalId }),
    },
    clientConfig: { region, requestHandler: requestHandler('reader') },
  });
}

class SharedCredentials {
  readonly #assume: AwsCredentialIdentityProvider;
  #held: Promise<AwsCredentialIdentity> | undefined;
  #renewAt = 0;

  constructor(assume: AwsCredentialIdentityProvider) {
    this.#assume = assume;
  }

  /** One AssumeRole at a time however many clients ask; a failed one is not remembered. */
  readonly provider: AwsCredentialIdentityProvider = async (properties) => {
    if (this.#held && Date.now() < this.#renewAt) return this.#held;
    this.#renewAt = Number.POSITIVE_INFINITY;
    this.#held = this.#assume(properties).then(
      (credentials) => {
        this.#renewAt = (credentials.expiration?.getTime() ?? 0) - RENEW_BEFORE_MS;
        return credentials;
      },
      (error: unknown) => {
        this.#held = undefined;
        throw error;
      },
    );
    return this.#held;
  };

  destroy(): void {
    this.#held = undefined;
  }
}
