/** However many reasons a resource has, its owner reads what goes with it: nobody tells it otherwise. */
import { describe, expect, test } from '@jest/globals';
import { withLast } from '../../../src/core/notice/digest.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import { chatBodies } from '../../../src/notify/chat/chat.ts';
import { slack } from '../../../src/notify/chat/slackBody.ts';
import { teams } from '../../../src/notify/chat/teamsBody.ts';
import { itemsOf } from '../../../src/notify/message/item.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { digest, row } from './digests.ts';

const ALONG = 'its volume vol-0123456789abcdef0 goes with it';
const reasons = (count: number) => [...Array.from({ length: count }, (_, n) => `reason ${n + 1}`), ALONG];

test.each([1, 3, 4, 5, 12])('a message with %i reasons names what goes along', async (count) => {
  const [item] = await itemsOf(digest([row({ reasons: reasons(count) })]), catalogueOf('en'));
  expect(item?.why.join()).toContain(ALONG);
  expect(item?.why[0]).toBe('reason 1');
});

test('the others are cut, and counted', async () => {
  const [item] = await itemsOf(digest([row({ reasons: reasons(6) })]), catalogueOf('en'));
  expect(item?.why).toEqual(['reason 1', 'reason 2', 'reason 3', 'reason 4', ALONG, expect.stringContaining('2 more')]);
});

test('a list that is not too long stays as it is', () => {
  expect(withLast(['a', 'b'], 2)).toEqual(['a', 'b']);
  expect(withLast([], 2)).toEqual([]);
  expect(withLast(['a', 'b', 'c'], 2)).toEqual(['a', 'c']);
  expect(withLast(['a', 'b', 'c'], 1)).toEqual(['c']);
});

const FINAL = 'its deletion is final: nothing can bring the data back';
const LONG = 'it had no connections on any known day up to 2026-11-01, '.repeat(4);

describe.each([['Slack', slack] as const, ['Teams', teams] as const])('a post in %s', (_name, dialect) => {
  test.each([ALONG, FINAL])('says %j behind three long reasons', async (last) => {
    const one = row({ reasons: [LONG, LONG, LONG, last] });
    const bodies = await chatBodies(digest([one]), { dialect, catalogue: catalogueOf('en'), whole: true });
    expect(bodies.join()).toContain(last);
  });
});

describe.each([
  ['objectsGo', (names: readonly string[]) => ({ code: 'objectsGo', values: { names } }) as const],
  ['tagsGo', (names: readonly string[]) => ({ code: 'tagsGo', values: { names } }) as const],
  [
    'volumesGo',
    (names: readonly string[]) =>
      ({ code: 'volumesGo', values: { go: { names, more: 0 }, stay: { names: [], more: 0 } } }) as const,
  ],
  [
    'and',
    (names: readonly string[]) =>
      ({
        code: 'and',
        values: {
          all: [
            { code: 'objectsGo', values: { names } },
            { code: 'finalDeletion', values: {} },
          ],
        },
      }) as const,
  ],
])('%s', (_code, noteOf) => {
  test.each(['en', 'de'] as const)(
    'of 1,000 names, a message in %s counts those that it leaves out',
    async (language) => {
      const names = Array.from({ length: 1_000 }, (_, n) => `fsap-${String(n).padStart(17, '0')}`);
      const note = noteOf(names);
      const [item] = await itemsOf(
        digest([row({ reasons: [inEnglish(note)], because: [note] })]),
        catalogueOf(language),
      );
      for (const said of [item?.why.join() ?? '', item?.shortWhy ?? '']) {
        const shown = names.filter((name) => said.includes(name)).length;
        expect(shown).toBeGreaterThan(40);
        expect(said).toContain(`${names.length - shown} ${language === 'en' ? 'more' : 'weitere'}`);
      }
    },
  );
});
