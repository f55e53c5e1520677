import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from './handler.ts';

/** Members that a handler may omit. Each default is the cautious one, or means that the type has no such thing. */
type Defaulted = 'missingEvidence' | 'safeguards' | 'rules' | 'dated' | 'maxBatch';

/** A handler as its author writes it, without the members that have a default. */
export type HandlerDescription<R extends Resource, P> = Omit<Handler<R, P>, Defaulted> &
  Partial<Pick<Handler<R, P>, Defaulted>>;

/**
 * Adds the defaults to a handler: it reads all evidence, has no safeguards and no rules of its own, the provider
 * reports the creation date (a resource without a date is kept), and each delete request takes one resource.
 */
export function defineHandler<R extends Resource, P>(described: HandlerDescription<R, P>): Handler<R, P> {
  return { missingEvidence: [], safeguards: [], rules: [], dated: 'byProvider', maxBatch: 1, ...described };
}
