import { describe, expect, test } from '@jest/globals';
import type { Reason } from '../../../src/core/common/reason.ts';
import type { Facts } from '../../../src/core/evaluation/rule.ts';
import { inEnglish, wordsIn } from '../../../src/core/reason/english.ts';
import type { Absence } from '../../../src/core/resource/absence.ts';
import { toVolume, type VolumeResource } from '../../../src/handlers/aws/resources/volume.ts';
import { volume } from '../../../src/handlers/aws/types/volume/handler.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { problemsOf } from '../config/load.ts';

const OWNED = { 'kubernetes.io/cluster/shop': 'owned' };
const CLAIM = {
  'kubernetes.io/created-for/pvc/name': 'data-web-0',
  'kubernetes.io/created-for/pvc/namespace': 'shop',
  'kubernetes.io/created-for/pv/name': 'pvc-1',
};
const CSI = { 'ebs.csi.aws.com/cluster': 'true', CSIVolumeName: 'pvc-1', KubernetesCluster: 'shop' };
const LEFT = { ...OWNED, ...CLAIM, ...CSI };
const gone: Absence = { alias: 'cluster/shop', by: 'cluster shop', forMs: 2 * DAY, wasSeen: true };
const TAKEN_OVER = { manageOwned: ['ebs-csi'] };

type Tags = Readonly<Record<string, string>>;
function judged(tags: Tags, given: object = TAKEN_OVER, absences: readonly Absence[] = [gone]) {
  const parameters = volume.parameters.parse(given);
  const subject = resource('vol-1', { state: 'available', tags }) as VolumeResource;
  const facts: Facts = { now: NOW, findings: [], absences, rules: ['clusterGone'] };
  const keeps = volume.safeguards.flatMap((safeguard) => safeguard.keeps(subject, parameters, facts) ?? []);
  const nominates = volume.rules.map((rule) => rule.matches(subject, {}, facts, parameters)).find((why) => why);
  return { keeps: keeps.join(), nominates: nominates && inEnglish(nominates) };
}

describe('C16 volumes of a gone cluster', () => {
  test.each<[string, Tags]>([
    ['the driver, with the claim', LEFT],
    ['the provisioner of Kubernetes itself', { ...OWNED, ...CLAIM }],
    ['the driver, without the claim', { ...OWNED, ...CSI }],
  ])('C16 an entry with manageOwned: [ebs-csi] selects a volume that was tagged by %s', (_who, tags) => {
    expect(judged(tags)).toEqual({
      keeps: '',
      nominates: 'cluster shop is gone: no survey has found it for 2 days',
    });
  });

  test.each([{}, { manageOwned: ['kubernetes'] }, { manageOwned: ['csi'] }])(
    'C16 an entry without that key keeps it, and says what is missing: %p',
    (given) => {
      const { keeps, nominates } = judged(LEFT, given);
      expect(nominates).toBeUndefined();
      expect(keeps).toMatch(
        /^managed-by:.*; clusterGone selects it only with manageOwned: \[ebs-csi\] and quarantine$/,
      );
    },
  );

  test('C16 an entry that also takes over the other managers selects none without the key', () => {
    expect(judged(LEFT, { manageOwned: ['kubernetes', 'csi'] }).nominates).toBeUndefined();
  });

  test.each<[string, Tags]>([
    ['no claim asked for it: the disk of a node', OWNED],
    ['the tags say whose claim, not which', { ...OWNED, 'kubernetes.io/created-for/pvc/namespace': 'shop' }],
    ['the tags say which claim, not whose', { ...OWNED, 'kubernetes.io/created-for/pvc/name': 'data' }],
    ['the claim has an empty name', { ...LEFT, 'kubernetes.io/created-for/pvc/name': '' }],
    ['the claim has no possible name', { ...LEFT, 'kubernetes.io/created-for/pvc/name': 'Data web' }],
    ['the namespace has no possible name', { ...LEFT, 'kubernetes.io/created-for/pvc/namespace': 'a.b' }],
    ['the tag of the driver says something else', { ...LEFT, 'ebs.csi.aws.com/cluster': 'TRUE' }],
    ['two tags disagree about the name of the volume', { ...LEFT, CSIVolumeName: 'pvc-2' }],
    ['two tags disagree about the cluster', { ...LEFT, KubernetesCluster: 'blog' }],
    ['the cluster only shares it', { ...LEFT, 'kubernetes.io/cluster/shop': 'shared' }],
    ['no tag names a cluster as its owner', { ...CLAIM, ...CSI }],
    ['another manager has a tag on it', { ...LEFT, 'velero.io/backup': 'nightly' }],
    ['a tag opts out of the collection', { ...LEFT, 'aws.cluster.x-k8s.io/external-resource-gc': 'false' }],
    [
      'a tag lists the kinds to collect, and volumes have no word there',
      { ...LEFT, 'aws.cluster.x-k8s.io/external-resource-tasks-gc': 'load-balancer' },
    ],
  ])('C16 it stays when %s', (_why, tags) => {
    const { keeps, nominates } = judged(tags);
    expect([nominates === undefined, keeps].join()).toMatch(/^true|managed-by:velero/);
    expect(keeps).toContain('managed-by:');
  });

  test('C6 a cluster of its name in any VPC keeps it: a volume is in none', () => {
    expect(judged(LEFT, TAKEN_OVER, [{ ...gone, alias: 'cluster/shop@vpc-1' }]).nominates).toBeUndefined();
    expect(judged(LEFT, TAKEN_OVER, []).keeps).toContain('managed-by:');
  });

  test('C1 the tag of the driver that names the cluster counts with `ownerTags`', () => {
    const tags = { ...CLAIM, 'ebs.csi.aws.com/cluster-name': 'shop' };
    expect(judged(tags).nominates).toBeUndefined();
    expect(judged(tags, { ...TAKEN_OVER, clusters: { ownerTags: true } }).nominates).toContain('cluster shop is gone');
  });
});

