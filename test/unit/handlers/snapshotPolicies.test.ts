import { describe, expect, test } from '@jest/globals';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import { ConfigurationError } from '../../../src/core/common/errors.ts';
import type { SourcedFinding } from '../../../src/core/common/finding.ts';
import type { Facts, Row } from '../../../src/core/evaluation/rule.ts';
import { QUARANTINE_TAG } from '../../../src/core/mark/quarantine.ts';
import { inEnglish } from '../../../src/core/reason/english.ts';
import type { Prices } from '../../../src/core/resource/prices.ts';
import { LAST_IMAGE_TAG } from '../../../src/handlers/aws/resources/lastImages.ts';
import type { SnapshotResource } from '../../../src/handlers/aws/resources/snapshot.ts';
import { imageOf } from '../../../src/handlers/aws/resources/snapshotProvenance.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';

const VOLUME = 'vol-0123456789abcdef0';
const IMAGE = 'ami-0123456789abcdef0';
const NOW = Date.parse('2026-06-01T00:00:00Z');
const DAY = 24 * 3_600_000;
const parametersOf = (given: object = {}) => snapshot.parameters.parse(given);

const aSnapshot = (change: Partial<SnapshotResource> = {}): SnapshotResource => ({
  id: 'snap-1',
  identity: 'snap-1@x',
  name: '',
  tags: {},
  aliases: ['snap-1'],
  state: 'completed',
  storageTier: 'standard',
  volumeId: VOLUME,
  createdAt: new Date(NOW - 100 * DAY),
  ...change,
});

describe('for which image it was made', () => {
  const created = `Created by CreateImage(i-083b9dd1234567890) for ${IMAGE}`;
  const task = Date.parse('2024-01-02T00:00:00Z');
  const copied = `Copied for DestinationAmi ${IMAGE} from SourceAmi ami-1234abcd for SourceSnapshot snap-1234abcd. Task created on ${task.toLocaleString('en-US')}.`;
  const at = (ms: number) => new Date(task + ms);

  test.each([
    ['CreateImage', { Description: created, VolumeId: VOLUME }],
    ['CreateImage, as it wrote before', { Description: `${created} from ${VOLUME}`, VolumeId: VOLUME }],
    ['CopyImage', { Description: copied, VolumeId: 'vol-ffffffff', StartTime: at(60_000) }],
    [
      'CopyImage, with the longer id',
      { Description: copied, VolumeId: `vol-${'f'.repeat(17)}`, StartTime: at(60_000) },
    ],
  ])('A2 what %s writes → that one', (_what, made) => {
    expect(imageOf(made)).toBe(IMAGE);
  });

  test.each([
    ['no description', { VolumeId: VOLUME }],
    ["a backup's", { Description: 'before the update', VolumeId: VOLUME }],
    ["a CSI snapshot's", { Description: 'Created by AWS EBS CSI driver for volume vol-1', VolumeId: VOLUME }],
    ['a copy of one that CreateImage made, description and all', { Description: created, VolumeId: 'vol-ffffffff' }],
    ['of another volume than it says', { Description: `${created} from vol-1234abcd`, VolumeId: VOLUME }],
    ['without a volume', { Description: created }],
    ['more than CreateImage writes', { Description: `${created} (do not delete)`, VolumeId: VOLUME }],
    ['less than CreateImage writes', { Description: `backup of ${created}`, VolumeId: VOLUME }],
    ['a copy of one that CopyImage made', { Description: copied, VolumeId: 'vol-ffffffff', StartTime: at(2 * DAY) }],
    [
      'a copy of one that CopyImage made, for another region within the hour',
      { Description: copied, VolumeId: 'vol-ffffffff', StartTime: at(40 * 60_000) },
    ],
    ['of a volume, and said to be a copy', { Description: copied, VolumeId: VOLUME, StartTime: at(0) }],
    ['a copy without a date', { Description: copied, VolumeId: 'vol-ffffffff' }],
    [
      'a copy whose task has no date',
      { Description: copied.replace(/ Task.*/, ''), VolumeId: 'vol-ffffffff', StartTime: at(0) },
    ],
    [
      'what the console writes for a copy',
      { Description: `[Copied snap-1 from us-east-1] ${created}`, VolumeId: 'vol-ffffffff' },
    ],
  ])('A2 %s → unknown', (_what, made) => {
    expect(imageOf(made)).toBeUndefined();
  });
});

