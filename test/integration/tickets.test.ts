/** The receiver in examples/tickets, over real HTTP: fakes of GitHub and Jira, and the API of a real console with marks in Redis. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { recordNotice } from '../../src/core/mark/mark.ts';
import { signatureHeaders } from '../../src/notify/webhook/webhook.ts';
import { DAY, IMAGES, type Listening, mark, NOW, startOperator } from './http/fixture.ts';
import { openState, type StateFixture } from './state/support.ts';

const FOLDER = fileURLToPath(new URL('../../examples/tickets/', import.meta.url));
const SECRET = 'one secret of thirty-two letters';
const HOUR = 3_600_000;

interface Issue {
  readonly id: string;
  readonly labels: readonly string[];
  readonly title: string;
  body: unknown;
  isOpen: boolean;
}
type Fault = (response: ServerResponse) => void;

/** A tracker in memory. `after`: what happens to the next creation once it is stored. `hidden`: a search that lags finds none. */
class FakeTracker {
  readonly issues: Issue[] = [];
  readonly calls: string[] = [];
  after: Fault | undefined;
  hidden = false;
  readonly #server: Server;

  constructor(kind: 'github' | 'jira') {
    this.#server = createServer(async (request, response) => {
      const text = Buffer.concat(await request.toArray()).toString();
      this.calls.push(`${request.method} ${request.url}`);
      const answer = (kind === 'github' ? this.#github : this.#jira).call(this, request, text ? JSON.parse(text) : {});
      const fault = answer.isCreated ? this.after : undefined;
      if (fault) {
        this.after = undefined;
        fault(response);
        return;
      }
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #add(labels: readonly string[], title: string, body: unknown): Issue {
    const issue = { id: String(this.issues.length + 101), labels, title, body, isOpen: true };
    this.issues.push(issue);
    return issue;
  }

  #github({ method, url = '' }: IncomingMessage, sent: Sent): Answered {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const shown = (one: Issue) => ({ number: Number(one.id), body: one.body, state: one.isOpen ? 'open' : 'closed' });
    const [, number] = /\/issues\/(\d+)$/.exec(pathname) ?? [];
    const issue = this.issues.find(({ id }) => id === number);
    if (pathname.includes('/labels')) return { status: method === 'GET' ? 404 : 201, body: {} };
    if (number !== undefined && !issue) return { status: 410 };
    if (issue && method === 'PATCH') {
      if (sent.body !== undefined) issue.body = sent.body;
      issue.isOpen = sent.state === 'open';
    }
    if (issue) return { body: shown(issue) };
    if (method === 'POST')
      return { status: 201, body: shown(this.#add(sent.labels ?? [], sent.title ?? '', sent.body)), isCreated: true };
    const label = searchParams.get('labels') ?? '';
    const isAll = searchParams.get('state') === 'all';
    return {
      body: this.#found(label)
        .filter((one) => isAll || one.isOpen)
        .map(shown),
    };
  }

  #jira({ method, url = '' }: IncomingMessage, sent: Sent): Answered {
    const { pathname } = new URL(url, 'http://x');
    const shown = (one: Issue) => ({
      id: one.id,
      fields: { description: one.body, status: { statusCategory: { key: one.isOpen ? 'new' : 'done' } } },
    });
    if (pathname.endsWith('/search/jql')) {
      const [, label = ''] = /labels = "([^"]+)"/.exec(sent.jql ?? '') ?? [];
      return { body: { issues: this.#found(label).map(shown) } };
    }
    const { labels = [], summary = '', description } = sent.fields ?? {};
    if (pathname.endsWith('/issue'))
      return {
        status: 201,
        body: { id: this.#add(labels, summary, description).id },
        isCreated: true,
      };
    const [, id, isMove] = /\/issue\/(\d+)(\/transitions)?$/.exec(pathname) ?? [];
    const issue = this.issues.find((one) => one.id === id);
    if (!issue) return { status: 404 };
    if (isMove) issue.isOpen = sent.transition?.id === '11';
    else if (method === 'PUT') issue.body = description;
    else return { body: shown(issue) };
    return { status: 204 };
  }

  #found(label: string): readonly Issue[] {
    return this.hidden ? [] : this.issues.filter(({ labels }) => labels.includes(label));
  }
}

interface Sent {
  readonly labels?: readonly string[];
  readonly title?: string;
  readonly body?: unknown;
  readonly state?: string;
  readonly jql?: string;
  readonly transition?: { readonly id: string };
  readonly fields?: { readonly labels?: readonly string[]; readonly summary?: string; readonly description?: unknown };
}

interface Answered {
  readonly status?: number;
  readonly body?: unknown;
  readonly isCreated?: true;
}

interface Receiver {
  readonly url: string;
  closeDone(): Promise<void>;
  stop(): Promise<void>;
}

let store: StateFixture;
let console_: Listening;
beforeAll(async () => {
  store = await openState();
  console_ = await startOperator(store, { tokens: [{ name: 'tickets', access: 'reader', secret: 'reader-secret' }] });
});
afterAll(async () => {
  await console_.app.close();
  await store.close();
});

const ANN = 'ann@example.com';
const notice = (given: object = {}) => ({
  ...{
    version: 1,
    event: 'notice',
    messageId: '<1@x>',
    owner: ANN,
    preparedAt: '2026-06-01T17:00:00.000Z',
    part: 1,
    parts: 1,
  },
  resources: [resource('ami-1')],
  ...given,
});
const resource = (id: string) => ({
  ...{ namespace: IMAGES, id, name: `name of\n${id}`, deletionAt: '2026-06-12T17:00:00.000Z' },
  keepUrl: 'https://holystone.example.com/o/secret',
});

describe.each(['github', 'jira'] as const)('a receiver for %s', (kind) => {
  let tracker: FakeTracker;
  let receiver: Receiver;
  let folder: string;
  let now: number;
  beforeEach(async () => {
    await store.redis.flush();
    tracker = await new FakeTracker(kind).start();
    folder = mkdtempSync(join(tmpdir(), 'tickets-'));
    now = NOW;
    receiver = await start();
  });
  afterEach(async () => {
    await receiver.stop();
    await tracker.stop();
    rmSync(folder, { recursive: true });
  });

  async function start(): Promise<Receiver> {
    const { startReceiver } = await import(join(FOLDER, 'receiver.mjs'));
    const { [kind]: of } = await import(join(FOLDER, `${kind}.mjs`));
    return startReceiver({
      tracker: of(environment()),
      installation: 'holystone-prod',
      record: join(folder, 'record.json'),
      secretOf: (id: string) => (id === 'k1' ? SECRET : undefined),
      holystone: { url: console_.url, token: 'reader-secret' },
      ...{ now: () => now, say: () => undefined },
    });
  }

  function environment() {
    if (kind === 'github') return { GITHUB_API: tracker.url, GITHUB_REPOSITORY: 'acme/cloud', GITHUB_TOKEN: 't' };
    const ids = { JIRA_OPEN: '11', JIRA_DONE: '31' };
    return { JIRA_URL: tracker.url, JIRA_PROJECT: 'CLOUD', JIRA_USER: 'u', JIRA_TOKEN: 't', ...ids };
  }

  async function send(given: object = {}, { at = now, secret = SECRET, url = receiver.url } = {}): Promise<number> {
    const body = JSON.stringify(notice(given));
    const headers = signatureHeaders(body, { id: 'k1', secret }, at);
    return (await fetch(`${url}/hooks/holystone`, { method: 'POST', headers, body })).status;
  }

  async function noticed(id: string, messageId: string) {
    const before = await mark(store, id);
    const { generation, projectedDeletionAt: shownAt } = before;
    const given = { messageId, recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation, validUntil: NOW + 30 * DAY };
    const audit = { at: NOW - DAY, namespace: IMAGES, id, event: 'noticed', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id, before, after: recordNotice(before, given, shownAt), audit }]);
  }
  const keep = (id: string) =>
    store.optOuts.optOut(IMAGES, { target: { kind: 'id', value: id }, until: 'forever', actor: ANN, at: NOW });
  const issues = () => tracker.issues.map(({ labels, isOpen }) => [labels[0]?.slice(0, 23), isOpen]);
  const words = () => JSON.stringify(tracker.issues.map(({ body }) => body));

