/** The pages behind a link where nothing is deleted: at the stage notify, or by the actions of the entry. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { StoreError } from '../../../src/core/common/errors.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import type { Stage } from '../../../src/core/policy/stage.ts';
import { pageText } from '../../support/pageWords.ts';
import { workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { DAY, KEY, type Listening, link, mark, NOW, post, startPublic } from './fixture.ts';

let store: StateFixture;
let owners: Listening;
let unobserved: Listening;
let withoutDelete: Listening;

beforeAll(async () => {
  store = await openState();
  const workConfigurations = () => [workConfiguration({ startStage: 'notify' })];
  const control = { read: () => Promise.reject(new StoreError('unreadable')) };
  owners = await startPublic(store, { workConfigurations });
  unobserved = await startPublic(store, { workConfigurations, control });
  withoutDelete = await startPublic(store, {
    workConfigurations: () => [workConfiguration({ actions: ['mark', 'notify'] })],
  });
});
beforeEach(() => store.redis.flush());
afterAll(async () => {
  await owners?.app.close();
  await unobserved?.app.close();
  await withoutDelete?.app.close();
  await store?.close();
});

async function text(path: string, { url } = owners): Promise<string> {
  const answer = await fetch(new URL(path, url), { headers: { accept: 'text/html' } });
  expect(answer.status).toBe(200);
  return pageText(await answer.text());
}

const set = (stage: Stage) =>
  store.control.write(
    { stages: { 'aws:test:*:image': stage } },
    { at: NOW, namespace: 'fleet', event: 'control', actor: 'olga' },
  );

describe('at the stage notify', () => {
  test('P7 the page of a link says that nothing is deleted, and has the date of a later deletion', async () => {
    await mark(store, 'ami-1');
    const page = await text(link('ami-1'));
    expect(page).toMatch(
      /Holystone deletes nothing at this stage\. It would be deleted on .* or later, once deletions begin/,
    );
    expect(page).toMatch(/Deletion none at this stage; it would be on /);
    expect(page).not.toContain('Holystone will delete it');
    const german = await text(link('ami-1', { language: 'de' }));
    expect(german).toMatch(/Zurzeit löscht Holystone hier nichts\. Gelöscht würde sie am .*, oder später/);
    expect(german).toMatch(/Löschung zurzeit keine; sie wäre am /);
    expect(german).not.toContain('Holystone löscht sie');
  });

  test('P7 moved on: the same page says when it is deleted; moved back, that it is not', async () => {
    await mark(store, 'ami-1');
    await set('live');
    const live = await text(link('ami-1'));
    expect(live).toContain('Holystone will delete it');
    expect(live).not.toContain('at this stage');
    await set('notify');
    expect(await text(link('ami-1'))).toContain('Holystone deletes nothing at this stage.');
  });

  test('P7 the preferences page says so of each resource', async () => {
    await mark(store, 'ami-1');
    const token = signMessage({ messageId: '<1@x>', owner: 'ann@example.com', expiresAt: NOW + 30 * DAY }, KEY);
    expect(await text(`/preferences?t=${token}`)).toMatch(/name of ami-1 .*none at this stage; it would be on /);
  });

  test('P7 where the stage cannot be read the page is there, and keeping works', async () => {
    await mark(store, 'ami-1');
    expect(await text(link('ami-1'), unobserved)).toContain('Holystone will delete it');
    const answer = await post(new URL(link('ami-1'), unobserved.url).href, { keep: '7d', scope: 'id' });
    expect([answer.status, pageText(await answer.text())]).toEqual([200, expect.stringContaining('This is stored.')]);
    expect(await store.marks.get(workConfiguration().namespace, 'ami-1')).toBeUndefined();
  });
});

describe('an entry without `delete` among its actions', () => {
  test('P7 its pages say that nothing is deleted, and offer no early deletion', async () => {
    await mark(store, 'ami-1');
    const token = signMessage({ messageId: '<1@x>', owner: 'ann@example.com', expiresAt: NOW + 30 * DAY }, KEY);
    const page = await text(link('ami-1'), withoutDelete);
    expect(page).toContain('Holystone deletes nothing at this stage. It would be deleted on ');
    expect(page).not.toMatch(/Holystone will delete it|delete it early/);
    expect(await text(`/preferences?t=${token}`, withoutDelete)).toMatch(/ami-1 .*none at this stage; it would be on /);
  });
});