describe('the rule unused', () => {
  const place = { account: 'test', location: 'us-east-1' };
  const finding = (change: Partial<SourcedFinding>): SourcedFinding => ({
    alias: 'snap-1',
    says: 'gone',
    by: `image ${IMAGE}`,
    byId: IMAGE,
    source: 'backedImage',
    place,
    ...change,
  });
  const [rule] = snapshot.rules;
  const says = (change: Partial<SnapshotResource>, facts: Partial<Facts>) => {
    const reason = rule?.matches(aSnapshot(change), {}, { now: NOW, findings: [], ...facts });
    return reason && inEnglish(reason);
  };
  const made = { backedImage: IMAGE };

  test('A2 made for an image that is gone, and used by nothing → nominated', () => {
    expect(says(made, { findings: [finding({})] })).toBe(
      `it was made for the image ${IMAGE}, which is gone, and nothing uses it`,
    );
  });

  test.each<[string, Partial<SnapshotResource>, Partial<Facts>]>([
    ['a backup', {}, {}],
    ['a backup, beside something that is gone', {}, { findings: [finding({})] }],
    ['its image is not known to be gone', made, {}],
    ['another image is gone', made, { findings: [finding({ byId: 'ami-1234abcd' })] }],
    ['something uses it', made, { findings: [finding({}), finding({ says: 'used', by: 'image ami-2' })] }],
    ['a backup, before its image was asked about', {}, { isFirstLook: true }],
  ])('A2 Law 2 %s → not nominated', (_what, change, facts) => {
    expect(says(change, facts)).toBeUndefined();
  });

  test('before its image was asked about it stands', () => {
    expect(says(made, { isFirstLook: true })).toBeDefined();
  });
});

describe('safeguards', () => {
  const keeps = (change: Partial<SnapshotResource>, given: object = {}) =>
    snapshot.safeguards.flatMap(
      (one) => one.keeps(aSnapshot(change), parametersOf(given), { now: NOW, findings: [] }) ?? [],
    );

  test('an ordinary snapshot is kept by none', () => {
    expect(keeps({ description: 'Created by CreateImage(i-1) for ami-1', tags: { Name: 'x' } })).toEqual([]);
  });

  test.each<[string, Partial<SnapshotResource>, string]>([
    ['being made', { state: 'pending' }, 'its state is pending'],
    ['being copied', { state: 'pending', transferType: 'time-based' }, 'its state is pending (a time-based copy)'],
    ['failed', { state: 'error' }, 'its state is error'],
    ['in the Recycle Bin', { state: 'recoverable' }, 'its state is recoverable'],
    ['in the archive', { storageTier: 'archive' }, 'its storage tier is archive'],
    [
      'out of the archive for a while',
      { restoreExpiryTime: '2026-07-01T00:00:00.000Z' },
      'it is out of the archive until 2026-07-01T00:00:00.000Z',
    ],
    ['of AWS Backup, by its tag', { tags: { 'aws:backup:source-resource': 'x' } }, 'managed-by:backup'],
    [
      'of AWS Backup, by its description',
      { description: 'This snapshot is created by the AWS Backup service.' },
      'managed-by:backup',
    ],
    ['of DLM, by its tag', { tags: { 'aws:dlm:lifecycle-policy-id': 'policy-1' } }, 'managed-by:dlm'],
    [
      'of DLM, by its description',
      { description: 'Created for policy: policy-0abc schedule: daily' },
      'managed-by:dlm',
    ],
    ['of CSI, by its tag', { tags: { CSIVolumeSnapshotName: 'x' } }, 'managed-by:csi'],
    [
      'of CSI, by its description',
      { description: 'Created by AWS EBS CSI driver for volume vol-1' },
      'managed-by:ebs-csi',
    ],
    ['of a stateful node of Spot', { tags: { 'spotinst:aws:ec2:group:createdBy': 'x' } }, 'managed-by:spot'],
    ['of Crossplane', { tags: { 'crossplane-kind': 'volume.ec2.aws.upbound.io' } }, 'managed-by:crossplane'],
    ['of Cast AI', { tags: { 'cast:managed-by': 'cast.ai' } }, 'managed-by:castai'],
    ['of Coder', { tags: { Coder_Provisioned: 'true' } }, 'managed-by:coder'],
    ['of BOSH', { tags: { director: 'prod', deployment: 'cf' } }, 'managed-by:bosh'],
    ['of Velero', { tags: { 'velero.io/backup': 'nightly' } }, 'managed-by:velero'],
    ['of CloudFormation', { tags: { 'aws:cloudformation:stack-id': 'x' } }, 'managed-by:cloudformation'],
    ['of DRS', { tags: { AWSElasticDisasterRecoveryManaged: 'x' } }, 'managed-by:drs'],
  ])('%s → kept', (_what, change, reason) => {
    expect(keeps(change)).toEqual([reason]);
  });

  test('A118 the last one of a volume that Holystone deleted → kept; those of a last image go with the image', () => {
    const last = { [QUARANTINE_TAG]: '2026-05-30T00:00:00Z' };
    expect(keeps({ tags: last })).toEqual([`it is the last snapshot of ${VOLUME}, which only people delete`]);
    expect(keeps({ tags: { ...last, [LAST_IMAGE_TAG]: 'i-1' } })).toEqual([]);
  });

  test('an unknown state or tier → kept', () => {
    const { state: _state, storageTier: _tier, ...unknown } = aSnapshot();
    const reasons = snapshot.safeguards.flatMap(
      (one) => one.keeps(unknown, parametersOf(), { now: NOW, findings: [] }) ?? [],
    );
    expect(reasons).toEqual(['its storage tier is not known', 'its state is not known']);
  });

  test('managers whose snapshots are cleaned all the same are named in the entry', () => {
    expect(keeps({ tags: { 'velero.io/backup': 'x' } }, { manageOwned: ['velero'] })).toEqual([]);
  });
});

