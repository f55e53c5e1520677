/** An owner's no, from the mail to the tag: real processes, real mail, real pages. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Daemon, endAllDaemons, type LogLine, PATIENCE_MS } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { HERE, IMAGES, Stage } from './stage.ts';

let stage: Stage;
let one: Daemon;
let kept: string;
let deleted: string;
let link: string;

beforeAll(async () => {
  stage = await Stage.start();
  [kept = '', deleted = ''] = stage.addImages(2);
  one = stage.serve(stage.config({ defaults: 'unusedFor: off', cleanup: CLEANUP, every: EVERY }));
  await until('the owner has mail', () => stage.mail.messages().length > 0, PATIENCE_MS);
  await one.logged('audit', ({ event, id }) => event === 'noticed' && id === kept);
});
afterAll(async () => {
  await endAllDaemons();
  await stage?.stop();
});

/** Between two surveys there is time for a notice and a deletion, also on a busy machine. */
const EVERY = '{ mark: 5s, notify: 1s, delete: 1s }';
/** Long enough to read the mail, short enough to wait for. */
const CLEANUP = '[{ type: image, live: true, when: [{ rule: unused }], keepNewest: off, retention: 8s }]';

test('P2 L44 the owner gets one message that shows both, each with a link of its own', async () => {
  expect(stage.mail.messages()).toHaveLength(1);
  const [message] = stage.mail.messages();
  expect(message?.recipients).toEqual(['ann@example.com']);
  const links = message?.text.match(/https:\/\/holystone\.example\.com\/o\/\S+/g) ?? [];
  expect(new Set(links).size).toBe(2);
  const pages = await Promise.all(links.map(async (url) => (await open(url)).page));
  link = links[pages.findIndex((page) => page.includes(kept))] ?? '';
  expect(link).not.toBe('');
});

test('P7 opening the link, as a mail scanner does, changes nothing', async () => {
  const before = audits();
  for (let times = 0; times < 3; times++) {
    expect((await open(link)).status).toBe(200);
    expect((await open(link, { method: 'HEAD' })).status).toBe(200);
  }
  const { mark, optOut } = await stateOf(kept);
  expect({ state: mark?.state, optOut }).toEqual({ state: 'noticed', optOut: undefined });
  expect(audits().filter(({ id }) => id === kept)).toEqual(before.filter(({ id }) => id === kept));
});

test('P8 an altered link is refused with a page, and changes nothing', async () => {
  const altered = `${link.slice(0, -3)}${link.endsWith('AAA') ? 'BBB' : 'AAA'}`;
  const { status, page } = await open(altered, { method: 'POST', body: new URLSearchParams({ keep: 'forever' }) });
  expect(status).toBe(400);
  expect(page).toContain('<html');
  expect((await stateOf(kept)).optOut).toBeUndefined();
});

test('L28 L62 the button keeps it: said on the page, unmarked, and written on the resource', async () => {
  const { status, page } = await open(link, { method: 'POST', body: new URLSearchParams({ keep: 'forever' }) });
  expect(status).toBe(200);
  expect(page).toContain('Kept');
  expect(await stateOf(kept)).toMatchObject({ mark: null, optOut: { until: 'forever', actor: 'ann@example.com' } });
  await until('the tag is on it', () => tagOf(kept) === 'always', PATIENCE_MS);
});

test('L57 the other one is deleted after its retention, the kept one is not', async () => {
  await one.logged('audit', ({ event, id }) => event === 'deleted' && id === deleted, PATIENCE_MS);
  expect(stage.deregistered()).toEqual([deleted]);
  const noticed = audits().find(({ event, id }) => event === 'noticed' && id === deleted);
  const permitted = audits().find(({ event, id }) => event === 'permitted' && id === deleted);
  expect(Date.parse(permitted?.time ?? '') - Date.parse(noticed?.time ?? '')).toBeGreaterThanOrEqual(8_000);
});

test('L25 Redis is emptied while Holystone serves: the keep tag still counts, and unused resources are marked again', async () => {
  const [other = ''] = stage.addImages(1);
  await one.logged('audit', ({ event, id }) => event === 'marked' && id === other);
  const seen = one.lines.length;
  await stage.redis.flush();
  const since = () => one.lines.slice(seen);
  await until(
    'it is marked again',
    () => since().some(({ event, id }) => event === 'marked' && id === other),
    PATIENCE_MS,
  );
  expect(since().filter(({ event, id }) => event === 'marked' && id === kept)).toEqual([]);
  expect(await one.stop()).toEqual({ code: 0, signal: null });
  expect(stage.deregistered()).not.toContain(kept);
});

/** The link as it was mailed, asked of the process itself: no balancer stands in front of it here. */
async function open(url: string, request: RequestInit = {}): Promise<{ status: number; page: string }> {
  const response = await fetch(url.replace('https://holystone.example.com', one.publicUrl), request);
  return { status: response.status, page: await response.text() };
}

function audits(): readonly LogLine[] {
  return one.lines.filter(({ msg }) => msg === 'audit');
}

interface State {
  readonly mark: { readonly state: string } | null;
  readonly optOut?: { readonly until: string; readonly actor: string };
}

function stateOf(id: string): Promise<State> {
  return one.api<State>(`/marks/${encodeURIComponent(IMAGES)}/${id}`);
}

function tagOf(id: string): string | undefined {
  const image = stage.sandbox.control.state(HERE).images.find(({ ImageId }) => ImageId === id);
  return image?.Tags?.find(({ Key }) => Key === 'holystone:keep')?.Value;
}
