/** A namespace opened for a pass: its handler, its scope, a session of the provider, and the requests it may send. */

import { setMaxListeners } from 'node:events';
import { defined } from '../../core/common/defined.ts';
import { ruleNamesOf, type WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { Handler, Io, Scope, Session } from '../../handlers/contract/handler.ts';
import type { OpenDeps } from '../pass/deps.ts';

/** The part of a work configuration that locates its resources. */
export type Where = Pick<
  WorkConfiguration,
  'namespace' | 'account' | 'accounts' | 'location' | 'resourceType' | 'parameters'
> &
  Partial<Pick<WorkConfiguration, 'when' | 'traffic' | 'expiry'>>;

/** One namespace opened for a pass. */
export interface Opened extends OpenedThere {
  readonly wc: WorkConfiguration;
}

/** The same without the work configuration. */
export interface OpenedThere {
  readonly handler: Handler;
  readonly scope: Scope;
  readonly io: Io;
  readonly session: Session;
}

/** @param leave the requests that may be sent besides reads */
export function open(
  deps: OpenDeps,
  wc: WorkConfiguration,
  signal: AbortSignal,
  leave: Pick<Io, 'permit' | 'mayRestore'> = {},
): Opened {
  return { wc, ...openThere(deps, wc, signal, leave) };
}

/** Opens a namespace that may no longer be in the configuration. */
export function openThere(
  deps: OpenDeps,
  where: Where,
  signal: AbortSignal,
  leave: Pick<Io, 'permit' | 'mayRestore'> = {},
): OpenedThere {
  // Every request in progress listens to it, and evidence is read from many places at once.
  setMaxListeners(0, signal);
  const handler = deps.handlerOf(typeOf(where.namespace));
  const { namespace, account, location, accounts, parameters, when, traffic, expiry } = where;
  const rules = when && ruleNamesOf(when).flat();
  const scope: Scope = { namespace, account, location, accounts, parameters, ...defined({ rules, traffic, expiry }) };
  const { clock, pacer, clients, learnt, times, isWaitedFor } = deps;
  const log = deps.log.child({ namespace });
  const io: Io = { signal, log, clock, pacer, clients, ...defined({ learnt, times, isWaitedFor }), ...leave };
  return { handler, scope, io, session: handler.open(scope, io) };
}
