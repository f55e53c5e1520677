// biome-ignore-all lint/suspicious/noTemplateCurlyInString: programs write it so.
/** Programs name an image of ECR by a registry from a variable, or by its repository and its tag apart. */
import { expect, test } from '@jest/globals';
import { mentionsIn } from '../../../src/handlers/aws/mentions/scan.ts';
import { toTag } from '../../../src/handlers/aws/types/ecrTag/resource.ts';

const HOST = '123456789012.dkr.ecr.eu-west-1.amazonaws.com';
const REPOSITORY = {
  name: 'shop/web',
  registryId: '123456789012',
  region: 'eu-west-1',
  tags: {},
  expiring: new Set<string>(),
};
const { aliases = [] } = toTag(
  REPOSITORY,
  { imageDigest: `sha256:${'a'.repeat(64)}`, imageTags: ['1.2.3'] } as never,
  '1.2.3',
  undefined,
);
const isNamed = (answer: unknown) => mentionsIn(answer).some(({ alias }) => aliases.includes(alias));
const userData = (text: string) => ({
  LaunchTemplateData: { UserData: Buffer.from(`#!/bin/bash\n${text}\n`).toString('base64') },
});

test('the whole reference counts', () => {
  expect(isNamed(userData(`docker run -d ${HOST}/shop/web:1.2.3`))).toBe(true);
});

test.each([
  ['docker pull $ACCOUNT_ID.dkr.ecr.$REGION.amazonaws.com/shop/web:1.2.3'],
  ['docker pull ${ACCOUNT}.dkr.ecr.${AWS_REGION}.amazonaws.com/shop/web:1.2.3'],
  [
    'docker pull $(aws sts get-caller-identity --query Account --output text).dkr.ecr.eu-west-1.amazonaws.com/shop/web:1.2.3',
  ],
  ['docker run -d $ECR_REGISTRY/shop/web:1.2.3'],
  ['docker run -d ${ECR_REGISTRY}/shop/web:1.2.3'],
  ['image: {{ registry }}/shop/web:1.2.3 # of compose'],
  [`REGISTRY=${HOST}\ndocker run -d $REGISTRY/shop/web:1.2.3`],
  [`REPO=${HOST}/shop/web\nTAG=1.2.3\ndocker run -d $REPO:$TAG`],
  ['aws ecr batch-get-image --repository-name shop/web --image-ids imageTag=1.2.3'],
  [`helm upgrade web . --set image.repository=${HOST}/shop/web --set image.tag=1.2.3`],
  [`ECR_REGISTRY="${HOST}"\nECR_REPOSITORY="shop/web"\ndocker pull ${'$'}{ECR_REGISTRY}/${'$'}{ECR_REPOSITORY}:1.2.3`],
  [`REPO=${HOST}/shop/web\ndocker run $REPO:1.2.3`],
  ['docker run %ECR_REGISTRY%/shop/web:1.2.3'],
  ['docker run $REGISTRY/web:1.2.3 # its path is in the variable'],
  ['It runs $REGISTRY/shop/web:1.2.3.'],
  ['docker run $ECR_REGISTRY/shop/web:$TAG'],
  ['docker run ${ECR_REGISTRY}/shop/web:${TAG:-latest}'],
  [`helm pull oci://${HOST}/shop/web --version 1.2.3`],
])('A115 user data: %s', (text) => {
  expect(isNamed(userData(text))).toBe(true);
});

test.each([
  [{ Environment: { Variables: { IMAGE_REPOSITORY: `${HOST}/shop/web`, IMAGE_TAG: '1.2.3' } } }],
  [{ Environment: { Variables: { ECR_REGISTRY: HOST, ECR_REPOSITORY: 'shop/web', IMAGE_TAG: '1.2.3' } } }],
  [{ Environment: { Variables: { VALUES: `image:\n  repository: ${HOST}/shop/web\n  tag: 1.2.3\n` } } }],
  [
    {
      Environment: {
        Variables: { VALUES: JSON.stringify({ image: { repository: `${HOST}/shop/web`, tag: '1.2.3' } }) },
      },
    },
  ],
  [
    {
      environment: [
        { name: 'ECR_REPO', value: 'shop/web' },
        { name: 'IMAGE_TAG', value: '1.2.3' },
      ],
    },
  ],
])('A115 variables: %j', (answer) => {
  expect(isNamed(answer)).toBe(true);
});

