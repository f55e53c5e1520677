/** Every text about an instance that is stopped says so: nothing of it is deleted (ADR 156). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Language } from '../../../src/core/common/language.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, recordNotice } from '../../../src/core/mark/mark.ts';
import { signMessage } from '../../../src/core/owner/optOutToken.ts';
import type { AuditEvent } from '../../../src/core/resource/audit.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { pageText, phrases } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import {
  configurationOf,
  DAY,
  IMAGES,
  KEY,
  type Listening,
  link,
  mark,
  NOW,
  siteForAll,
  startOperator,
  startPublic,
} from './fixture.ts';

const ANN = 'ann@example.com';
const RUNNING = namespaceOf({
  provider: 'aws',
  account: 'test',
  location: 'us-east-1',
  resourceType: 'runningInstance',
});
const place = { account: 'test', location: 'us-east-1' };
const configured = [
  configurationOf({ ...place, resourceType: 'runningInstance' }, { stops: true, live: true }),
  configurationOf({ ...place, resourceType: 'image' }, { live: true }),
];
const LIES: Readonly<Record<Language, RegExp>> = { en: /delet/i, de: /lösch/i };
/** Of the fleet as a whole, and of what an id that is not there could be. */
const GENERAL = /deletion is O(N|FF)|stop all deletions/gi;

const store = stateForAll();
const pages = siteForAll(() => startPublic(store, { workConfigurations: () => configured }));
const console_ = siteForAll(() => startOperator(store, { workConfigurations: () => configured }));
beforeEach(async () => {
  await store.redis.flush();
  await store.messages.open({ messageId: '<1@x>', owner: ANN, items: [{ namespace: RUNNING, id: 'i-1' }] });
});

async function notified(): Promise<Mark> {
  const before = await mark(store, 'i-1', { namespace: RUNNING, name: 'old-build' });
  const shownAt = NOW + 10 * DAY;
  const { generation } = before;
  const told = { messageId: '<1@x>', recipient: ANN, acceptedAt: NOW - DAY, shownAt, generation };
  return change(before, recordNotice(before, { ...told, validUntil: NOW + 30 * DAY }, shownAt), 'noticed');
}

async function change(before: Mark, after: Mark | undefined, event: AuditEvent): Promise<Mark> {
  const audit = { at: NOW, namespace: RUNNING, id: 'i-1', event, actor: 'holystone', name: 'old-build' } as const;
  const [answer] = await store.marks.apply(RUNNING, [{ id: 'i-1', before, after, audit }]);
  expect(answer).toBe('applied');
  return after ?? before;
}

const begun = (before: Mark) => intendDeletion(before, 'p', NOW);
const own = (language: Language, generation?: string) =>
  link('i-1', { namespace: RUNNING, language, ...(generation === undefined ? {} : { generation }) });
const ofMessage = (language: Language) =>
  `/m/${signMessage({ messageId: '<1@x>', owner: ANN, expiresAt: NOW + DAY, language }, KEY)}`;
const send = (path: string, form: Readonly<Record<string, string>>) =>
  fetch(pages.url + path, { method: 'POST', body: new URLSearchParams(form) });
const read = async (answer: Promise<Response>) => pageText(await (await answer).text());

describe.each(['en', 'de'] as const)('L75 an instance that is stopped, in %s:', (language) => {
  const WAYS: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'the question',
      async () => {
        const { generation } = await notified();
        return read(fetch(pages.url + own(language, generation)));
      },
    ],
    ['no plan', () => read(fetch(pages.url + own(language)))],
    [
      'asked to stop it early, and again sure',
      async () => {
        const path = own(language, (await notified()).generation);
        const asked = await read(send(`${path}/say`, { statement: 'deleteEarly' }));
        return `${asked} ${await read(send(`${path}/say`, { statement: 'deleteEarly', sure: 'yes' }))}`;
      },
    ],
    [
      'its stop had begun',
      async () => {
        const before = await notified();
        await change(before, begun(before), 'permitted');
        return read(send(own(language, before.generation), { keep: '30d' }));
      },
    ],
    [
      'it is stopped, and kept too late',
      async () => {
        const before = await notified();
        await change(before, undefined, 'deleted');
        const path = own(language, before.generation);
        return `${await read(fetch(pages.url + path))} ${await read(send(path, { keep: '30d' }))}`;
      },
    ],
    [
      'the whole message',
      async () => {
        await notified();
        const asked = await read(fetch(pages.url + ofMessage(language)));
        return `${asked} ${await read(send(ofMessage(language), { keep: '30d' }))}`;
      },
    ],
  ];

  test.each(WAYS)('%s', async (_what, way) => {
    const text = await way();
    expect(text).toMatch(language === 'en' ? /stop|keep/i : /[Ss]topp|behalten/);
    expect(text).not.toMatch(LIES[language]);
  });

  test('no text of the catalogue about it calls it a deletion', () => {
    // What goes before it may be deleted.
    expect(phrases(catalogueOf(language, 'stops')).filter((phrase) => LIES[language].test(phrase))).toEqual([]);
  });
});