describe('sets', () => {
  const policyOf = (name: string) => {
    const found = snapshot.setPolicies?.find((one) => one.name === name);
    if (!found) throw new Error(`no set policy ${name}`);
    return found;
  };
  const kept = (name: string, all: readonly SnapshotResource[], given: object = {}) => {
    const policy = policyOf(name);
    const rows = all.map((one) => policy.row(one, parametersOf(given))).filter((row): row is Row => row !== undefined);
    return [...policy.keep(rows, parametersOf(given)).keys()].toSorted();
  };
  const old = (id: string, days: number, change: Partial<SnapshotResource> = {}) =>
    aSnapshot({ id, createdAt: new Date(NOW - days * DAY), ...change });
  const copy = (id: string, days: number): SnapshotResource => {
    const { volumeId: _none, ...rest } = old(id, days);
    return rest;
  };

  test('the newest backup of each volume is kept', () => {
    const all = [old('a', 3), old('b', 1), old('c', 2), old('d', 9, { volumeId: 'vol-2' })];
    expect(kept('keepLast', all)).toEqual(['b', 'd']);
    expect(kept('keepLast', all, { keepLast: 2 })).toEqual(['b', 'c', 'd']);
  });

  test('every copy is kept: all have the volume vol-ffffffff, and are no family', () => {
    expect(kept('keepLast', [copy('a', 1), copy('b', 2)])).toEqual(['a', 'b']);
  });

  test('a snapshot that cannot be restored, or was made for an image, takes no place of a backup', () => {
    const all = [
      old('pending', 1, { state: 'pending' }),
      old('failed', 1, { state: 'error' }),
      old('of an image', 1, { backedImage: IMAGE }),
      old('backup', 50),
      old('older', 60),
    ];
    expect(kept('keepLast', all)).toEqual(['backup']);
  });

  test('the newest of each name stem, or of each value of a tag; without one by its volume', () => {
    const db = { name: 'db-2026-01-01' };
    const all = [old('a', 1, db), old('b', 2, { name: 'db-2026-02-02' }), old('c', 3), { ...copy('d', 4), name: '' }];
    expect(kept('keepNewest', all, { keepNewest: { count: 1, by: 'namePrefix' } })).toEqual(['a', 'c', 'd']);
    const tagged = [old('a', 1, { tags: { app: 'x' } }), old('b', 2, { tags: { app: 'x' } }), old('c', 3), old('d', 4)];
    expect(kept('keepNewest', tagged, { keepNewest: { count: 1, by: 'tag:app' } })).toEqual(['a', 'c']);
  });

  test('A128 a copy is as old as its copying: it takes no place of newer data, and the newest copies stay as well', () => {
    const db = { tags: { app: 'db' }, name: 'db' };
    const all = [
      old('newest data', 30, db),
      old('older', 60, db),
      ...[1, 2].map((n) => ({ ...copy(`${n}`, n), ...db })),
    ];
    for (const by of ['tag:app', 'namePrefix']) {
      expect(kept('keepNewest', all, { keepNewest: { count: 1, by } })).toEqual(['1', 'newest data']);
    }
  });

  test('A118 the last one of a volume that Holystone deleted takes no place among backups of others', () => {
    const last = { name: 'last of vol-2', volumeId: 'vol-2', tags: { app: 'x', [QUARANTINE_TAG]: '2026-05-30' } };
    const all = [old('last', 1, last), old('a', 2, { tags: { app: 'x' } }), old('b', 3, { tags: { app: 'x' } })];
    expect(kept('keepNewest', all, { keepNewest: { count: 1, by: 'tag:app' } })).toEqual(['a', 'last']);
  });

  test('are only on where something other than `unused` nominates', () => {
    const on = (when: string[][], given: object = {}) =>
      (snapshot.setPolicies ?? []).filter((one) => one.enabled(parametersOf(given), when)).map(({ name }) => name);
    const both = { keepNewest: { by: 'namePrefix' } };
    expect([
      on([['unused'], ['unused', 'age']], both),
      on([['unused'], ['age']], both),
      on([['age']], { keepLast: 'off' }),
    ]).toEqual([[], ['keepLast', 'keepNewest'], []]);
  });
});

