import type { Resource } from '../../core/resource/resource.ts';
import type { Handler } from './handler.ts';

/** What a handler need not say. Each default is the cautious one, or says that the type has nothing of the kind. */
type Defaulted = 'notReadYet' | 'safeguards' | 'rules' | 'dated' | 'maxBatch';

/** A handler as its author writes it: eight members, and four of its session. */
export type HandlerDescription<R extends Resource, P> = Omit<Handler<R, P>, Defaulted> &
  Partial<Pick<Handler<R, P>, Defaulted>>;

/**
 * A handler with its defaults: all evidence is read, no safeguards and no rules of its own, the provider tells when a
 * resource was created (one without a date is kept), one resource per deleting request.
 */
export function defineHandler<R extends Resource, P>(described: HandlerDescription<R, P>): Handler<R, P> {
  return { notReadYet: [], safeguards: [], rules: [], dated: 'byProvider', maxBatch: 1, ...described };
}