test.each([
  [`docker run -d ${HOST}/shop/web:$TAG`],
  [`TAG=1.2.3\ndocker run -d ${HOST}/shop/web:$TAG`],
  [`docker run -d "${HOST}/shop/web:\${TAG}"`],
  [`docker run -d '${HOST}/shop/web:{{ tag }}'`],
  [`TAG=$(aws ssm get-parameter --name /shop/tag)\ndocker pull ${HOST}/shop/web:$TAG`],
  [`services:\n  web:\n    image: ${HOST}/shop/web:\${TAG:-1.2}`],
  [`docker run ${HOST}/shop/web:%TAG%`],
  [`docker build -t a . && docker run ${HOST}/shop/web:$TAG`],
  [`./push-metrics ${HOST}/shop/web:$TAG`],
  [`helm template . --set image=${HOST}/shop/web:$TAG`],
  [`["docker push ${HOST}/a:1","docker run ${HOST}/shop/web:$TAG"]`],
  [`{'a': 'docker push ${HOST}/a:1', 'b': 'docker run ${HOST}/shop/web:$TAG'}`],
  [`{"script": "docker build -t a .\\ndocker run -t ${HOST}/shop/web:$TAG"}`],
  [`docker build --build-arg BASE=${HOST}/shop/web:$TAG -t x .`],
  [`docker buildx build -t x --cache-from ${HOST}/shop/web:$TAG .`],
  [`docker build -t x - <<< "FROM ${HOST}/shop/web:$TAG"`],
])('A173 a known registry, and a tag that is put in later: %s', (text) => {
  for (const answer of [userData(text), { Environment: { Variables: { SCRIPT: text } } }])
    expect(isNamed(answer)).toBe(true);
});

test.each([
  [`docker build --pull -t ${HOST}/shop/web:$TAG .`],
  [`docker --debug push ${HOST}/shop/web:$TAG`],
  [`docker buildx build --platform a -t ${HOST}/shop/web:$TAG .`],
  [`docker tag web ${HOST}/shop/web:$TAG`],
  [`docker tag ${HOST}/shop/web:$TAG "${HOST}/shop/web:\${OTHER}"`],
  [`docker push --quiet "${HOST}/shop/web:$TAG"`],
  [`["docker push ${HOST}/shop/web:$TAG"]`],
  [`docker build -f a/Dockerfile --build-arg A="b c" --tag=${HOST}/shop/web:$TAG .`],
  [`/kaniko/executor --destination=${HOST}/shop/web:$TAG`],
  [`docker run ${HOST}/shop/api:$TAG`],
  [`docker run 999999999999.dkr.ecr.eu-west-1.amazonaws.com/shop/web:$TAG`],
])('A173 what only makes an image, or means another repository, does not keep it: %s', (text) => {
  expect(isNamed(userData(text))).toBe(false);
});

test.each(['web', 'my_web', 'my_team/web', 'a/my_web', 'a.b/c-d', 'a__b'])(
  'A173 the repository %s beside its tag',
  (name) => {
    const tag = toTag(
      { ...REPOSITORY, name },
      { imageDigest: `sha256:${'a'.repeat(64)}`, imageTags: ['1.2'] } as never,
      '1.2',
      undefined,
    );
    const answer = { Environment: { Variables: { IMAGE_REPO_NAME: name, IMAGE_TAG: '1.2' } } };
    expect(mentionsIn(answer).some(({ alias }) => tag?.aliases.includes(alias))).toBe(true);
  },
);

test.each([
  ['another tag', 'docker run $ECR_REGISTRY/shop/web:1.2.4'],
  ['another repository', 'docker run $ECR_REGISTRY/shop/api:1.2.3'],
  ['another registry, named whole', 'docker run 999999999999.dkr.ecr.eu-west-1.amazonaws.com/shop/web:1.2.3'],
  ['a tag alone', 'export IMAGE_TAG=1.2.3'],
  ['a repository alone', `export ECR_REPOSITORY=${HOST}/shop/web`],
  ['the repository and another tag', `REPOSITORY=${HOST}/shop/web\nIMAGE_TAG=1.2.4`],
  ['a path of files', 'cp -r $HOME/shop/web /srv'],
])('A115 %s names it not', (_what, text) => {
  expect(isNamed(userData(text))).toBe(false);
});

// By the square of their length these would take minutes.
test.each([
  '$a',
  '}/',
  '$a/',
  '/a',
  'tag ',
  'repository=a tag=',
  '123456789012.dkr.ecr',
  'a.',
  `${HOST}/`,
  '${A}/b:',
  '$a:',
  '}:a',
  'docker push ',
  'docker tag ',
  'docker build -t ',
  'docker build ="',
  'a.b/c:',
  'a.b/c:$',
  'docker --a ',
])('A115 400,000 characters of %j are read to their end', (part) => {
  const text = `tag repo ${part.repeat(400_000 / part.length)} $R/shop/web:1.2.3`;
  expect(
    mentionsIn({ Environment: { Variables: { SCRIPT: text } } }).some(({ alias }) => aliases.includes(alias)),
  ).toBe(true);
});
