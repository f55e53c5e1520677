/** The page of a whole message: what is ticked, and what its reader says about the ticked ones besides "keep it". */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { IMAGES, link, mark, NOW, siteForAll, startPublic } from './fixture.ts';
import { type MailGiven, notifiedMail } from './notifiedMail.ts';

const ANN = 'ann@example.com';
const FALLBACK = 'cloud@example.com';
const notice = { enabled: true, fallback: FALLBACK, itemsPerMessage: 50, per: 'item', validForMs: 1e9 } as const;
const IDS = ['ami-1', 'ami-2', 'ami-3'];

const store = stateForAll();
const site = siteForAll(() => startPublic(store, { workConfigurations: () => [workConfiguration({ notice })] }));
beforeEach(() => store.redis.flush());

/** The page of a message about them. */
async function opened(ids: readonly string[] = IDS, given: Partial<MailGiven> = {}): Promise<string> {
  const digest = await notifiedMail(store, site.url, { resources: ids.map((id) => ({ id })), ...given });
  return digest.keepAllUrl ?? '';
}
const read = async (answer: Promise<Response>) => (await (await answer).text()).replace(/\s+/g, ' ');
const headingIn = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];
const stored = (id: string) => store.marks.get(IMAGES, id);
const keptIds = async () => (await store.optOuts.list(IMAGES)).map(({ target }) => target.value).sort();

interface Box {
  readonly value: string;
  readonly checked: boolean;
}
/** By the name of the resource. */
const boxesIn = (page: string) =>
  new Map<string, Box>(
    [...page.matchAll(/<input type="checkbox"[^>]*>/g)].map(([box]) => [
      /aria-label="[^"]*: name of ([^"]*)"/.exec(box)?.[1] ?? '',
      { value: /value="([^"]*)"/.exec(box)?.[1] ?? '', checked: / checked/.test(box) },
    ]),
  );
const shownIn = (page: string) => /name="shown" value="([^"]*)"/.exec(page)?.[1] ?? '';

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Sends the form of the page as a browser does, with ticks as given. */
async function send(
  url: string,
  page: string,
  ticked: readonly string[],
  fields: Readonly<Record<string, string>>,
): Promise<Answer> {
  const boxes = boxesIn(page);
  const shown = shownIn(page);
  const body = new URLSearchParams([
    ...Object.entries({ ...(shown === '' ? {} : { shown }), from: '0', ...fields }),
    ...ticked.map((id): [string, string] => ['only', boxes.get(id)?.value ?? 'none']),
  ]);
  const answer = await fetch(url, { method: 'POST', body });
  return { status: answer.status, text: (await answer.text()).replace(/\s+/g, ' ') };
}

describe('L83 the page of a message', () => {
  test('has a ticked box for each resource that waits, and leaves out those whose tick is taken away', async () => {
    const url = await opened();
    const page = await read(fetch(url));
    expect([...boxesIn(page)].map(([id, { checked }]) => [id, checked])).toEqual(IDS.map((id) => [id, true]));
    const { text: answer } = await send(url, page, ['ami-1', 'ami-3'], { keep: '30d' });
    expect(headingIn(answer)).toBe('Kept: 2 of 3');
    expect([await keptIds(), (await stored('ami-2'))?.state]).toEqual([['ami-1', 'ami-3'], 'noticed']);
  });

  test('keeps, with what stays ticked, whatever had no box: it is over the limit of rows, or lost its mark meanwhile', async () => {
    const ids = Array.from({ length: 203 }, (_, i) => `ami-${1000 + i}`);
    const url = await opened(ids);
    const page = await read(fetch(url));
    const shown = [...boxesIn(page).keys()];
    expect(shown).toHaveLength(200);
    await send(url, page, shown.slice(1), { keep: 'forever' });
    expect(await keptIds()).toEqual(ids.filter((id) => id !== shown[0]).sort());
  });

  test('every tick taken away: nothing is kept, and the page says so', async () => {
    const url = await opened();
    const answer = await send(url, await read(fetch(url)), [], { keep: '30d' });
    expect([answer.status, await keptIds()]).toEqual([409, []]);
    expect(answer.text).toContain('You ticked nothing, so nothing was changed.');
  });

  test('a page of 200 boxes and the longest reason fit into a request', async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `ami-${1000 + i}`);
    const url = await opened(ids);
    const page = await read(fetch(url));
    const answer = await send(url, page, ids, { keep: 'forever', reason: '\u{1F9F9}'.repeat(250) });
    expect([answer.status, (await keptIds()).length]).toEqual([200, 200]);
  });
});

describe('L83 "not mine" for the ticked ones', () => {
  test('hands these to the fallback with its full notice, no other; the undo withdraws it', async () => {
    const url = await opened();
    const page = await read(fetch(url));
    const { text: said } = await send(`${url}/say`, page, ['ami-1', 'ami-2'], { statement: 'notMine', reason: 'left' });
    expect(headingIn(said)).toBe('Stored: all 2');
    const owners = async () => Promise.all(IDS.map(async (id) => (await stored(id))?.owner));
    expect(await owners()).toEqual([FALLBACK, FALLBACK, ANN]);
    expect((await store.audit.history(IMAGES, 'ami-1')).at(-1)).toMatchObject({ event: 'disclaimed', actor: ANN });
    const undo = [...said.matchAll(/name="only" value="([^"]+)"/g)].map(([, key = '']): [string, string] => [
      'only',
      key,
    ]);
    const body = new URLSearchParams([['statement', 'mine'], ...undo]);
    expect(headingIn(await read(fetch(`${url}/say`, { method: 'POST', body })))).toBe('Stored: all 2');
    expect(await owners()).toEqual([ANN, ANN, ANN]);
  });

  test('names each that nothing was changed for, with the reason', async () => {
    const url = await opened();
    const page = await read(fetch(url));
    const before = await stored('ami-1');
    await begin(before);
    const { text: said } = await send(`${url}/say`, page, ['ami-1', 'ami-2'], { statement: 'notMine' });
    expect(headingIn(said)).toBe('Stored: 1 of 2');
    expect(said).toContain('name of ami-1: Its deletion has begun.');
  });

  test('without a tick nothing is changed', async () => {
    const url = await opened();
    const answer = await send(`${url}/say`, await read(fetch(url)), [], { statement: 'notMine' });
    expect([answer.status, (await stored('ami-1'))?.owner]).toEqual([409, ANN]);
  });
});

