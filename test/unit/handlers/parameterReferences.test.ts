import { describe, expect, test } from '@jest/globals';
import type { Template } from '../../../src/handlers/aws/evidence/launches/launchTemplateApi.ts';
import {
  accountIn,
  imagesIn,
  referencesIn,
} from '../../../src/handlers/aws/evidence/references/parameterReferences.ts';

const A = 'ami-0123456789abcdef0';
const OLD = 'ami-1234abcd';
const ARN = 'arn:aws:ssm:us-east-1:222222222222:parameter/golden/web';

const template = (image: string | undefined): Template => ({
  id: 'lt-1',
  name: 'web',
  defaultVersion: 2,
  latestVersion: 2,
  versions: new Map([
    [1, { imageId: 'ami-1', names: [], inUserData: [] }],
    [
      2,
      {
        ...(image === undefined ? {} : { imageId: image }),
        names: [],
        inUserData: [],
      },
    ],
  ]),
});
const by = 'launch template lt-1 "web" version 2';

describe('names in a launch template instead of an image', () => {
  test.each([
    ['a name', 'resolve:ssm:golden', [{ name: 'golden', selector: undefined, by }]],
    ['a path and a version', 'resolve:ssm:/golden/web:3', [{ name: '/golden/web', selector: '3', by }]],
    ['a label', 'resolve:ssm:/golden/web:prod', [{ name: '/golden/web', selector: 'prod', by }]],
    ['an ARN', `resolve:ssm:${ARN}`, [{ name: ARN, selector: undefined, by }]],
    ['an ARN and a label', `resolve:ssm:${ARN}:prod`, [{ name: ARN, selector: 'prod', by }]],
    ['a parameter of AWS', 'resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023', []],
    ['one by its ARN', 'resolve:ssm:arn:aws:ssm:us-east-1::parameter/aws/service/ami-x/y', []],
    ['an image', A, []],
    ['nothing', undefined, []],
  ])('%s', (_what, image, expected) => {
    expect(referencesIn([template(image)])).toEqual(expected);
  });

  test('only an ARN shows whose it is', () => {
    expect([accountIn(ARN), accountIn('/golden/web')]).toEqual(['222222222222', undefined]);
  });
});

describe('A1 image ids in a value', () => {
  test.each([
    ['alone', A, [A]],
    ['of the old form', OLD, [OLD]],
    ['in a list', `${A},${OLD}`, [A, OLD]],
    ['in JSON', JSON.stringify({ us: { ami: A }, eu: [OLD] }), [A, OLD]],
    ['in JSON in JSON', JSON.stringify({ text: JSON.stringify({ ami: A }) }), [A]],
    ['in an ARN', `arn:aws:ec2:us-east-1::image/${A}`, [A]],
    ['in lines', `web=${A}\napi=${OLD}\n`, [A, OLD]],
    ['beside an underscore', `golden_${A}_x`, [A]],
    ['in capitals', A.toUpperCase(), [A]],
    ['twice', `${A} ${A}`, [A]],
    ['none', 'ami-golden, ami-12, xami-1234abcd', []],
  ])('%s', (_where, value, expected) => {
    expect(imagesIn(value)).toEqual(expected);
  });
});
