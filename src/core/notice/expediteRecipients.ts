import { addressesOf } from '../owner/owners.ts';

/** Who has to hear of an owner's "delete it early" before it is stored. */
export interface ExpediteRecipients {
  /** Addresses, each once: of a shared owner all of them, then the fallback contact. */
  readonly recipients: readonly string[];
  /** Several people are the owner: where nothing sends messages, the wish of one is not stored. */
  readonly isShared: boolean;
}

/**
 * A tag may name any person as the owner; the fallback is the address that the operator chose, so a person there sees the
 * wish while the resource can still be kept. Several people are one owner, a link does not say who of them followed it,
 * and each of them has read a later date: all of them hear of it. Pure.
 * @param owner whose link was followed
 * @param fallback `notice.fallback`; absent: there is none
 */
export function expediteRecipients(owner: string, fallback: string | undefined): ExpediteRecipients {
  const people = addressesOf(owner);
  const isShared = people.length > 1;
  const recipients = new Set(isShared ? people : []);
  if (fallback !== undefined && fallback !== owner) recipients.add(fallback);
  return { recipients: [...recipients], isShared };
}
