/** Both apps on real sockets, over the real stores on a real Redis. */
import type { AddressInfo } from 'node:net';
import type { Nomination } from '../../../src/core/evaluation/nomination.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import { type OptOutClaims, sign } from '../../../src/core/owner/optOutToken.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { endsByType } from '../../../src/core/resource/ends.ts';
import { type Namespace, namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { MonthlyCost } from '../../../src/core/resource/prices.ts';
import { handlers } from '../../../src/handlers/index.ts';
import type { OperatorDeps, PublicDeps } from '../../../src/http/app/deps.ts';
import type { App } from '../../../src/http/app/validation.ts';
import { buildOperator } from '../../../src/http/operator/operatorApp.ts';
import { buildPublic } from '../../../src/http/public/publicApp.ts';
import { storeResponse } from '../../../src/lifecycle/index.ts';
import { forAll } from '../../support/lifetimes.ts';
import { optOutKey } from '../../support/optOutKey.ts';
import { ManualClock, workConfiguration } from '../../support/queue.ts';
import { type StateFixture, whileRedisStands } from '../state/support.ts';
import { checkAnswers } from './answers.ts';

checkAnswers();

export const NOW = Date.parse('2026-06-01T12:00:00Z');
export const DAY = 24 * 3_600_000;
export const KEY = optOutKey('the key of the tests, long enough');
export const IMAGES = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });

export interface Listening {
  readonly url: string;
  readonly app: App;
}

/** The app on a free port of the loopback interface. */
export async function listen(app: App): Promise<Listening> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

export function publicDeps(store: StateFixture, given: Partial<PublicDeps> = {}): PublicDeps {
  const { marks, optOuts, passes, audit, messages, control } = store;
  return {
    clock: new ManualClock(NOW),
    log: store.log,
    readiness: () => [{ name: 'redis', ok: true }],
    marks,
    optOuts,
    passes,
    audit,
    messages,
    control,
    storeResponse: (said) =>
      storeResponse(
        {
          audit,
          marks,
          optOuts,
          control,
          log: store.log,
          notifier: { send: async () => ({ kind: 'failed', why: 'no mail server' }) },
          links: {
            mailDomain: 'example.com',
            worksUntil: (until) => until,
            keepUrl: () => '',
            messageUrls: () => ({ keepAllUrl: '', preferencesUrl: '' }),
          },
          watch: { latest: () => given.clock?.now() ?? NOW },
          workConfigurationOf: (namespace) =>
            (given.workConfigurations?.() ?? [workConfiguration()]).find((wc) => wc.namespace === namespace),
        },
        said,
      ),
    keys: [KEY],
    workConfigurations: () => [workConfiguration()],
    endOf: endsByType(handlers),
    ...given,
  };
}

export const startPublic = async (store: StateFixture, given: Partial<PublicDeps> = {}) =>
  listen(await buildPublic(publicDeps(store, given)));

export function operatorDeps(store: StateFixture, given: Partial<OperatorDeps> = {}): OperatorDeps {
  const { marks, markTable, months, optOuts, passes, outbox, units } = store;
  const { audit, events, control, sessions, messages, sentNotices } = store;
  return {
    clock: new ManualClock(NOW),
    log: store.log,
    readiness: () => [{ name: 'redis', ok: true }],
    marks,
    markTable,
    months,
    optOuts,
    passes,
    outbox,
    units,
    audit,
    events,
    control,
    sessions,
    messages,
    sentNotices,
    workConfigurations: () => [workConfiguration()],
    endOf: endsByType(handlers),
    configuration: () => ({ file: 'holystone.yaml', hash: 'a'.repeat(64), settings: { dryRun: true } }),
    effective: () => ({ retention: '14d' }),
    missingEvidence: () => [],
    providerPage: () => undefined,
    check: async () => ({ kind: 'gone' }),
    lookFor: async () => ({ kind: 'seen' }),
    sightings: async () => ({ found: [], isPart: false, unread: [] }),
    approve: async () => ({ kind: 'notFound', why: 'no such pass' }),
    recalculate: async () => ({ kind: 'recalculated', considered: 0, moved: 0 }),
    changeControl: async ({ change, actor, reason }) => {
      const why = reason === undefined ? {} : { reason };
      const audit = { at: NOW, namespace: 'fleet', event: 'control', actor, ...why } as const;
      return { ...(await control.write(change, audit)), acknowledged: true, waitingFor: [] };
    },
    bounced: async () => ({ kind: 'unknown' }),
    preview: async () => undefined,
    sendAgain: async () => ({ kind: 'unknown' }),
    reload: async () => ({ kind: 'replaced', changed: [], needsRestart: [] }),
    configuredCapacity: 8,
    instances: async () => [],
    figures: (ids) => store.figures.read(ids),
    drift: () => new Map(),
    tokens: [],
    metrics: { contentType: 'text/plain; version=0.0.4', metrics: async () => 'up 1\n' },
    version: '0.1.0',
    ...given,
  };
}

