/** Small tools to replace some methods of a part and leave the others as they are. */

import type { Parts } from '../../src/composition/parts.ts';
import type { WorkConfiguration } from '../../src/core/policy/workConfiguration.ts';
import type { Io, Scope, Session } from '../../src/handlers/contract/handler.ts';

/** The same object with other methods; its private parts stay private. */
export function over<T extends object>(part: T, methods: Partial<T>): T {
  return new Proxy(part, {
    get(target, name) {
      if (name in methods) return methods[name as keyof T];
      const value = target[name as keyof T];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

export function overSessions(
  parts: Parts,
  methods: (session: Session, io: Io, scope: Scope) => Partial<Session>,
): Parts {
  return {
    ...parts,
    handlers: parts.handlers.map((handler) => ({
      ...handler,
      open(scope, io) {
        const session = handler.open(scope, io);
        return over(session, methods(session, io, scope));
      },
    })),
  };
}

export function overConfigurations(parts: Parts, change: (wc: WorkConfiguration) => Partial<WorkConfiguration>): Parts {
  return { ...parts, workConfigurations: () => parts.workConfigurations().map((wc) => ({ ...wc, ...change(wc) })) };
}
