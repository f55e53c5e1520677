/** Names that a template of CloudFormation puts together are found as one. */
import { expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { resolvedTemplate } from '../../../src/handlers/aws/mentions/templates.ts';

const VALUES = new Map([
  ['AWS::AccountId', '111111111111'],
  ['AWS::Region', 'us-east-1'],
  ['AWS::URLSuffix', 'amazonaws.com'],
  ['Tag', '1'],
]);
const HOST = '111111111111.dkr.ecr.us-east-1.amazonaws.com';
const named = (text: string) => {
  const body = JSON.stringify(resolvedTemplate(text, VALUES));
  return mentionsIn({ TemplateBody: body }).map(({ alias }) => alias);
};
// biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation writes it so.
const SUB = '${AWS::AccountId}.dkr.ecr.${AWS::Region}.${AWS::URLSuffix}/shop/web:${Tag}';
const account = { Ref: 'AWS::AccountId' };
const parts = [
  account,
  '.dkr.ecr.',
  { Ref: 'AWS::Region' },
  '.',
  { Ref: 'AWS::URLSuffix' },
  '/shop/web:',
  { Ref: 'Tag' },
];

test.each([
  ['Fn::Sub', JSON.stringify({ Image: { 'Fn::Sub': SUB } })],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  ['Fn::Sub with names of its own', JSON.stringify({ Image: { 'Fn::Sub': ['${Host}/shop/web:1', { Host: HOST }] } })],
  ['Fn::Join', JSON.stringify({ Image: { 'Fn::Join': ['', parts] } })],
  ['!Sub in YAML', `Image: !Sub ${SUB}\n`],
  ['a plain text', `Image: ${HOST}/shop/web:1\n`],
  ['user data', JSON.stringify({ UserData: { 'Fn::Base64': { 'Fn::Sub': `docker run ${SUB} sh` } } })],
])('an image in %s', (_how, text) => {
  expect(named(text)).toContain(`${HOST}/shop/web:1`);
});

test('a name with a part that only the stack knows is not taken for another one', () => {
  const image = { 'Fn::Join': ['', [account, '.dkr.ecr.us-east-1.amazonaws.com/', { Ref: 'Repository' }, ':1']] };
  expect(named(JSON.stringify({ Image: image }))).toEqual([]);
});

test('whatever a name of its own may be in `Fn::Sub` is found', () => {
  const either = { 'Fn::If': ['IsLarge', 'ami-0123456789abcdef0', 'ami-0123456789abcdef1'] };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  const sub = ['run --image-id ${Image}', { Image: either }];
  expect(named(JSON.stringify({ Script: { 'Fn::Sub': sub } }))).toEqual([
    'ami-0123456789abcdef0',
    'ami-0123456789abcdef1',
  ]);
});

test('the address in a host is found whose rest a template puts together', () => {
  expect(named(JSON.stringify({ Host: { 'Fn::Join': ['', ['ec2-203-0-113-10.', { Ref: 'Zone' }]] } }))).toEqual([
    '203.0.113.10',
  ]);
});
