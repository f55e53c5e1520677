/** Names that a template of CloudFormation puts together are found as one. */
import { expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { resolvedTemplate } from '../../../src/handlers/aws/mentions/templates.ts';

const VALUES = new Map([
  ['AWS::AccountId', ['111111111111']],
  ['AWS::Region', ['us-east-1']],
  ['AWS::URLSuffix', ['amazonaws.com']],
  ['Tag', ['1']],
]);
const HOST = '111111111111.dkr.ecr.us-east-1.amazonaws.com';
const named = (text: string) => {
  const body = JSON.stringify(resolvedTemplate(text, VALUES));
  return mentionsIn({ TemplateBody: body }).flatMap(({ kind, alias }) => (kind === 'name' ? [] : [alias]));
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

// As people write them: the files are named in the closing note of the change that added them.
test.each([
  [
    '!Join of references, in a line each',
    `Image: !Join\n  - ''\n  - - !Ref AWS::AccountId\n    - .dkr.ecr.\n    - !Ref AWS::Region\n    - .amazonaws.com/\n    - shop/web:1\n`,
  ],
  [
    'Fn::Join with !Sub in it',
    `Image:\n  Fn::Join:\n    - ''\n    - - !Ref AWS::AccountId\n      - .dkr.ecr.us-east-1.\n      - Ref: AWS::URLSuffix\n      - !Sub /shop/web:\${Tag}\n`,
  ],
  [
    '!Join by dots',
    `Image: !Join ['.', [!Ref AWS::AccountId, dkr.ecr, !Ref 'AWS::Region', 'amazonaws.com/shop/web:1']]\n`,
  ],
  [
    '!Sub with !FindInMap',
    `Mappings: {Env: {prod: {Tag: '1'}}}\nImage: !Sub ['\${AWS::AccountId}.dkr.ecr.us-east-1.amazonaws.com/shop/web:\${T}', {T: !FindInMap [Env, !Ref Stage, Tag]}]\n`,
  ],
  ['!Join with !If', `Image: !Join ['', ['${HOST}/shop/web:', !If [IsProd, 1, 2]]]\n`],
  [
    '!Join with a default',
    `Parameters: {Version: {Type: String, Default: '1'}}\nImage: !Join [':', [${HOST}/shop/web, !Ref Version]]\n`,
  ],
  [
    '!Sub with the name of a repository of its own',
    `Repository: {}\nResources: {Repo: {Type: AWS::ECR::Repository, Properties: {RepositoryName: shop/web}}}\nImage: !Sub '\${AWS::AccountId}.dkr.ecr.us-east-1.amazonaws.com/\${Repo}:1'\n`,
  ],
  [
    '!Sub with the address of a repository of its own',
    `Resources: {Repo: {Type: AWS::ECR::Repository, Properties: {RepositoryName: shop/web}}}\nImage: !Sub '\${Repo.RepositoryUri}:1'\n`,
  ],
  [
    '!Join with !GetAtt',
    `Resources: {Repo: {Type: AWS::ECR::Repository, Properties: {RepositoryName: !Join [/, [shop, web]]}}}\nImage: !Join [':', [!GetAtt Repo.RepositoryUri, 1]]\n`,
  ],
  [
    'Fn::GetAtt in JSON',
    JSON.stringify({
      Resources: { Repo: { Type: 'AWS::ECR::Repository', Properties: { RepositoryName: 'shop/web' } } },
      Image: { 'Fn::Join': [':', [{ 'Fn::GetAtt': ['Repo', 'RepositoryUri'] }, '1']] },
    }),
  ],
  ['a comment', `# was ${HOST}/shop/web:1\nImage: !Ref Other\n`],
])('an image in YAML as people write it: %s', (_how, text) => {
  expect(named(text)).toContain(`${HOST}/shop/web:1`);
});

test('a name in YAML counts by its member, as in JSON', () => {
  expect(named(`Resources: {Group: {Properties: {LoadBalancerNames: [!Ref Tag]}}}\n`)).toContain('loadBalancer/1');
});

test('a name with a part that only the stack knows is not taken for another one', () => {
  const image = { 'Fn::Join': ['', [account, '.dkr.ecr.us-east-1.amazonaws.com/', { Ref: 'Repository' }, ':1']] };
  expect(named(JSON.stringify({ Image: image }))).toEqual([]);
});

test('whatever a name of its own may be in `Fn::Sub` is found', () => {
  const either = { 'Fn::If': ['IsLarge', 'ami-0123456789abcdef0', 'ami-0123456789abcdef1'] };
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as above.
  const sub = ['run --image-id ${Image}', { Image: either }];
  const found = named(JSON.stringify({ Script: { 'Fn::Sub': sub } }));
  expect(found).toEqual(expect.arrayContaining(['ami-0123456789abcdef0', 'ami-0123456789abcdef1']));
});

test('the address in a host is found whose rest a template puts together', () => {
  expect(named(JSON.stringify({ Host: { 'Fn::Join': ['', ['ec2-203-0-113-10.', { Ref: 'Zone' }]] } }))).toEqual([
    '203.0.113.10',
  ]);
});

// By the square of their length these would take hours.
test.each(['${a', '${{', '{{resolve:', "!Sub '"])('a template with 200,000 times "%s" is read to its end', (part) => {
  const text = JSON.stringify({ Long: { 'Fn::Sub': part.repeat(200_000) }, Image: { 'Fn::Sub': SUB } });
  expect(named(text)).toContain(`${HOST}/shop/web:1`);
});