test('L75 an image keeps its words, also beside an instance', async () => {
  await notified();
  await mark(store, 'ami-1');
  expect(await read(fetch(pages.url + link('ami-1')))).toContain('Holystone will delete it');
});

test('L75 the console says of an instance that it is stopped, also when nobody has configured the type any more', async () => {
  const before = await notified();
  const page = async (path: string) => (await read(fetch(`${console_.url}/${path}`))).replace(GENERAL, '');
  const own = `resources/${encodeURIComponent(RUNNING)}/i-1`;
  expect(await page(own)).toContain('It will be stopped on');
  await change(before, begun(before), 'permitted');
  expect(await page(own)).toContain('Its stop has begun');
  expect(await page('marks')).toContain('stopping');
  expect(await page(own)).not.toMatch(LIES.en);
  await change(begun(before), undefined, 'deleted');
  expect(await page('activity?event=deleted')).toMatch(/stopped holystone old-build/);
  expect(await page('search?q=old-build')).toMatch(/stopped old-build/);
  const json = await (await fetch(`${console_.url}/api/v1/events?event=deleted`)).json();
  expect(json).toMatchObject({ items: [{ event: 'deleted', namespace: RUNNING }] });
  const later = await startOperator(store, { workConfigurations: () => [] });
  try {
    expect(await read(fetch(`${later.url}/activity?event=deleted`))).toMatch(/stopped holystone old-build/);
  } finally {
    await later.app.close();
  }
});

describe('L75 what an operator decides about an instance that is stopped', () => {
  let site: Listening;
  beforeAll(async () => {
    const tokens = [{ name: 'olga', access: 'operator', secret: 'olga-secret' }] as const;
    const recalculate = async () => ({ kind: 'recalculated', considered: 1, moved: 0 }) as const;
    site = await startOperator(store, { workConfigurations: () => configured, tokens, recalculate });
  });
  afterAll(() => site?.app.close());

  const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };
  const decide = async (path: string, form: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(form);
    return (await read(fetch(`${site.url}/${path}`, { method: 'POST', headers, body }))).replace(GENERAL, '');
  };
  const pick = `${RUNNING} i-1`;

  test('kept after its stop had begun, alone and by a pattern', async () => {
    const before = await notified();
    await change(before, begun(before), 'permitted');
    const one = await decide('marks', { do: 'forever', pick, reason: 'needed' });
    expect(one).toContain('kept from now on, but its stop had begun.');
    const many = await decide(`patterns/${encodeURIComponent(RUNNING)}`, {
      pattern: 'i-*',
      until: '30d',
      reason: 'needed',
    });
    expect(many).toContain('The stop of one of them had begun already and may still happen.');
    expect([one, many].filter((text) => LIES.en.test(text))).toEqual([]);
  });

  test('brought forward', async () => {
    await notified();
    const text = await decide('marks', { do: 'recalculate', pick, days: '1' });
    expect(text).toContain('the date of its stop');
    expect(text).not.toMatch(LIES.en);
  });
});

test('L75 an image is still deleted in the console', async () => {
  await mark(store, 'ami-1', { namespace: IMAGES });
  expect(await read(fetch(`${console_.url}/resources/${encodeURIComponent(IMAGES)}/ami-1`))).toContain(
    'before it deletes the resource',
  );
});
