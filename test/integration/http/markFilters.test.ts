import { beforeAll, expect, test } from '@jest/globals';
import { workConfiguration } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, mark, siteForAll, startOperator } from './fixture.ts';

const GROUPS = configurationOf({ account: 'Dev', location: 'eu-west-1', resourceType: 'autoScalingGroup' });

const store = stateForAll();
const site = siteForAll(() => startOperator(store, { workConfigurations: () => [workConfiguration(), GROUPS] }));

beforeAll(async () => {
  await mark(store, 'ami-1', { name: 'Golden base', group: 'base' });
  await mark(store, 'ami-2', { name: 'nightly', entry: 'name=/^nightly/' });
  await mark(store, 'asg-1', { namespace: GROUPS.namespace, name: 'web <b>' });
});

test.each([
  ['q=golden', ['ami-1']],
  ['q=AMI-', ['ami-1', 'ami-2']],
  ['q=%3Cb%3E', ['asg-1']],
  ['q=.*', []],
  ['state=marked&q=ami-2', ['ami-2']],
  ['state=deleting', []],
  ['account=dev', ['asg-1']],
  ['location=EU-WEST-1', ['asg-1']],
  ['account=dev&location=us-east-1', []],
  ['group=base', ['ami-1']],
  ['entry=name%3D%2F%5Enightly%2F', ['ami-2']],
  ['entry=name%3D%2F%5Enightly%2F&sort=name', ['ami-2']],
  ['entry=nightly', []],
])('P10 the marks of ?%s are %j', async (query, ids) => {
  const answer = await fetch(`${site.url}/api/v1/marks?${query}`);
  const { items } = (await answer.json()) as { items: readonly { id: string }[] };
  expect(items.map(({ id }) => id).toSorted()).toEqual(ids);
});

test.each(['state=gone', 'q=', 'group=', 'entry='])('P12 ?%s is refused with its field', async (query) => {
  const answer = await fetch(`${site.url}/api/v1/marks?${query}`);
  const { errors } = (await answer.json()) as { errors: readonly { field: string }[] };
  expect([answer.status, errors.map(({ field }) => field)]).toEqual([400, [`query.${query.split('=')[0]}`]]);
});
