/** Container recipes of Image Builder whose base image is an image of Image Builder. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { account, failureOf, HERE, ID, scopeOf, startAws, type TestAws } from './fixture.ts';

let aws: TestAws;
beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

const arn = (kind: string, rest: string, owner: string = ID) =>
  `arn:aws:imagebuilder:${HERE.region}:${owner}:${kind}/${rest}`;
const uri = (version: string, region: string = HERE.region) => `${ID}.dkr.ecr.${region}.amazonaws.com/base:${version}`;
const build = (version: string, ...imageUris: string[]) => ({
  arn: arn('image', `base/${version}`),
  outputResources: { containers: [{ region: HERE.region, imageUris }] },
});
const recipe = (parentImage: string) =>
  aws.control.addImageBuilder(HERE, {
    containerRecipes: [{ arn: arn('container-recipe', 'web/1.0.0'), name: 'web', parentImage }],
  });
const builds = (...all: ReturnType<typeof build>[]) => aws.control.addImageBuilder(HERE, { builds: all });

function read(type: string) {
  const source = handlerOf(provider.handlers, type).evidence.find(({ name }) => name === 'builtContainers');
  const place = { account: account.name, location: HERE.region };
  return (source as EvidenceSource).read(place, scopeOf({}), [], aws.io());
}
const used = async (type = 'ecrTag') => (await read(type)).map(({ alias }) => alias);

test.each(['ecrTag', 'cdkEcrImage'])(
  'Law 13 %s: what all builds of the base image made is used, whatever the version and the region',
  async (type) => {
    builds(build('1.0.0/1', uri('1.0.0-1')), build('2.0.0/1', uri('2.0.0-1'), uri('2.0.0-1', 'eu-west-1')));
    recipe(arn('image', 'base/x.x.x'));
    expect((await used(type)).toSorted()).toEqual(
      [uri('1.0.0-1'), uri('2.0.0-1'), uri('2.0.0-1', 'eu-west-1')].toSorted(),
    );
  },
);

test('Law 13 what a build of one version made is used by a recipe that names this version', async () => {
  builds(build('1.0.0/1', uri('1.0.0-1')));
  recipe(arn('image', 'base/1.0.0/1'));
  expect(await used()).toEqual([uri('1.0.0-1')]);
});

test.each([
  ['by its address, which the listing of recipes reads', uri('1.0.0-1')],
  ['an image of AWS', arn('image', 'amazon-linux-2-x86/x.x.x', 'aws')],
  ['another image', arn('image', 'other/x.x.x')],
])('what no recipe is built on is not used: %s', async (_what, parent) => {
  builds(build('1.0.0/1', uri('1.0.0-1')));
  recipe(parent);
  expect(await used()).toEqual([]);
});

test('Law 1 a base image of an account that is not declared is a gap', async () => {
  recipe(arn('image', 'base/x.x.x', '999999999999'));
  expect(await failureOf(read('ecrTag'))).toMatchObject({ message: expect.stringContaining('999999999999') });
});
