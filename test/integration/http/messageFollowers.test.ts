/** The page of a message: what follows a resource is told in the row of that, and goes by the box of that. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { linksOf } from '../../../src/composition/links.ts';
import { DAY_MS } from '../../../src/core/common/duration.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import { ITEMS_PER_PART } from '../../../src/core/notice/sentMessage.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { ManualClock, workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, KEY, type Listening, mark, NOW, startPublic } from './fixture.ts';

const SNAPSHOTS = 'aws:test:us-east-1:snapshot' as Namespace;
const ANN = 'ann@example.com';
const MESSAGE = '<1@x>';
let store: StateFixture;
let site: Listening;
beforeAll(async () => {
  store = await openState();
  const images = workConfiguration();
  site = await startPublic(store, {
    workConfigurations: () => [images, { ...images, namespace: SNAPSHOTS, follows: IMAGES }],
  });
});
beforeEach(() => store.redis.flush());
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

/** A mark that Ann was told of. @param of the image that it follows */
async function noticed(namespace: Namespace, id: string, of?: string) {
  const before = await mark(store, id, { owner: ANN, namespace });
  const { generation, projectedDeletionAt: shownAt } = before;
  const [acceptedAt, validUntil] = [NOW - DAY, NOW + 30 * DAY];
  const notice = { messageId: MESSAGE, recipient: ANN, acceptedAt, shownAt, generation, validUntil };
  const waitsFor = of ? [{ type: 'image', id: of, by: `image ${of}`, findings: { images: 1 } }] : undefined;
  const after: Mark = { ...recordNotice(before, notice, shownAt), ...(waitsFor ? { waitsFor } : {}) };
  const audit = { at: NOW - DAY, namespace, id, event: 'noticed', actor: 'holystone' } as const;
  await store.marks.apply(namespace, [{ id, before, after, audit }]);
  return { namespace, id };
}

async function pageOf(items: readonly { namespace: Namespace; id: string }[]) {
  await store.messages.open({ messageId: MESSAGE, owner: ANN, items });
  const settings = { http: { public: { url: site.url } }, mail: { language: 'en' } };
  const optOut = { keys: [KEY], validFor: 30 * DAY_MS };
  const links = linksOf({ ...settings, optOut } as never, new ManualClock(NOW));
  const url = links.messageUrls({ messageId: MESSAGE, owner: ANN }).keepAllUrl ?? '';
  const text = await (await fetch(url)).text();
  const boxes = [...text.matchAll(/<input type="checkbox"[^>]*value="([^"]*)"[^>]*aria-label="([^"]*)"/g)];
  return {
    url,
    text,
    boxes: boxes.map(([, , label = '']) => label.replace(/.*name of /, '')),
    /** The answer to the form where only these are ticked. */
    async keep(...ids: readonly string[]) {
      const shown = /name="shown" value="([^"]*)"/.exec(text)?.[1] ?? '';
      const only = boxes.flatMap(([, value = '', label]) => (ids.some((id) => label?.endsWith(id)) ? [value] : []));
      return post(url, [
        ...Object.entries({ shown, from: '0', keep: 'forever' }),
        ...only.map((value): [string, string] => ['only', value]),
      ]);
    },
  };
}

async function post(url: string, fields: [string, string][]): Promise<string> {
  return (await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })).text();
}

/** The hidden fields of the one form that sends this value. */
function fieldsOf(page: string, button: string): [string, string][] {
  const form = page.split('<form').find((one) => one.includes(button)) ?? '';
  return [...form.matchAll(/<input type="hidden" name="([a-z]+)" value="([^"]*)"/g)].map(([, a = '', b = '']) => [
    a,
    b,
  ]);
}

const kept = async () =>
  [...(await store.optOuts.list(IMAGES)), ...(await store.optOuts.list(SNAPSHOTS))]
    .map(({ target }) => ('value' in target ? target.value : ''))
    .filter((id) => !id.startsWith('ami-gone'))
    .sort();
const titleOf = (page: string) => /<h1>(.*?)<\/h1>/.exec(page)?.[1];

async function three() {
  return pageOf([
    await noticed(IMAGES, 'ami-1'),
    await noticed(IMAGES, 'ami-2'),
    await noticed(SNAPSHOTS, 'snap-1', 'ami-1'),
  ]);
}

test('A36 a snapshot has no box of its own: the page counts its row once', async () => {
  const page = await three();
  expect(page.boxes).toEqual(['ami-1', 'ami-2']);
  expect(titleOf(page.text)).toBe('Keep both resources in this message?');
});

test('A36 the tick of the image is taken away → nothing is stored about its snapshot, and the page counts boxes', async () => {
  const answer = await (await three()).keep('ami-2');
  expect(await kept()).toEqual(['ami-2']);
  expect(titleOf(answer)).toBe('Kept: 1 of 2');
});

test('A36 the image is kept → so is its snapshot, as one; and both are taken back as one', async () => {
  const page = await three();
  const answer = await page.keep('ami-1');
  expect(await kept()).toEqual(['ami-1', 'snap-1']);
  expect(titleOf(answer)).toBe('Kept: 1 of 2');
  const undone = await post(`${page.url}/undo`, fieldsOf(answer, 'Undo all'));
  expect(await kept()).toEqual([]);
  expect(undone).toContain('You no longer keep 1.');
});

test('A36 a snapshot with another date has a box of its own', async () => {
  const items = [await noticed(IMAGES, 'ami-1'), await noticed(SNAPSHOTS, 'snap-1', 'ami-1')];
  const before = await store.marks.get(SNAPSHOTS, 'snap-1');
  if (!before) throw new Error('it has a mark');
  const after = { ...before, projectedDeletionAt: before.projectedDeletionAt + DAY, revision: before.revision + 1 };
  const audit = { at: NOW, namespace: SNAPSHOTS, id: 'snap-1', event: 'refreshed', actor: 'holystone' } as const;
  await store.marks.apply(SNAPSHOTS, [{ id: 'snap-1', before, after, audit }]);
  const page = await pageOf(items);
  expect(page.boxes).toEqual(['ami-1', 'snap-1']);
  await page.keep('snap-1');
  expect(await kept()).toEqual(['snap-1']);
});

test('A36 the rest of a long message goes by the same boxes', async () => {
  const gone = Array.from({ length: 2 * ITEMS_PER_PART }, (_, i) => ({ namespace: IMAGES, id: `ami-gone-${i}` }));
  const page = await pageOf([
    ...gone,
    await noticed(IMAGES, 'ami-1'),
    await noticed(SNAPSHOTS, 'snap-1', 'ami-1'),
    await noticed(IMAGES, 'ami-2'),
  ]);
  expect(page.boxes).toEqual(['ami-1', 'ami-2']);
  const answer = await page.keep('ami-2');
  await post(page.url, fieldsOf(answer, 'Keep the next ones'));
  expect(await kept()).toEqual(['ami-2']);
});