export const startOperator = async (store: StateFixture, given: Partial<OperatorDeps> = {}) =>
  listen(await buildOperator(operatorDeps(store, given)));

/**
 * The answers of a site of its own to `ask` while the Redis of `store` stands still.
 * @param start of the site, on the stores given
 */
export function askedWhileRedisStands<T>(
  store: StateFixture,
  start: (store: StateFixture) => Promise<Listening>,
  ask: (url: string) => Promise<T>,
): Promise<T> {
  return whileRedisStands(store, async (impatient, stopRedis) => {
    const { app, url } = await start(impatient);
    stopRedis();
    return ask(url).finally(() => app.close());
  });
}

export interface MarkGiven {
  readonly namespace?: Namespace;
  readonly name?: string;
  readonly group?: string;
  readonly entry?: string;
  readonly owner?: string;
  readonly team?: string;
  readonly reasons?: readonly string[];
  readonly projectedDeletionAt?: number;
  readonly monthlyCost?: MonthlyCost;
}

/** Stores a mark, as a survey would. */
export async function mark(state: StateFixture, id: string, given: MarkGiven = {}): Promise<Mark> {
  const { namespace = IMAGES, name = `name of ${id}`, group, entry, owner = 'ann@example.com' } = given;
  const nomination: Nomination = {
    namespace,
    resource: { id, identity: `${id}@1`, name, tags: {}, aliases: [id], ...(group === undefined ? {} : { group }) },
    ...(given.monthlyCost === undefined ? {} : { monthlyCost: given.monthlyCost }),
    reasons: given.reasons ?? ['used by nothing for 60 days'],
    owner,
    ...(entry === undefined ? {} : { entry }),
    ...(given.team === undefined ? {} : { team: given.team }),
    ownerVia: 'tag owner',
    projectedDeletionAt: given.projectedDeletionAt ?? NOW + 10 * DAY,
  };
  const after = newMark(nomination, `generation of ${id}`, NOW - DAY);
  const audit = { at: NOW - DAY, namespace, id, event: 'marked', actor: 'holystone' } as const;
  const [applied] = await state.marks.apply(namespace, [{ id, before: undefined, after, audit }]);
  if (applied !== 'applied') throw new Error(`marking ${id}: ${applied}`);
  return after;
}

/** The path of a link as the mail has it. */
export function link(id: string, given: Partial<OptOutClaims> = {}, key = KEY): string {
  const claims = { namespace: IMAGES, id, owner: 'ann@example.com', expiresAt: NOW + 30 * DAY, ...given };
  return `/o/${sign(claims, key)}`;
}

/** A browser's form. */
export function post(url: string, form: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(form) });
}

/** A work configuration of any namespace, dry or live. */
export function configurationOf(
  parts: { account: string; location: string; resourceType: string },
  given: Partial<WorkConfiguration> = {},
): WorkConfiguration {
  const account = { name: parts.account, provider: 'aws', id: '123456789012', locations: [parts.location] };
  const { location, resourceType } = parts;
  return workConfiguration({
    namespace: namespaceOf({ provider: 'aws', ...parts }),
    account,
    location,
    resourceType,
    ...given,
  });
}

/** For all tests of a file. */
export function siteForAll(start: () => Promise<Listening>): Listening {
  return forAll(start, ({ app }) => app.close());
}
