// A real delete pass over real stores; only the cloud is a handler in memory that answers at once.
import { randomUUID } from 'node:crypto';
import { openParts, wire } from '../dist/src/composition/parts.js';
import { loadConfiguration } from '../dist/src/config/load/loader.js';
import { handlers } from '../dist/src/handlers/index.js';
import { resourceAt } from './population.mjs';

const HOUR = 3_600_000;

/** @param accounts the account of each namespace */
export function lifecycleOf(connection, state, log, accounts) {
  const swap = (parts) => ({
    ...parts,
    ...state,
    definitions: { write: async () => {} },
    handlers: [handlerInMemory()],
  });
  const made = { configuration: configurationOf(accounts), connection, log };
  const opened = openParts(made);
  return wire(made, { ...opened, parts: swap(opened.parts) }).lifecycle;
}

/** The defaults, without the ends of a pass before its deletions. Images may be live against this machine only. */
function configurationOf(accounts) {
  const listed = accounts.map(
    (name, place) => `{ name: ${name}, provider: aws, id: "${100_000_000_000 + place}", locations: [us-east-1] }`,
  );
  const text = `
dryRun: false
redis: { url: "redis://127.0.0.1" }
mail: { smtp: "smtp://127.0.0.1", from: bench@example.com }
http: { public: { url: "https://holystone.example.com" } }
optOut: { keys: [{ id: bench, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
accounts: [${listed.join(', ')}]
defaults:
  notice: { fallback: bench@example.com }
  tripwires: { dueShare: 100% }
  pace: { deletesPerPass: 2000, deletesPerDay: 100000 }
cleanup: [{ type: image, live: true, when: [{ rule: unused }], keepNewest: off }]
`;
  return loadConfiguration({ text }, { env: { AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, handlers });
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
    missingEvidence: [],
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

/** Without a complete mark pass on record no delete pass begins. */
export function surveyed(namespace, listed, now, incarnation) {
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
    incarnation,
    failures: 0,
  };
}
