/** Law 1 for an account of AWS Organizations: which regions it has is evidence too, and can be lost like any other. */
import { beforeAll, expect, test } from '@jest/globals';
import type { Account } from '../../../src/core/policy/workConfiguration.ts';
import { OTHER, OWN, verdictsOf } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';

const IMAGE = 'ami-00000000000000001';
const ELSEWHERE = { account: OTHER.account, region: 'eu-west-1' };
const LONG_AGO = new Date('2020-01-01T00:00:00Z');
const WANTED = 'when: [{ rule: unused }], keepNewest: off';

const surveyed = surveyedForAll();
beforeAll(async () => {
  const { control } = surveyed.sandbox;
  control.addImages(OWN, [{ ImageId: IMAGE, CreationDate: LONG_AGO.toISOString() }]);
  control.addParameters(ELSEWHERE, [{ name: '/golden/web', versions: [{ value: IMAGE }] }]);
});

/** An image that only a parameter in another region of another account names. */
const plan = (other: Partial<Account>) =>
  surveyed.plan(`type: image, ${WANTED}, evidence: { sharing: check, ssm: { paths: [/golden] } }`, {
    afresh: true,
    other,
  });

test('A15 a parameter in another region of another account keeps the image that it names', async () => {
  const planned = await plan({ locations: ['us-east-1', 'eu-west-1'] });
  expect(verdictsOf(planned).get(IMAGE)).toBe('keep');
});

test('A15 law 1 the regions of that account cannot be read → unknown, and the account is named once', async () => {
  const planned = await plan({ locations: [], regionsUnread: true });
  expect(verdictsOf(planned).get(IMAGE)).toBe('unknown');
  expect(planned.status).toBe('incomplete');
  expect(planned.problem?.match(/ec2:DescribeRegions/g)).toHaveLength(1);
  expect(planned.problem).toMatch(
    /^.{0,99}ssmParameters, .{0,200} could not be read in other\/other regions: the regions of account other could not be read/,
  );
});

test('A15 law 1 an account that is not worked on any more is asked in the regions that it had', async () => {
  const planned = await plan({ locations: [], usedIn: ['us-east-1', 'eu-west-1'] });
  expect(verdictsOf(planned).get(IMAGE)).toBe('keep');
});

test('A15 law 1 an image pipeline in an unknown region may use a launch template → the template is unknown', async () => {
  const { control } = surveyed.sandbox;
  const seed = { LaunchTemplateName: 'web', CreateTime: LONG_AGO, versions: [{}] };
  const [template = ''] = control.addLaunchTemplates(OWN, [seed]);
  const entry = 'type: launchTemplate, when: [{ rule: unused }]';
  const verdictWith = async (other: Partial<Account>) =>
    verdictsOf(await surveyed.plan(entry, { afresh: true, other })).get(template);
  expect(await verdictWith({})).toBe('candidate');
  expect(await verdictWith({ locations: [], regionsUnread: true })).toBe('unknown');
});
