/** What a person does not see at the end of a regex, a line break above all, changes none of its meaning. */
import { afterEach, expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const TAGS = namespaceOf('ecrTag');
const world = worldForAll();
afterEach(() => {
  delete process.env.KEPT;
});

async function tagsMarked(keys: readonly string[], last = 'nameRegexDelete: ".*"'): Promise<readonly string[]> {
  const lines = ['- type: ecrTag', 'accounts: [test]', 'live: true', 'olderThan: 30d', last, ...keys];
  await world.reset({
    cleanup: `\n  ${lines.join('\n    ')}`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  });
  const pushedAt = new Date(world.clock.now() - 100 * DAY).toISOString();
  world.sandbox.control.addEcrTags(HERE, [
    { tag: 'prod-1', pushedAt },
    { tag: 'pr-17', pushedAt },
  ]);
  await world.pass('mark', TAGS);
  return (await world.marks(TAGS)).map(({ id }) => id.replace('shop/web:', ''));
}

/** As a Secret from a file, a file of Windows and a page of a wiki have it. */
const ENDS = ['', '\n', '\r\n', ' ', '\u200b', '\ufeff', '\t'];
const KEYS = ['nameRegexKeep: "\u0024{KEPT}"', 'protect: ["\u0024{KEPT}"]'];

test.each(KEYS.flatMap((key) => ENDS.map((end) => [key, end] as const)))(
  'R32 %s keeps what it matches, with %j behind it',
  async (key, end) => {
    process.env.KEPT = `prod-.*${end}`;
    expect(await tagsMarked([key])).toEqual(['pr-17']);
  },
);

test.each(['|', '>', '|-', '|+'])('R32 nameRegexKeep in a block of YAML (%s) keeps what it matches', async (sign) => {
  expect(await tagsMarked([`nameRegexKeep: ${sign}`, '  prod-.*', ''])).toEqual(['pr-17']);
});

test.each(['\n', ' ', '\u200b'])('R32 nothing but %j is no regex', async (text) => {
  process.env.KEPT = text;
  for (const key of KEYS) await expect(tagsMarked([key])).rejects.toThrow(/regex/);
});

test.each(['prod-.*\nstage-.*', 'prod-.*\u200b|stage', 'prod-\t.*'])(
  'R32 %j is refused: nobody sees what is in it',
  async (text) => {
    process.env.KEPT = text;
    for (const key of KEYS) await expect(tagsMarked([key])).rejects.toThrow(/invisible character/);
    await expect(tagsMarked([], 'nameRegexDelete: "\u0024{KEPT}"')).rejects.toThrow(/invisible character/);
  },
);

test('R32 two lines of a block of YAML are refused: neither would keep anything', async () => {
  await expect(tagsMarked(['nameRegexKeep: |', '  prod-.*', '  stage-.*', ''])).rejects.toThrow(/line break/);
});

test('R32 one that deletes selects what it matches, too, and every tag only with `allowDeleteAll`', async () => {
  process.env.KEPT = 'pr-.*\n';
  expect(await tagsMarked([], 'nameRegexDelete: "\u0024{KEPT}"')).toEqual(['pr-17']);
  process.env.KEPT = '.*\n';
  await expect(tagsMarked([], 'nameRegexDelete: "\u0024{KEPT}"')).rejects.toThrow(/matches every tag/);
});