  test('L103 opens one issue per owner and month, names each resource once, and shows no link that keeps', async () => {
    const [second] = [{ messageId: '<2@x>', resources: [resource('ami-1'), resource('ami-2')] }];
    for (const given of [{}, {}, second, second, {}]) expect(await send(given)).toBe(200);
    expect(issues()).toEqual([['holystone-prod-2026-06-', true]]);
    expect([words().split('ami-1: ').length, words().split('ami-2: ').length, words().includes('/o/')]).toEqual([
      2,
      2,
      false,
    ]);
    await send({ owner: 'ben@example.com' });
    await send({ preparedAt: '2026-07-01T00:00:00.000Z' });
    expect(tracker.issues).toHaveLength(3);
  });

  test.each<[string, Fault]>([
    ['is lost', (response) => void response.destroy()],
    ['is an error of a proxy', (response) => void response.writeHead(502).end('<html>')],
  ])('L103 the answer to a creation %s → it is opened once, however often the notice comes', async (_what, fault) => {
    tracker.after = fault;
    tracker.hidden = true;
    expect(await send()).toBe(503);
    // The search lags behind: nobody may create another one yet.
    expect(await send()).toBe(503);
    tracker.hidden = false;
    expect(await send()).toBe(200);
    expect(tracker.issues).toHaveLength(1);
  });

