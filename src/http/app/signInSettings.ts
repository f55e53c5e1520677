/** The configuration of signing in through an identity provider. */
export interface SignInSettings {
  /** The origin of the operator's listener as browsers see it: `https://holystone.example.com`. */
  readonly origin: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Each discovery reads it anew, so that a rotated file counts; `undefined` = a public client, which PKCE alone protects. */
  readonly clientSecret: () => string | undefined;
  readonly scopes: readonly string[];
  /** The claim with the groups; dots go deeper. */
  readonly groupsClaim: string;
  /** The provider verifies addresses itself, though it does not say so. */
  readonly trustEmail: boolean;
  /** Groups whose members read. */
  readonly readers: readonly string[];
  /** Groups whose members read and change. */
  readonly operators: readonly OperatorGroup[];
  /** A session ends after so long without a request, and after so long in any case. */
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

/** A group of the identity provider whose members are operators. */
export interface OperatorGroup {
  readonly group: string;
  /** The accounts that it may change, as patterns of their names. Absent = the whole fleet. */
  readonly accounts?: readonly string[];
}
