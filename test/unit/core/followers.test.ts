import { describe, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { DigestRow } from '../../../src/core/notice/digest.ts';
import { toldMarks } from '../../../src/core/notice/toldMarks.ts';
import { toldRows } from '../../../src/core/notice/toldRows.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';

const IMAGES = 'aws:test:us-east-1:image' as Namespace;
const SNAPSHOTS = 'aws:test:us-east-1:snapshot' as Namespace;
const stay = (...names: string[]) => ({ code: 'snapshotsStay', values: { names, more: 0 } }) as const;

const image = (id: string, more: Partial<DigestRow> = {}): DigestRow => ({
  ...{
    namespace: IMAGES,
    id,
    generation: 'g',
    name: id,
    resourceType: 'image',
    account: 'test',
    location: 'us-east-1',
  },
  reasons: ['its snapshots stay: snap-1, snap-2'],
  because: [stay('snap-1', 'snap-2')],
  monthlyCost: { amount: 3, upTo: true, stays: true },
  ...{ deletionAt: 5, timeZone: 'UTC' },
  ...more,
});
const snapshot = (id: string, ids: readonly string[], more: Partial<DigestRow> = {}): DigestRow => ({
  ...image(id),
  ...{ namespace: SNAPSHOTS, resourceType: 'snapshot', reasons: ['it was made for it'], because: [] },
  ...{ monthlyCost: { amount: 1, upTo: true }, follows: { namespace: IMAGES, ids } },
  ...more,
});

describe('A36 toldRows', () => {
  test('a snapshot is told in the row of its image, with one cost, and its other snapshots stay', () => {
    const [row, ...others] = toldRows([snapshot('snap-1', ['ami-1']), image('ami-1')]);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ id: 'ami-1', followers: ['snap-1'], monthlyCost: { amount: 1, upTo: true } });
    expect(row?.reasons).toEqual([
      'its snapshot is deleted after it: snap-1; the others stay, unless they have a notice of their own: snap-2',
    ]);
  });

  test('a snapshot of several images is told once, in the first row that has one of them', () => {
    const rows = toldRows([image('ami-2'), image('ami-1'), snapshot('snap-1', ['ami-0', 'ami-1', 'ami-2'])]);
    expect(rows.map(({ id, followers }) => [id, followers])).toEqual([
      ['ami-2', undefined],
      ['ami-1', ['snap-1']],
    ]);
  });

  test.each<[string, Partial<DigestRow>, Partial<DigestRow>]>([
    ['a reminder of one of them', { reminder: true }, {}],
    ['another stage', {}, { notifyOnly: true }],
    ['a later date of the image', { deletionAt: 6 }, {}],
    ['a later date of the snapshot', {}, { deletionAt: 6 }],
    ['the image is in quarantine first', { quarantine: { deletionAt: 7 } }, {}],
    ['the image is in another message', { id: 'ami-9' }, {}],
    ['the image is in another place', { namespace: 'aws:test:eu-west-1:image' as Namespace }, {}],
  ])('%s: both have their rows', (_name, ofImage, ofSnapshot) => {
    const rows = [image('ami-1', ofImage), snapshot('snap-1', ['ami-1'], ofSnapshot)];
    expect(toldRows(rows)).toEqual(rows);
  });

  test('no figure of a snapshot is known: the row has none, and not that of what stays', () => {
    const { monthlyCost: _cost, ...unknown } = snapshot('snap-1', ['ami-1']);
    expect(toldRows([image('ami-1'), unknown])[0]).not.toHaveProperty('monthlyCost');
  });

  test('more than five: the row names five and counts the rest', () => {
    const ids = ['1', '2', '3', '4', '5', '6', '7'].map((one) => `snap-${one}`);
    const leader = image('ami-1', {
      reasons: ['its snapshots stay: snap-1, snap-2, snap-3, snap-4, snap-5 and 3 more'],
      because: [{ code: 'snapshotsStay', values: { names: ids.slice(0, 5), more: 3 } }],
    });
    const [row] = toldRows([leader, ...ids.map((id) => snapshot(id, ['ami-1']))]);
    expect(row?.because).toEqual([
      {
        code: 'snapshotsFollow',
        values: { go: { names: ids.slice(0, 5), more: 2 }, others: { names: [], more: 1 } },
      },
    ]);
  });
});

test('A36 toldMarks: of two owners each has a row', () => {
  const mark = (namespace: Namespace, id: string, owner: string, waitsFor?: Mark['waitsFor']): Mark => ({
    ...{ namespace, id, identity: id, generation: 'g', revision: 1, state: 'noticed', ownerVia: 'tag', owner },
    ...{ markedAt: 0, projectedDeletionAt: 5, attempts: 0, reasons: ['nothing uses it'] },
    resource: { name: id, note: stay('snap-1') },
    ...(waitsFor ? { waitsFor } : {}),
  });
  const waits = [{ type: 'image', id: 'ami-1', by: 'image ami-1', findings: {} }];
  const told = (owner: string) =>
    toldMarks([mark(IMAGES, 'ami-1', 'ann'), mark(SNAPSHOTS, 'snap-1', owner, waits)], (namespace) =>
      namespace === SNAPSHOTS ? IMAGES : undefined,
    ).map(({ id, reasons }) => [id, reasons]);
  expect(told('ann')).toEqual([['ami-1', ['nothing uses it', 'its snapshot is deleted after it: snap-1']]]);
  expect(told('bob').map(([id]) => id)).toEqual(['ami-1', 'snap-1']);
});
