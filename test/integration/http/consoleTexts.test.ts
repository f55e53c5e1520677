/** Every page of the console, in a state that shows every text of it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { STEP_RESULTS, STEPS } from '../../../src/core/evaluation/verdict.ts';
import { OTHER_TEAMS } from '../../../src/core/resource/saved.ts';
import { endWords } from '../../../src/core/text/endWords.ts';
import { renderHtml } from '../../../src/core/text/html.ts';
import type { OperatorDeps } from '../../../src/http/app/deps.ts';
import { MoneyCharts } from '../../../src/http/operator/dashboard/moneyChart.tsx';
import { decisionOf } from '../../../src/http/operator/dashboard/patternDecision.ts';
import { stagesPage } from '../../../src/http/operator/dashboard/stages.tsx';
import { accountPage, signInPage } from '../../../src/http/operator/signIn/pages.tsx';
import { blockedTexts } from '../../../src/http/operator/texts/blocked.ts';
import { frameTexts } from '../../../src/http/operator/texts/frame.ts';
import { instancesTexts } from '../../../src/http/operator/texts/instances.ts';
import { marksTexts } from '../../../src/http/operator/texts/marks.ts';
import { messagesTexts } from '../../../src/http/operator/texts/messages.ts';
import { namespacesTexts } from '../../../src/http/operator/texts/namespaces.ts';
import { overviewTexts } from '../../../src/http/operator/texts/overview.ts';
import { ownersTexts } from '../../../src/http/operator/texts/owners.ts';
import { patternsTexts } from '../../../src/http/operator/texts/patterns.ts';
import { resourceTexts } from '../../../src/http/operator/texts/resource.ts';
import { savingsTexts } from '../../../src/http/operator/texts/savings.ts';
import { stagesTexts } from '../../../src/http/operator/texts/stages.ts';
import { verdictTexts } from '../../../src/http/operator/texts/verdict.ts';
import { sharedWords } from '../../../src/http/operator/texts/words.ts';
import { addPart } from '../../../src/state/redis/savedParts.ts';
import { pageWords, phrases } from '../../support/pageWords.ts';
import { passRecord } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { ALL, DRY, MARKS_ONLY, MUTE_NAMESPACE, type SiteState, seedTrouble, troubledDeps } from './consoleState.ts';
import { configurationOf, IMAGES, type Listening, NOW, startOperator } from './fixture.ts';

const CATALOGUES = {
  blockedTexts,
  frameTexts,
  instancesTexts,
  marksTexts,
  messagesTexts,
  namespacesTexts,
  overviewTexts,
  ownersTexts,
  patternsTexts,
  resourceTexts,
  savingsTexts,
  sharedWords,
  stagesTexts,
  verdictTexts,
};

let store: StateFixture;
let sites: Readonly<Record<'busy' | 'calm' | 'signIn', Listening>>;

const shownState: SiteState = { configurations: ALL, checked: { kind: 'gone' }, isObeyed: true };
const image = encodeURIComponent(IMAGES);
const resource = (id: string, namespace: string = IMAGES) => `resources/${encodeURIComponent(namespace)}/${id}`;
const CALM = configurationOf({ account: 'calm', location: 'us-east-1', resourceType: 'image' });
const MONTHS = ['2026-04', '2026-05'].map((month) => ({ month, currency: 'USD', saved: 12.5, waiting: 3 }));
const VIEWER = { actor: 'olga', isOperator: true, mayChange: () => true, mayChangeFleet: true };
/** What a session, a year of deletions and a forged control show: this fleet has none of them. */
const RENDERED: Readonly<Record<string, () => string>> = {
  'signed out': () => signInPage({ to: '/', signedOut: { endUrl: 'https://provider.example' } }),
  'signed in': () => accountPage({ actor: 'olga', access: 'operator', by: 'session', csrf: 'x' }),
  'money of months': () => `<html lang="en">${renderHtml(MoneyCharts({ months: MONTHS }))}</html>`,
  'a control that is not proven': () =>
    stagesPage({
      frame: {
        ...{
          root: './',
          version: '1',
          instances: 1,
          isInStep: true,
          isKilled: true,
          attention: 0,
        },
        ...{ offBecause: 'unproven', viewer: VIEWER, endOf: () => 'deletes', ends: 'deletes' },
      },
      ...{ rows: [], now: NOW },
    }),
};
/** What this fleet does not show: it has too few marks, one entry for each place, no session, no pause of a canary and no work under way. */
const notHere = (): readonly string[] => {
  const { tooMany, allCosts } = overviewTexts;
  const { noneYet, nextPage } = marksTexts;
  const owners = ownersTexts;
  const { problems, over, begun, marksLeft } = patternsTexts;
  const { states, nextPart, newer } = messagesTexts;
  const { work } = sharedWords;
  const { account } = frameTexts;
  return [
    noneYet,
    nextPage,
    ...Object.values(owners.fromTable),
    owners.noneYet,
    owners.nextPage,
    ...Object.values(problems),
    over,
    begun(endWords.deletes),
    marksLeft(endWords.deletes),
    states.bounced,
    nextPart,
    newer,
    tooMany,
    allCosts,
    account,
    stagesTexts.pausedUntil,
    blockedTexts.compared,
    work.ongoing,
    marksTexts.filter.entry,
    resourceTexts.facts.entry,
  ];
};
const TOKENS = [
  { name: 'olga', access: 'operator', secret: 'olga-secret' },
  { name: 'rita', access: 'reader', secret: 'rita-secret' },
] as const;

