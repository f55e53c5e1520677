import type { Namespace } from '../../../core/resource/namespace.ts';
import { type Identity, mayChange, mayChangeFleet } from '../../app/identity.ts';

/**
 * The person before the page. A button that its person may not press is not shown; the routes refuse it anyway, and the
 * refusal is an event.
 */
export interface Viewer {
  /** In the audit log. */
  readonly actor: string;
  /** Of some account at least. */
  readonly isOperator: boolean;
  /** The switches of the whole fleet. */
  readonly mayChangeFleet: boolean;
  readonly mayChange: (place: Namespace) => boolean;
  /** Each form of the page sends it back; absent = none is needed. */
  readonly csrf?: string;
}

/** The rights of a person, so that a page shows no button that its route refuses. */
export function viewerOf(identity: Identity): Viewer {
  const { actor, access, csrf } = identity;
  return {
    actor,
    isOperator: access === 'operator',
    mayChangeFleet: mayChangeFleet(identity),
    mayChange: (place) => mayChange(identity, place),
    ...(csrf === undefined ? {} : { csrf }),
  };
}
