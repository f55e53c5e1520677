/** Laws 5 to 12: the writers, the amounts, the means, and the records. */

import type { TripwireSettings } from '../../../src/core/policy/workConfiguration.ts';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import type { ClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { FleetBudgetPermits } from '../../../src/state/redis/fleetBudget.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { writing } from '../../support/definitions.ts';
import { over, overConfigurations, overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

export const dryRunWrites: Change = { swap: (parts) => overConfigurations(parts, () => ({ live: true })) };

/** No share is too big. */
export const NEVER_TRIPS: TripwireSettings = {
  newMarks: Number.POSITIVE_INFINITY,
  sharesFrom: Number.POSITIVE_INFINITY,
  markedShare: 1,
  unmarkedShare: 1,
  dueShare: 1,
  shrunkBy: 1,
};

/** Nor is an earlier survey compared with. */
export const tripwiresNeverTrip: Change = {
  swap: (parts) => ({
    ...overConfigurations(parts, () => ({ tripwires: NEVER_TRIPS })),
    passes: over(parts.passes, {
      async get(namespace, action) {
        const record = await parts.passes.get(namespace, action);
        return record?.baseline ? { ...record, baseline: { ...record.baseline, findings: {} } } : record;
      },
    }),
  }),
};

/** A use of a moment ago is forgotten. */
export const lastUseForgotten: Change = {
  swap: (parts) => ({ ...parts, lastUsed: over(parts.lastUsed, { all: async () => new Map() }) }),
};

/** A pass that did not look saw nothing, so nothing was used. */
export const unwatchedCounts: Change = {
  swap: (parts) => ({
    ...parts,
    lastUsed: over(parts.lastUsed, { surveys: async () => ({ lastAt: parts.clock.now(), unobserved: [] }) }),
  }),
};

export const paceIgnored: Change = {
  swap: (parts) =>
    overConfigurations(parts, ({ pace }) => ({
      pace: { ...pace, deletesPerPass: Number.MAX_SAFE_INTEGER, deletesPerDay: Number.MAX_SAFE_INTEGER },
    })),
};

/** An image goes with its snapshots, a group with its instances. */
export const byForce: Change = {
  swap: (parts) => ({
    ...parts,
    handlers: parts.handlers.map((handler) => ({
      ...handler,
      open: (scope, io) => handler.open(scope, { ...io, clients: forcing(io.clients) }),
    })),
  }),
};

interface Stack {
  add(middleware: Middleware, options: { readonly step: 'initialize' }): void;
}
type Middleware = (
  next: (args: { input: object }) => Promise<unknown>,
  context: { readonly commandName?: string },
) => (args: { input: object }) => Promise<unknown>;

const FORCE: Readonly<Record<string, object>> = {
  DeregisterImageCommand: { DeleteAssociatedSnapshots: true },
  DeleteAutoScalingGroupCommand: { ForceDelete: true },
};

function forcing(clients: Io['clients']): ClientPool {
  return {
    get: (key, make) =>
      clients.get(key, () => {
        const client = make();
        const { middlewareStack: stack } = client as { middlewareStack?: Stack };
        stack?.add(
          (next, { commandName = '' }) =>
            (args) =>
              next({ input: { ...args.input, ...FORCE[commandName] } }),
          {
            step: 'initialize',
          },
        );
        return client;
      }),
  };
}

/** Nothing is written on the resource. */
export const keepTagNotWritten: Change = {
  swap: (parts) => overSessions(parts, ({ protect }) => (protect ? { protect: async () => ({ did: 'written' }) } : {})),
};

/** The next one gets it too, while another holds it. */
export const lockNeverExcludes: Change = {
  swap: (parts, { connection }) => ({
    ...parts,
    lock: {
      async acquire(namespace) {
        const lease = await parts.lock.acquire(namespace);
        if (lease) return lease;
        await connection.command('taking the lock away', (client) => client.unlink(namespaceKeys(namespace).lock));
        return parts.lock.acquire(namespace);
      },
    },
  }),
};

/** Room for all work at once: the demo's four places would be full of deletions. */
export const roomForAll: Change = {
  configure: (configuration) => ({ ...configuration, work: { ...configuration.work, capacity: 16, concurrency: 8 } }),
};

/** A requested change is taken for done. */
export const successFromIntent: Change = {
  swap: (parts) =>
    overSessions(parts, (session) => ({
      async delete(batch) {
        await session.delete(batch);
        const done: DeleteOutcome = { kind: 'deleted', requestId: 'none' };
        return new Map(batch.map(({ id }) => [id, done]));
      },
    })),
};

export const definitionsNotWritten: Change = {
  swap: (parts) => ({ ...parts, definitions: writing(async () => {}) }),
};

/** Neither the kill switch nor "out of service" is looked at, by a pass or by a permit. */
export const controlNotRead: Change = {
  patch: () => patched(FleetBudgetPermits.prototype, 'forbiddenBy', () => () => undefined),
  swap: (parts) => ({
    ...parts,
    control: over(parts.control, {
      read: async () => ({ ...(await parts.control.read()), service: 'in', killed: false }),
    }),
  }),
};