interface Step {
  readonly site?: 'busy' | 'calm' | 'signIn';
  /** Does the request show who it is? */
  readonly token?: string;
  readonly before?: () => unknown;
  readonly path: string | (() => string);
  readonly form?: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>);
}

const REASON = { reason: 'build-1' };
const verdictOf = (kind: 'candidate' | 'keep' | 'held' | 'unknown'): SiteState['checked'] =>
  ({
    kind: 'verdict',
    verdict: {
      kind,
      decidedBy: 'candidate',
      reasons: ['nothing uses it'],
      usedBy: [{ by: 'i-1', source: 'instances' }],
      waivedEvidence: ['snapshots'],
      trace: STEPS.map((step, at) => ({
        step,
        says: STEP_RESULTS[at % STEP_RESULTS.length],
        reasons: ['nothing uses it'],
      })),
    },
  }) as unknown as SiteState['checked'];

/** By name: how each page is reached. The order counts: some change the fleet. */
const WALK: Readonly<Record<string, Step>> = {
  'calm overview': { site: 'calm', path: '' },
  'calm namespaces': { site: 'calm', path: 'namespaces' },
  'calm blocked': { site: 'calm', path: 'blocked' },
  'calm activity': { site: 'calm', path: 'activity?actor=nobody' },
  'calm owners': { site: 'calm', path: 'owners' },
  'calm instances': { site: 'calm', path: 'instances' },
  overview: { before: () => seedTrouble(store), path: '' },
  resource: { path: resource('ami-marked') },
  'resource with its notice': { path: resource('ami-noticed') },
  'resource with an old notice': { path: resource('ami-old') },
  'resource that is due': { path: resource('ami-due') },
  'resource that is deferred': { path: resource('ami-late') },
  'resource without notices': { path: resource('vol-unowned', MUTE_NAMESPACE) },
  'resource that is marked only': { path: resource('ami-only', MARKS_ONLY.namespace) },
  'resource in a dry run': { path: resource('vol-dry', DRY.namespace) },
  'resource that is kept': { path: resource('ami-kept') },
  'resource that is kept by a pattern': { path: resource('ami-kept-1') },
  'resource that is being deleted': { path: resource('ami-begun') },
  'resource that was marked': { path: resource('ami-was') },
  'resource that is gone': { path: `${resource('ami-marked')}?check=now` },
  'resource that is not known': {
    before: () => Object.assign(shownState, { checked: { kind: 'unknown', why: 'the provider throttles' } }),
    path: `${resource('ami-marked')}?check=now`,
  },
  'resource with its verdict': {
    before: () => Object.assign(shownState, { checked: verdictOf('held') }),
    path: `${resource('ami-marked')}?check=now`,
  },
  marks: { path: 'marks' },
  'marks in groups and another order': { path: 'marks?by=owner&sort=cost&order=desc' },
  'marks of a filter': { path: 'marks?state=noticed&owner=ann@example.com&dueBefore=2027-01-01&account=test' },
  'no marks': { path: 'marks?q=build-none' },
  'marks selected': { path: 'marks', form: { do: '30d', pick: `${IMAGES} ami-old`, ...REASON } },
  'marks with nothing selected': { path: 'marks', form: { do: '30d', ...REASON } },
  'marks selected until no day': { path: 'marks', form: { do: 'until', pick: `${IMAGES} ami-marked` } },
  'marks brought forward by no days': { path: 'marks', form: { do: 'recalculate', pick: `${IMAGES} ami-marked` } },
  'marks selected for ever': {
    path: 'marks',
    form: { do: 'forever', pick: `${IMAGES} ami-begun`, ...REASON },
  },
  patterns: { path: `patterns/${image}` },
  'pattern to be stored': { path: `patterns/${image}?pattern=ami-*` },
  'pattern that is refused': { path: `patterns/${image}?pattern=ami` },
  'pattern stored': {
    path: `patterns/${image}`,
    form: { pattern: 'ami-build-*', until: '30d', ...REASON },
  },
  'pattern taken back': {
    path: `patterns/${image}/undo`,
    form: {
      decision: decisionOf({ target: { kind: 'pattern', value: 'ami-build-*' }, actor: 'olga' }),
    },
  },
  'no patterns': { path: `patterns/${encodeURIComponent(DRY.namespace)}` },
  ...Object.fromEntries(
    ['m', 'again', 'reminder', 'refused', 'empty', 'unlisted'].map((name) => [
      `message <${name}@x>`,
      { path: `notices/${encodeURIComponent(`<${name}@x>`)}` },
    ]),
  ),
  'message sent again': { path: `notices/${encodeURIComponent('<m@x>')}/again`, form: REASON },
  'no next message': { path: 'owners/preview?owner=nobody@example.com' },
  owners: { path: 'owners' },
  'no owners': { path: 'owners?q=build-none' },
  namespaces: { path: 'namespaces' },
  namespace: { path: `namespaces/${image}` },
  'dates brought forward': { path: `namespaces/${image}`, form: { count: '1', seconds: '1' } },
  blocked: { path: 'blocked' },
  'blocked pass': { path: `blocked/${image}/stopped` },
  'second page of a blocked pass': { path: `blocked/${image}/stopped?from=50` },
  'blocked pass without its changes': { path: `blocked/${encodeURIComponent(MUTE_NAMESPACE)}/m-bare` },
  'blocked pass that notifies': { path: `blocked/${encodeURIComponent(MARKS_ONLY.namespace)}/m-notify` },
  'another number': { path: `blocked/${image}/stopped`, form: { typed: '4', size: '3' } },
  approved: { path: `blocked/${image}/stopped`, form: { typed: '3', size: '3' } },
  stages: { path: 'stages' },
  'stage to be raised': { path: 'stages', form: { namespace: 'aws:test:*:volume', stage: 'live', ...REASON } },
  'stage to be a canary': { path: 'stages', form: { namespace: 'aws:shop:*:volume', stage: 'canary', ...REASON } },
  'stage moved': {
    before: () => store.control.write({ stages: { 'aws:test:*:volume': 'notify' } }, CHANGE),
    path: 'stages?moved=aws:test:*:volume&from=configured',
  },
  'stage moved back': { path: 'stages?moved=aws:test:*:volume&from=notify' },
  'stage not obeyed': {
    before: () => Object.assign(shownState, { isObeyed: false }),
    path: 'stages',
    form: { namespace: 'aws:shop:*:image', stage: 'notify', ...REASON },
  },
  'overview of a dry run': { before: () => Object.assign(shownState, { configurations: [DRY] }), path: '' },
  'stop not obeyed': { before: () => Object.assign(shownState, { configurations: ALL }), path: 'stop', form: REASON },
  'stage as configured': { path: 'stages', form: { namespace: 'aws:shop:*:image', stage: 'configured', ...REASON } },
  instances: { path: 'instances' },
  'overview when stopped': { path: '' },
  'resource when stopped': { path: resource('ami-noticed') },
  'overview out of service': {
    before: () => store.control.write({ killed: false, service: 'out', capacity: 0 }, CHANGE),
    path: '',
  },
  'resource out of service': { path: resource('ami-noticed') },
  'overview when paused': { before: () => store.control.write({ service: 'in' }, CHANGE), path: '' },
  activity: { path: 'activity' },
  'older activity': { path: 'activity?before=9999999999999-0' },
  'blocked pass before a failed one': {
    before: () =>
      store.passes.record(passRecord({ namespace: MUTE_NAMESPACE, action: 'delete', outcome: 'failed', endedAt: NOW })),
    path: `blocked/${encodeURIComponent(MUTE_NAMESPACE)}/m-bare`,
  },
  'new marks that are held': { before: () => hold(2), path: `blocked/${image}/held` },
  'families that are ticked': { path: () => `blocked/${image}/held?family=${heldFamily}` },
  'families of another set': { path: `blocked/${image}/held?family=ab12` },
  'blocked list with what is held': { path: 'blocked' },
  'overview with what is held': { path: '' },
  'resource that is held': { path: resource('ami-was') },
  'approved families': { path: `blocked/${image}/held`, form: () => ({ typed: '1', size: '1', family: heldFamily }) },
  'a review of which nothing is left': { before: () => hold(0), path: `blocked/${image}/held` },
  savings: { before: () => saveMoney(), path: 'savings' },
  'savings of a month': { path: 'savings?month=2020-01' },
  'a page that does not exist': { path: 'nothing' },
  'a form without a reason': { path: 'stop', form: {} },
  'sign-in': { site: 'signIn', path: 'sign-in', token: '' },
  'account of a reader': { site: 'signIn', path: 'sign-in', token: 'rita-secret' },
  account: { site: 'signIn', path: 'sign-in' },
};