describe('C16 the owner is notified', () => {
  const note = (tags: Tags) =>
    toVolume({
      VolumeId: 'vol-1',
      Size: 8,
      VolumeType: 'gp3',
      Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    })?.note as Reason;

  test('C16 the namespace and the name of the claim, in English and German', () => {
    expect(inEnglish(note(LEFT))).toBe(
      'it was made for the claim shop/data-web-0; its data goes with it (8 GiB gp3); snapshots of it stay',
    );
    expect(wordsIn(catalogueOf('de').reasons, note(LEFT))).toBe(
      'sie wurde für den Claim shop/data-web-0 angelegt; ihre Daten werden mit gelöscht (8 GiB gp3); Snapshots davon bleiben',
    );
  });

  test('C16 nothing about a claim that the tags do not name', () => {
    for (const tags of [{}, { ...OWNED, ...CSI }, { ...LEFT, CSIVolumeName: 'x' }])
      expect(inEnglish(note(tags))).toMatch(/^its data/);
  });

  test('C10 in one group with everything else of its cluster', () => {
    const read = toVolume({ VolumeId: 'vol-1', Tags: [{ Key: 'kubernetes.io/cluster/shop', Value: 'owned' }] });
    expect(read).toMatchObject({
      group: 'cluster/shop',
      aliases: expect.arrayContaining(['vol-1', 'cluster/shop', 'keptCluster/cluster/shop']),
    });
  });
});

describe('C16 the configuration', () => {
  const problemsIn = (entry: string) =>
    problemsOf(
      `accounts: [{ name: test, provider: aws, id: "111111111111", readRole: "arn:aws:iam::111111111111:role/r", locations: [us-east-1] }]\ncleanup: [{ type: volume, accounts: [test], ${entry} }]\n`,
      { handlers },
    );

  test('C16 the key without a quarantine is refused, with the key to add', () => {
    const entry = 'when: [{ rule: clusterGone }], manageOwned: [EBS-CSI]';
    expect(problemsIn(entry).join()).toMatch(/manageOwned.*needs a quarantine.*add `quarantine: 30d`/);
    expect(problemsIn(`${entry}, quarantine: "off"`).join()).toContain('needs a quarantine');
    expect(problemsIn(`${entry}, quarantine: 30d`)).toEqual([]);
  });

  test.each(['when: [{ rule: clusterGone }]', 'when: [{ rule: unused }], manageOwned: [ebs-csi]'])(
    'C16 an entry that selects no volume of a gone cluster needs none: %s',
    (entry) => {
      expect(problemsIn(entry)).toEqual([]);
    },
  );
});
