/** A person who signed in through an identity provider. It has no secret: only the browser knows the id. */
export interface Session {
  /** The person at the provider; unique over all providers. */
  readonly subject: string;
  /** In the audit log. */
  readonly actor: string;
  /** The groups as of the sign-in. The rights follow from the configuration at each request. */
  readonly groups: readonly string[];
  /** ms since the epoch */
  readonly startedAt: number;
  /** The last request, to the minute; ms since the epoch. */
  readonly seenAt: number;
  /** However much it is used; ms since the epoch. */
  readonly endsAt: number;
}

/**
 * The sessions of all instances, by the SHA-256 of their ids. Rejects with `StoreError`. A session that the store lost
 * is over: its person signs in again.
 */
export interface Sessions {
  /** @param forMs no session of this person may be older than this */
  open(hash: string, session: Session, forMs: number): Promise<void>;
  /** `undefined`: unknown, ended, or ended with all others of its person. */
  get(hash: string): Promise<Session | undefined>;
  /** Notes a later `seenAt`; does nothing when the session ended meanwhile. @param forMs kept without another request */
  see(hash: string, session: Session, forMs: number): Promise<void>;
  end(hash: string): Promise<void>;
  /** Ends every session of the person, on every instance. */
  endAll(subject: string): Promise<void>;
}
