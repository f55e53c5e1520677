/** Words are values: no file reads a sentence that another one wrote. Each exception stands here with its reason. */
import { expect, test } from '@jest/globals';
import { sourceFiles } from './support/sourceFiles.ts';

const files = sourceFiles().filter(({ path }) => !/^(sandbox|tools)\//.test(path));

/** Files with a regular expression that has words of a sentence. */
const SENTENCES: Readonly<Record<string, string>> = {
  'core/reason/earlierReason.ts': 'the one reader of sentences that earlier versions stored',
  'cli/demo/followLink.ts': 'the demo opens a page as an owner does',
  'cli/demo/mailed.ts': 'the demo reads a mail as an owner does',
  'handlers/aws/evidence/cdk/bootstrap.ts': 'words of AWS',
  'handlers/aws/evidence/mentioning/cloudControl/data.ts': 'words of AWS',
  'handlers/aws/evidence/mentioning/cloudControl/network.ts': 'words of AWS',
  'handlers/aws/evidence/runningImages/taskDefinitions.ts': 'words of AWS',
  'handlers/aws/resources/managedBy.ts': 'words of AWS',
  'handlers/aws/resources/snapshotProvenance.ts': 'words of AWS',
  'handlers/aws/wire/errors.ts': 'words of AWS',
  'handlers/aws/wire/readError.ts': 'words of AWS',
  'handlers/registry/wire/credentials.ts': 'words of a credential helper',
  'state/redis/durability.ts': 'words of Redis',
  'state/redis/redisProblem.ts': 'words of Redis',
};

/** Files that cut or match a value with the name of a sentence of ours. */
const PARSED: Readonly<Record<string, string>> = {
  'core/reason/earlierReason.ts': 'the one reader of sentences that earlier versions stored',
  'cli/demo/registryScene.ts': 'shows the first characters of a digest',
  'handlers/aws/types/autoScalingGroup/rules.ts': 'the reason of a suspension is of AWS',
  'state/redis/redisProblem.ts': 'the problem is of Redis',
};
const OURS = ['reason', 'reasons', 'because', 'problem', 'why', 'says', 'explanation', 'sentence', 'note', 'trip'];

/** Two words with a blank between them, outside of classes and escapes. */
function hasWords(regex: string): boolean {
  const literal = regex.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, '');
  return /[a-z]{2,}\)?[*?]? \(?(?:\?:)?[a-z]{2,}/i.test(literal);
}

test('no regular expression has the words of a sentence, but where a reason stands', () => {
  const found = files.filter(({ regexes }) => regexes.some(hasWords)).map(({ path }) => path);
  expect(found).toEqual(Object.keys(SENTENCES).toSorted());
});

test('nothing cuts or matches a reason, a problem or another sentence of ours, but where a reason stands', () => {
  const found = files.filter(({ parsed }) => OURS.some((name) => parsed.has(name))).map(({ path }) => path);
  expect(found).toEqual(Object.keys(PARSED).toSorted());
});

test.each([
  ['/^nothing uses it/', true],
  ['/(is|are) gone/', true],
  ['/^[a-z ]+$/', false],
  ['/^\\S+ \\d+$/', false],
])('%s has words: %s', (regex, has) => {
  expect(hasWords(regex)).toBe(has);
});
