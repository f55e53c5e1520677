/** The oracle of the scene `kubernetes` finds each fault that it should, and nothing in a story that went well. */
import { expect, test } from '@jest/globals';
import { judgeEnvironment } from '../../../sandbox/demo/kubernetesOracle.ts';
import { objectsIn, SLOW_JOB, seedEnvironment } from '../../../sandbox/demo/kubernetesSeed.ts';
import { type AskedOfCluster, SandboxCluster } from '../../../sandbox/kubernetes/server.ts';
import type { SunkMessage } from '../../../sandbox/mail/message.ts';

const RETENTION_MS = 20_000;
const NOTIFIED_AT = 1_000_000;
const DELETED_AT = NOTIFIED_AT + RETENTION_MS;

function mailOf(ids: readonly string[]): SunkMessage {
  const rows = ids.map((id) => `"object","${id}","prod","shop/prod","2026-11-23T12:00:00Z","http://keep/${id}"`);
  const content = ['"type","id","account","location","deletion_at","keep_url"', ...rows].join('\r\n');
  const attachments = [{ filename: 'resources.csv', contentType: 'text/csv', content }];
  return {
    text: '',
    html: '',
    receivedAt: NOTIFIED_AT,
    recipients: [],
    messageId: '',
    attachments,
  } as unknown as SunkMessage;
}

/** A request for an object, by its id in place of a path. */
function deletion(url: string, uid: string, change: Partial<AskedOfCluster> = {}): AskedOfCluster {
  const body = JSON.stringify({ preconditions: { uid, resourceVersion: '1' } });
  const request = { method: 'DELETE', url, body, status: 200, at: DELETED_AT };
  return { ...request, authorization: undefined, accept: undefined, impersonates: undefined, ...change };
}

/** The ids in an order that respects the required order of deletions. */
function inOrder(going: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const order: string[] = [];
  while (order.length < going.size) {
    const next = [...going].filter(([id, before]) => !order.includes(id) && before.every((one) => order.includes(one)));
    order.push(...next.map(([id]) => id));
  }
  return order;
}

function story(change: (requests: readonly AskedOfCluster[]) => readonly AskedOfCluster[] = (all) => all) {
  const seeded = seedEnvironment(new SandboxCluster());
  const ids = inOrder(seeded.going);
  const requests = change(ids.map((id) => deletion(id, seeded.all.get(id) as string)));
  const gone = new Set([...ids, ...seeded.withIt]);
  const now = new Map([...seeded.all].filter(([id]) => !gone.has(id)));
  const given = {
    seeded,
    now,
    requests,
    idOf: (path: string) => path,
    mails: [mailOf(ids)],
    retentionMs: RETENTION_MS,
  };
  return { given, seeded, found: () => judgeEnvironment(given).violations.map(({ what }) => what) };
}

const first = (change: Partial<AskedOfCluster>) =>
  story(([one, ...rest]) => [{ ...(one as AskedOfCluster), ...change }, ...rest]);

test('the environment has 120 objects, of which 26 go and four end with them', () => {
  const { seeded, found, given } = story();
  expect([seeded.all.size, seeded.going.size, seeded.withIt.size]).toEqual([120, 26, 4]);
  expect(found()).toEqual([]);
  expect(judgeEnvironment(given).deleted).toBe(26);
});

test('the cluster has exactly the objects of the seed', () => {
  const cluster = new SandboxCluster();
  const { all } = seedEnvironment(cluster);
  expect(objectsIn(cluster)).toEqual(all);
});

test('the oracle finds a deletion of an object that had to stay, by its request and by its absence', () => {
  const { seeded } = story();
  const id = [...seeded.kept.keys()][0] as string;
  const { given, seeded: own } = story((all) => [...all, deletion(id, 'u', { status: 403 })]);
  const now = new Map([...given.now].filter(([one]) => one !== id));
  expect(own.going.has(id)).toBe(false);
  expect(judgeEnvironment({ ...given, now }).violations.map(({ what }) => what)).toEqual([
    `${id} is gone, and had to stay`,
    `a deletion of ${id} was asked for, and it had to stay`,
  ]);
});

test.each<[string, Partial<AskedOfCluster>, RegExp]>([
  ['too soon after the mail', { at: DELETED_AT - 1 }, /before a mail about it was old enough/],
  ['without a uid', { body: '{"preconditions":{"resourceVersion":"1"}}' }, /without its uid/],
  ['without options', { body: '' }, /without its (uid|version)/],
  ['by another request', { method: 'PATCH' }, /PATCH .* was sent/],
])('the oracle finds a deletion %s', (_what, change, words) => {
  expect(
    first(change)
      .found()
      .some((what) => words.test(what)),
  ).toBe(true);
});

test('the oracle finds a deletion out of order', () => {
  const { found } = story((all) => all.toReversed());
  expect(found().some((what) => /Namespace\/\/batch was deleted before .*batch\/Job\/batch\/nightly/.test(what))).toBe(
    true,
  );
  expect(found().some((what) => what.includes(SLOW_JOB))).toBe(true);
});
