import { describe, expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { aliasesOfMention } from '../../../src/handlers/aws/resources/launchAliases.ts';
import { partsOfVersionId } from '../../../src/handlers/aws/resources/versionId.ts';

const ID = 'lt-0123456789abcdef0';
const told = (answer: unknown) => mentionsIn(answer).map(({ alias }) => alias);

describe('a scan of an answer', () => {
  test.each<[string, unknown]>([
    ['by id', { LaunchTemplateId: ID, Version: '3' }],
    ['by id, where a name stands beside it', { LaunchTemplateId: ID, LaunchTemplateName: 'web', Version: '3' }],
    ['with the version in a member of its own', { LaunchTemplateId: ID, LaunchTemplateVersion: '3' }],
    ['as EKS does', { launchTemplate: { id: ID, name: 'web', version: '3' } }],
    ['as Batch does', { launchTemplate: { launchTemplateId: ID, version: '3', overrides: [] } }],
    ['with a number', { launchTemplateId: ID, version: 3 }],
  ])('finds one version that a member names %s', (_how, answer) => {
    expect(told(answer)).toEqual([`${ID}:3`, `${ID}:*`]);
  });

  test('finds a version by the name of its template', () => {
    expect(told({ launchTemplate: { name: 'web', version: '12' } })).toEqual([
      'launchTemplate/web:12',
      'launchTemplate/web:*',
    ]);
  });

  test.each<[string, unknown]>([
    ['has no version', { LaunchTemplateId: ID }],
    ['has an empty version', { LaunchTemplateId: ID, Version: '' }],
    ['has $Latest, which may mean that of another day', { LaunchTemplateId: ID, Version: '$Latest' }],
    ['has a version that is no number', { LaunchTemplateId: ID, Version: '3 ' }],
    ['has a version that is no number of EC2', { LaunchTemplateId: ID, Version: '03' }],
    ['has two versions', { LaunchTemplateId: ID, Version: '3', LaunchTemplateVersion: '4' }],
    ['is a text with a version', { Text: `{"LaunchTemplateId":"${ID}","Version":"3"}` }],
    ['is a text behind a version', { Description: `launch ${ID}`, Version: '3' }],
    ['has the version further above', { Version: '3', Config: { LaunchTemplateId: ID } }],
    ['is a list beside a version', { LaunchTemplateIds: [ID], Version: '3' }],
  ])('keeps every version where a mention %s', (_how, answer) => {
    expect(told(answer)).toContain(ID);
    expect(told(answer).filter((alias) => alias.includes(':'))).toEqual([]);
  });
});

test.each(['1', '42', '10000'])('a mention with the number %s is of that version', (version) => {
  expect(aliasesOfMention(ID, version)).toEqual([`${ID}:${version}`, `${ID}:*`]);
});

test.each([undefined, '', '0', '-1', '1.5', '$Latest', '$Default', 'v1'])(
  'a mention with %s may be of any',
  (version) => {
    expect(aliasesOfMention(ID, version)).toEqual([ID]);
  },
);

test.each([
  'lt-1',
  'lt-0123456789abcdef0',
  'lt-0123456789abcdef0:',
  'lt-0123456789abcdef0:$Latest',
  'web:3',
  'ami-1:3',
])('%s is no id of a version', (id) => {
  expect(partsOfVersionId(id)).toBeUndefined();
});