async function begin(before: Mark | undefined): Promise<void> {
  if (!before) throw new Error('there is no mark');
  const { id } = before;
  const audit = { at: NOW, namespace: IMAGES, id, event: 'permitted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id, before, after: intendDeletion(before, 'p', NOW), audit }]);
}

describe('L83 "delete early" of a message', () => {
  test('leads to a page on which nothing is ticked; only what is ticked there goes early, and the undo gives it its date back', async () => {
    const url = await opened();
    expect(await read(fetch(url))).toMatch(/href="[^"]+\/early"/);
    const page = await read(fetch(`${url}/early`));
    expect([...boxesIn(page)].map(([id, { checked }]) => [id, checked])).toEqual(IDS.map((id) => [id, false]));
    const dates = async () => Promise.all(IDS.map(async (id) => (await stored(id))?.projectedDeletionAt));
    const before = await dates();
    const { text: said } = await send(`${url}/say`, page, ['ami-2'], { statement: 'deleteEarly' });
    expect(headingIn(said)).toBe('Stored: all 1');
    expect(await dates()).toEqual([before[0], NOW, before[2]]);
    expect([...boxesIn(await read(fetch(`${url}/early`))).keys()]).toEqual(['ami-1', 'ami-3']);
    const only = /name="only" value="([^"]+)"/.exec(said)?.[1] ?? '';
    const body = new URLSearchParams({ statement: 'notEarly', only });
    await read(fetch(`${url}/say`, { method: 'POST', body }));
    expect(await dates()).toEqual(before);
  });

  test('a tick on the first page is no wish for it: its boxes count for nothing there', async () => {
    const url = await opened();
    const before = await stored('ami-1');
    const answer = await send(`${url}/say`, await read(fetch(url)), IDS, { statement: 'deleteEarly' });
    expect([answer.status, await stored('ami-1')]).toEqual([409, before]);
  });

  test('law 3: a mark that was made anew since the page was opened keeps its date', async () => {
    const url = await opened(['ami-1']);
    const page = await read(fetch(`${url}/early`));
    const before = await stored('ami-1');
    if (!before) throw new Error('there is no mark');
    const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [
      { id: 'ami-1', before, after: undefined, audit: { ...audit, event: 'unmarked' } },
    ]);
    const { notice: given, ...anew } = before;
    const later = { ...anew, generation: 'later', notice: given && { ...given, generation: 'later' } };
    const after = { ...later, notice: later.notice ?? undefined } as Mark;
    await store.marks.apply(IMAGES, [{ id: 'ami-1', before: undefined, after, audit: { ...audit, event: 'marked' } }]);
    const answer = await send(`${url}/say`, page, ['ami-1'], { statement: 'deleteEarly' });
    expect(answer.status).toBe(409);
    expect((await stored('ami-1'))?.projectedDeletionAt).toBe(before.projectedDeletionAt);
  });

  test("law 3: neither a resource without an owner nor another owner's is offered, and none of them goes early", async () => {
    const url = await opened(['ami-1', 'ami-2']);
    const early = await read(fetch(`${url}/early`));
    await send(`${url}/say`, await read(fetch(url)), ['ami-1'], { statement: 'notMine' });
    expect([...boxesIn(await read(fetch(`${url}/early`))).keys()]).toEqual(['ami-2']);
    const answer = await send(`${url}/say`, early, ['ami-1'], { statement: 'deleteEarly' });
    expect([answer.status, answer.text]).toEqual([409, expect.stringMatching(/message with this link|another person/)]);
  });

  test('at most 20 at a time, for the fallback has a message about each; without its acceptance the date stays', async () => {
    const ids = Array.from({ length: 21 }, (_, i) => `ami-${10 + i}`);
    const url = await opened(ids);
    const page = await read(fetch(`${url}/early`));
    const answer = await send(`${url}/say`, page, ids, { statement: 'deleteEarly' });
    expect([answer.status, (await stored('ami-10'))?.projectedDeletionAt === NOW]).toEqual([409, false]);
    expect(answer.text).toContain('Tick at most 20 at a time.');
  });

  test('where none may go early, the page says why', async () => {
    const url = await opened(['ami-1']);
    await begin(await stored('ami-1'));
    const page = await read(fetch(`${url}/early`));
    expect([boxesIn(page).size, page.includes('No resource in this message can be deleted early')]).toEqual([0, true]);
  });
});

test('L83 after its deletion the page of a resource still has its name', async () => {
  const before = await mark(store, 'ami-1', { name: 'web-base' });
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-1', event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-1', before, after: undefined, audit }]);
  const page = await read(fetch(site.url + link('ami-1')));
  expect(headingIn(page)).toBe('web-base no longer exists');
  expect(page).toMatch(/<dt>Name<\/dt><dd>web-base<\/dd>/);
});