describe('the requests of an entry', () => {
  const load = (entry: string) => {
    const text = `
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1, eu-west-1] }]
cleanup:
  - type: snapshot
    ${entry}
`;
    try {
      return loadConfiguration({ text, file: 'h.yaml' }, { env: {}, handlers }).workConfigurations.length;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      return error.problems.map(({ line, message }) => `${line}: ${message}`);
    }
  };
  const WHY =
    'this may select backups (a snapshot that was not made for an image is a backup, which `unused` never selects), so it needs';

  test.each([
    ['unused alone', 'when: [{ rule: unused }]'],
    ['unused with more', 'when: [{ all: [{ rule: unused }, { rule: attribute, where: { encrypted: false } }] }]'],
    [
      'age with an allowlist',
      'when: [{ rule: unused }, { rule: age, moreThan: 365d }]\n    only: [{ tag: { app: x } }]',
    ],
    [
      'expired with age',
      'when: [{ all: [{ rule: expired }, { rule: age, moreThan: 30d }] }]\n    only: [{ tag: { app: x } }]',
    ],
    [
      'age with keepNewest',
      'when: [{ rule: age, moreThan: 365d }]\n    only: [{ tag: { app: x } }]\n    keepLast: off\n    keepNewest: { by: namePrefix }',
    ],
    [
      'a gone volume with age, its last backup included',
      'when: [{ all: [{ rule: volumeGone }, { rule: age, moreThan: 90d }] }]\n    only: [{ tag: { app: x } }]\n    keepLast: off',
    ],
  ])('%s → allowed', (_what, entry) => {
    expect(load(entry)).toBe(2);
  });

  test('A2 backups without an allowlist, without their age, without a set policy → each is said, at its place, once', () => {
    expect(load('when: [{ rule: unused }, { rule: age, moreThan: 90d }]')).toEqual([
      `5: cleanup[0].when[1]: ${WHY} an allowlist (\`only\`) that says which backups may be deleted`,
    ]);
    for (const all of [
      '{ name: "/.*/" }',
      '{ account: "*" }',
      '{ tag: { app: x } }, { attribute: { id: "/^snap-|^.+$/" } }',
    ])
      expect(load(`when: [{ rule: age, moreThan: 90d }]\n    only: [${all}]`)).toEqual([
        `5: cleanup[0].when[0]: ${WHY} an allowlist (\`only\`) that says which backups may be deleted`,
      ]);
    expect(load('when: [{ rule: expired }]\n    only: [{ tag: { app: x } }]')).toEqual([
      `5: cleanup[0].when[0]: ${WHY} the rule \`age\` in the same element (\`all: [{ rule: age, moreThan: 90d }, …]\`)`,
    ]);
    expect(load('when: [{ rule: age, moreThan: 90d }]\n    only: [{ tag: { app: x } }]\n    keepLast: off')).toEqual([
      `5: cleanup[0].when[0]: ${WHY} \`keepLast\` or \`keepNewest\`, which keep the last ones`,
    ]);
    expect(load('when: [{ rule: volumeGone }]')).toEqual([
      expect.stringMatching(/the rule `age` in the same element .*, and an allowlist/),
    ]);
    expect(load('when: [{ rule: volumesGone }]')).toEqual([expect.stringContaining('did you mean "volumeGone"?')]);
    expect(load('when: [{ rule: attribute, where: { encrypted: false } }]')).toEqual([
      expect.stringMatching(/the rule `age` .*, and an allowlist/),
    ]);
  });
});

describe('the cost of a snapshot', () => {
  const prices: Prices = {
    currency: 'USD',
    date: '2026-01-01',
    of: (item) => ({ 'ebs.snapshot.gibibyte': 0.05, 'ebs.snapshotArchive.gibibyte': 0.0125 })[item],
  };
  const cost = (change: Partial<SnapshotResource>, of = prices) => snapshot.monthlyCost?.(aSnapshot(change), of);

  test('A13 up to the price of all its blocks, else of its volume', () => {
    expect([cost({ volumeSize: 100, fullSnapshotSizeInBytes: 10 * 1024 ** 3 }), cost({ volumeSize: 100 })]).toEqual([
      { amount: 0.5, upTo: true },
      { amount: 5, upTo: true },
    ]);
  });

  test('A13 in the archive at its price; without a size or a price nobody can say', () => {
    expect(cost({ volumeSize: 100, storageTier: 'archive' })).toEqual({ amount: 1.25, upTo: true });
    expect([cost({}), cost({ volumeSize: 100 }, { ...prices, of: () => undefined })]).toEqual([undefined, undefined]);
  });
});
