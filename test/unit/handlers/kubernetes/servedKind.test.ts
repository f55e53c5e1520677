/** The kinds whose objects Holystone lists and deletes. */
import { expect, test } from '@jest/globals';
import {
  type Discovered,
  deletableKinds,
  type ServedKind,
  servedAs,
} from '../../../../src/handlers/kubernetes/calls/servedKind.ts';

const kindIn = (group: string, kind: string, verbs = ['list', 'delete']): ServedKind => ({
  ...{ group, kind, verbs, version: 'v1', isNamespaced: true },
  resource: `${kind.toLowerCase()}s`,
});
const discovered = (kinds: readonly ServedKind[], unread: readonly string[] = []): Discovered => ({
  kinds,
  unread: new Map(unread.map((group) => [group, 'it does not answer'])),
});
const groupsOf = (kinds: readonly ServedKind[]) => kinds.map(({ group }) => group);
const DEPLOYMENT = { group: 'apps', kind: 'Deployment' };

test.each([
  ['the canonical group first', ['apps', 'extensions']],
  ['the older group first', ['extensions', 'apps']],
])('Q4 two groups serve the same objects, %s → they are listed once, under the canonical group', (_order, groups) => {
  const found = discovered(groups.map((group) => kindIn(group, 'Deployment')));
  expect(groupsOf(deletableKinds(found))).toEqual(['apps']);
  expect(servedAs(found, DEPLOYMENT)?.group).toBe('apps');
});

test('Q4 only the older group serves the objects → they are listed there, and found by their canonical name', () => {
  const found = discovered([kindIn('extensions', 'Deployment')]);
  expect(groupsOf(deletableKinds(found))).toEqual(['extensions']);
  expect(servedAs(found, DEPLOYMENT)?.group).toBe('extensions');
});

test.each<[string, Discovered]>([
  ['that cannot be listed', discovered([kindIn('apps', 'Deployment', ['get', 'delete'])])],
  ['that cannot be deleted', discovered([kindIn('apps', 'Deployment', ['get', 'list'])])],
  ['of a group that does not answer', discovered([kindIn('apps', 'Deployment')], ['apps'])],
])('Q4 law 1 a kind %s is not among the deletable ones, and its objects are not known', (_what, found) => {
  expect(deletableKinds(found)).toEqual([]);
  expect(servedAs(found, DEPLOYMENT)).toBeUndefined();
});

test('Q4 a kind that Kubernetes makes and ends itself is never listed', () => {
  expect(
    deletableKinds(discovered([kindIn('', 'Endpoints'), kindIn('', 'ConfigMap')])).map(({ kind }) => kind),
  ).toEqual(['ConfigMap']);
});