  test('it ends and loses its record → it finds the issue in the tracker, with what that names', async () => {
    await send();
    await receiver.stop();
    rmSync(join(folder, 'record.json'));
    receiver = await start();
    expect(await send({ messageId: '<2@x>', resources: [resource('ami-2')] })).toBe(200);
    expect([tracker.issues.length, words().includes('ami-1: '), words().includes('ami-2: ')]).toEqual([1, true, true]);
  });

  test('L103 closes the issue once no mark has a notice of its messages, and opens it again for a later one', async () => {
    await noticed('ami-1', '<1@x>');
    await noticed('ami-2', '<1@x>');
    await send({ resources: [resource('ami-1'), resource('ami-2')] });
    now += 2 * HOUR;
    await keep('ami-1');
    await receiver.closeDone();
    expect(issues()).toEqual([['holystone-prod-2026-06-', true]]);
    await keep('ami-2');
    await receiver.closeDone();
    await receiver.closeDone();
    expect(issues()).toEqual([['holystone-prod-2026-06-', false]]);
    await send({ messageId: '<3@x>', resources: [resource('ami-3')] });
    expect(issues()).toEqual([['holystone-prod-2026-06-', true]]);
  });

  test('closes nothing within an hour of a notice, nor after a read of Holystone that fails', async () => {
    await send();
    await receiver.closeDone();
    now += 2 * HOUR;
    await receiver.stop();
    const { startReceiver } = await import(join(FOLDER, 'receiver.mjs'));
    const { [kind]: of } = await import(join(FOLDER, `${kind}.mjs`));
    const record = join(folder, 'record.json');
    const holystone = { url: console_.url, token: 'no-token' };
    receiver = await startReceiver({
      tracker: of(environment()),
      installation: 'i',
      record,
      holystone,
      now: () => now,
    });
    await expect(receiver.closeDone()).rejects.toThrow('/api/v1/marks: 401');
    expect(issues()).toEqual([['holystone-prod-2026-06-', true]]);
  });

  test('a month with more resources than a tracker takes is one issue, which says so', async () => {
    const all = Array.from({ length: 2_000 }, (_, n) => resource(`ami-${n}`));
    for (const messageId of ['<1@x>', '<2@x>']) expect(await send({ messageId, resources: all })).toBe(200);
    expect([tracker.issues.length, words().split('and more, which').length, words().length < 60_000]).toEqual([
      1,
      2,
      true,
    ]);
  });

  test('a creation failed for certain → after five minutes another one may be tried', async () => {
    tracker.after = (response) => {
      tracker.issues.length = 0;
      response.writeHead(500).end();
    };
    expect([await send(), await send()]).toEqual([503, 503]);
    now += 5 * 60_000;
    expect([await send(), tracker.issues.length]).toEqual([200, 1]);
  });

  test('a person deletes the issue → the next notice opens another one', async () => {
    await send();
    tracker.issues.splice(0, 1, { ...(tracker.issues[0] as Issue), id: '1', labels: [] });
    expect(await send({ messageId: '<2@x>' })).toBe(200);
    expect(tracker.issues.filter(({ labels }) => labels.length > 0)).toHaveLength(1);
  });

  test('ten notices at once, the same twice each, are one issue', async () => {
    const all = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5].map((n) =>
      send({ messageId: `<${n}@x>`, resources: [resource(`ami-${n}`)] }),
    );
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect([tracker.issues.length, words().split(': name of').length]).toEqual([1, 6]);
  });

  test('Law 15 what nobody signed now, and what is no notice, is refused and opens nothing', async () => {
    expect(await send({}, { secret: 'another secret' })).toBe(401);
    expect(await send({}, { at: now - 10 * 60_000 })).toBe(401);
    expect(await send({ version: 2 })).toBe(400);
    expect(await send({ event: 'weekly' })).toBe(400);
    expect((await fetch(receiver.url)).status).toBe(405);
    expect(tracker.issues).toEqual([]);
  });

  test('as a program with its environment it does the same', async () => {
    const env = { INSTALLATION: 'holystone-prod', TICKETS_KEY: SECRET, RECORD: join(folder, 'own.json'), PORT: '0' };
    const program = spawn(process.execPath, [join(FOLDER, 'receiver.mjs')], { env: { ...env, ...environment() } });
    try {
      const [said] = await once(program.stdout, 'data');
      const url = /http:\S+/.exec(String(said))?.[0] ?? '';
      expect(await send({}, { at: Date.now(), url })).toBe(200);
      expect(issues()).toEqual([['holystone-prod-2026-06-', true]]);
    } finally {
      program.kill();
      await once(program, 'exit');
    }
  });
});
