import { randomUUID } from 'node:crypto';
import type { Clock } from '../../src/core/common/clock.ts';
import type { PassRecord } from '../../src/core/policy/pass.ts';
import type { TripwireSettings, WorkConfiguration } from '../../src/core/policy/workConfiguration.ts';
import { parseNamespace } from '../../src/core/resource/namespace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function namespace(text: string) {
  const parsed = parseNamespace(text);
  if (!parsed) throw new Error(`not a namespace: ${text}`);
  return parsed;
}

/** The documented defaults. */
export const TRIPWIRES: TripwireSettings = {
  newMarks: 500,
  markedShare: 0.25,
  unmarkedShare: 0.25,
  dueShare: 0.1,
  shrunkBy: 0.5,
  sharesFrom: 40,
};

/** A live work configuration with the documented defaults. */
export function workConfiguration(overrides: Partial<WorkConfiguration> = {}): WorkConfiguration {
  const account = { name: 'test', provider: 'aws', id: '123456789012', locations: ['us-east-1'] };
  return {
    namespace: namespace('aws:test:us-east-1:image'),
    account,
    accounts: [account],
    location: 'us-east-1',
    resourceType: 'image',
    live: true,
    startStage: 'live',
    actions: ['mark', 'notify', 'delete'],
    everyMs: { mark: 6 * HOUR, notify: DAY, delete: HOUR / 4 },
    minimumAgeMs: 30 * DAY,
    retention: { ms: 10 * DAY },
    unownedRetention: { ms: 30 * DAY },
    maxEvidenceAgeMs: 300_000,
    notice: { enabled: true, itemsPerMessage: 50, per: 'item', validForMs: 14 * DAY },
    owner: { order: ['tags', 'account', 'fallback'], tags: ['owner'] },
    tripwires: TRIPWIRES,
    pace: { deletesPerPass: 100, deletesPerDay: 500, batch: 25 },
    when: [{ rule: 'unused', parameters: {} }],
    keep: [],
    evidence: { off: [], on: [], acceptUnread: [] },
    parameters: {},
    hash: 'hash',
    ...overrides,
  };
}

export function passRecord(overrides: Partial<PassRecord> = {}): PassRecord {
  return {
    passId: randomUUID(),
    namespace: namespace('aws:test:us-east-1:image'),
    action: 'mark',
    outcome: 'complete',
    startedAt: 0,
    endedAt: 0,
    nextDueAt: 0,
    counts: {},
    failures: 0,
    ...overrides,
  };
}

/** Business time that only moves by a call. */
export class ManualClock implements Clock {
  #now: number;

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