const CHANGE = { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga', reason: 'build-1' } as const;

let heldFamily = '';

/** A pass went through and holds so many new marks, each of a family of its own. */
async function hold(size: number): Promise<void> {
  await store.control.write({ stages: { [IMAGES]: 'notify' } }, CHANGE);
  const names = ['nightly-1', 'golden-1'].slice(0, size);
  const changes = names.map((name) => ({ change: 'mark', id: `ami-${name}`, name, identity: 'x' }) as const);
  const review = { passId: 'held', digest: `h${size}`, size };
  const counts = { listed: 9, held: size };
  await store.passes.record(
    passRecord({ namespace: IMAGES, passId: 'later', review, counts, endedAt: NOW }),
    undefined,
    changes,
  );
  const [set] = await store.passes.blockedChanges(IMAGES, 'mark');
  heldFamily = set?.families?.[0]?.digest.slice(0, 20) ?? '';
}

async function saveMoney(): Promise<void> {
  const { client } = store.connection;
  for (const [team, currency] of [
    ['ann@example.com', 'USD'],
    ['', 'USD'],
    ['ann@example.com', ''],
    [OTHER_TEAMS, 'USD'],
  ] as const)
    await addPart(client, { month: '2026-06', team, type: 'image', currency }, currency === '' ? 1 : 12_500_000, NOW);
}

/** By name, what each page says. */
let pages: Readonly<Record<string, readonly string[]>>;
let languages: readonly (string | undefined)[];

async function read({ site = 'busy', path, form, token = 'olga-secret' }: Step): Promise<string> {
  const fields = typeof form === 'function' ? form() : form;
  const body = fields === undefined ? {} : { method: 'POST', body: new URLSearchParams(fields) };
  const identity = token === '' ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...identity, accept: 'text/html', 'accept-language': 'de', cookie: 'holystone-language=de' };
  const answer = await fetch(`${sites[site].url}/${typeof path === 'function' ? path() : path}`, {
    headers,
    ...body,
    redirect: 'manual',
  });
  const page = await answer.text();
  if (answer.status >= 500 || !page.includes('<html')) {
    throw new Error(
      `${answer.url}: ${answer.status} ${JSON.stringify(
        store.log.lines.filter(({ level }) => level === 'error'),
        (_, v) => (v instanceof Error ? v.stack : v),
      )}`,
    );
  }
  return page;
}

beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD' });
  const tokens = TOKENS;
  const signIn = {
    issuer: 'http://127.0.0.1:9',
    clientId: 'c',
    clientSecret: () => 's',
    origin: 'http://127.0.0.1:9',
    scopes: ['openid'],
    groupsClaim: 'groups',
    trustEmail: false,
    readers: [],
    operators: [],
    idleMs: 1,
    lifetimeMs: 1,
  } as unknown as NonNullable<OperatorDeps['signIn']>;
  sites = {
    busy: await startOperator(store, { tokens, ...troubledDeps(store, shownState) }),
    calm: await startOperator(store, { tokens, workConfigurations: () => [CALM] }),
    signIn: await startOperator(store, { tokens, signIn, workConfigurations: () => [] }),
  };
  const walked = new Map<string, string>();
  for (const [name, step] of Object.entries(WALK)) {
    await step.before?.();
    walked.set(name, await read(step));
  }
  for (const [name, page] of Object.entries(RENDERED)) walked.set(name, page());
  const wordsOf = (page: string) => pageWords(page).map(({ text }) => text);
  pages = Object.fromEntries([...walked].map(([name, page]) => [name, wordsOf(page)]));
  languages = [...walked.values()].map((page) => /<html lang="(\w+)">/.exec(page)?.[1]);
}, 900_000);
afterAll(async () => {
  for (const { app } of Object.values(sites ?? {})) await app.close();
  await store?.close();
});

describe('P13 the texts of the console', () => {
  test('every page is English, whatever the browser asks for and an earlier release keeps in a cookie', () => {
    expect(languages.length).toBeGreaterThan(60);
    expect(new Set(languages)).toEqual(new Set(['en']));
  });

  test('every text of the catalogues is on a page', () => {
    const shown = Object.values(pages).flat();
    const missing = Object.values(CATALOGUES)
      .flatMap(phrases)
      .filter((phrase) => !shown.some((text) => text.includes(phrase)));
    expect(missing.filter((phrase) => !notHere().includes(phrase))).toEqual([]);
  });
});
