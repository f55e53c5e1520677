// A real delete pass over real stores; only the cloud is a handler in memory that answers at once.
import { randomUUID } from 'node:crypto';
import { systemClock, systemMonotonicClock } from '../dist/core/clock.js';
import { evaluate } from '../dist/core/evaluate.js';
import { EvidenceReader, Lifecycle } from '../dist/lifecycle/index.js';
import { resourceAt } from './population.mjs';

const HOUR = 3_600_000;

export function lifecycleOf(state, log, namespaces) {
  const nothing = async () => {};
  return new Lifecycle({
    ...state,
    log,
    clock: systemClock,
    monotonic: systemMonotonicClock,
    evaluate,
    evidence: new EvidenceReader(systemMonotonicClock),
    clients: { get: (_key, make) => make() },
    notifier: { send: async () => ({ kind: 'failed', why: 'nobody is told' }) },
    definitions: { write: nothing },
    links: { keepUrl: () => '', mailDomain: 'example.com' },
    handlerOf: () => handlerInMemory(),
    workConfigurationOf: (namespace) => (namespaces.includes(namespace) ? configurationOf(namespace) : undefined),
    newId: () => randomUUID(),
  });
}

/** Every id is there, unused and old; a deletion is answered at once. */
function handlerInMemory() {
  const found = (id) => {
    const index = Number.parseInt(id.slice('ami-0'.length), 16);
    return { kind: 'found', resource: resourceAt(index) };
  };
  return {
    provider: 'aws',
    resourceType: 'image',
    evidence: [],
    notReadYet: [],
    safeguards: [],
    rules: [],
    dated: 'byProvider',
    maxBatch: 1,
    definition: (resource) => resource,
    open: () => ({
      verifyAccount: async () => {},
      list: async function* () {},
      get: async (ids) => new Map(ids.map((id) => [id, found(id)])),
      delete: async (batch) => new Map(batch.map(({ id }) => [id, { kind: 'deleted', requestId: 'bench' }])),
    }),
  };
}

/** The defaults, but for what would end the pass before its 1,000 deletions. */
function configurationOf(namespace) {
  const account = { name: 'bench', provider: 'aws', id: '123456789012', locations: ['us-east-1'] };
  return {
    namespace,
    account,
    accounts: [account],
    location: 'us-east-1',
    resourceType: 'image',
    live: true,
    actions: ['mark', 'notify', 'delete'],
    everyMs: { mark: 6 * HOUR, notify: 24 * HOUR, delete: HOUR / 4 },
    minimumAgeMs: 30 * 24 * HOUR,
    retention: { ms: 240 * HOUR },
    unownedRetention: { ms: 720 * HOUR },
    maxEvidenceAgeMs: 300_000,
    notice: { enabled: true, itemsPerMessage: 50, per: 'item', validForMs: 336 * HOUR },
    owner: { tags: ['owner'] },
    tripwires: { newMarks: 500, markedShare: 0.25, unmarkedShare: 0.25, dueShare: 1, shrunkBy: 0.5, sharesFrom: 40 },
    pace: { deletesPerPass: 2_000, deletesPerDay: 100_000, batch: 25 },
    when: [{ rule: 'unused', parameters: {} }],
    keep: [],
    evidence: { off: [], acceptUnread: [] },
    parameters: {},
    hash: 'bench',
  };
}

/** Without a complete mark pass on record no delete pass begins. */
export function surveyed(namespace, listed, now) {
  return {
    passId: randomUUID(),
    namespace,
    action: 'mark',
    outcome: 'complete',
    startedAt: now,
    endedAt: now,
    nextDueAt: now + HOUR,
    counts: {},
    baseline: { listed, findings: {} },
    failures: 0,
  };
}
