/** The attributes that each type declares, against those of its resources in an account in which there is everything. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Attributes } from '../../../src/core/resource/attribute.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { KITS } from '../../kits/index.ts';
import { carriedBy, undeclared } from '../../support/declared.ts';
import { EVERYTHING } from '../../support/graph/everything.ts';
import { OWN } from '../../support/graph/surveyed.ts';
import { surveyedForAll } from '../../support/graph/surveyedForAll.ts';
import { collect } from './fixture.ts';

const { handlers } = provider;

const surveyed = surveyedForAll();

/** AWS says these only of resources that these accounts have not; the compiler ties each to a field of the resource. */
const SELDOM: Readonly<Record<string, readonly string[]>> = {
  autoScalingGroup: ['status', 'operator'],
  cdkEcrImage: ['markedElsewhereAt', 'belongsTo'],
  cdkS3Asset: ['tags', 'markedElsewhereAt', 'byHand'],
  dbCluster: ['operator'],
  dbClusterSnapshot: ['copiedFrom', 'ofAccount'],
  dbInstance: ['automaticRestartTime', 'operator'],
  dbSnapshot: ['copiedFrom', 'ofAccount'],
  ecrTag: ['tags', 'pushedAt', 'builtAt', 'belongsTo', 'untagged', 'needed', 'pulledAt', 'unreadable'],
  elasticIp: ['customerOwnedIp', 'carrierIp', 'operator'],
  fileSystem: ['availabilityZoneName'],
  image: ['description', 'deprecationTime', 'sourceImageId', 'sourceInstanceId'],
  instance: [
    'platformDetails',
    'startedBy',
    'capacity',
    'tpmSupport',
    'ownAddresses',
    'licences',
    'outpostArn',
    'operator',
  ],
  launchConfiguration: ['keyName', 'iamInstanceProfile', 'spotPrice'],
  launchTemplate: ['operator'],
  launchTemplateVersion: ['tags', 'versionDescription', 'operator', 'imageId'],
  natGateway: ['hasAddressesOfAws', 'zones', 'appliances'],
  networkInterface: ['description', 'requesterId', 'operator'],
  runningDbCluster: ['operator'],
  runningDbInstance: ['automaticRestartTime', 'operator'],
  runningInstance: ['startedBy', 'capacity', 'tpmSupport', 'licences', 'outpostArn', 'operator', 'changingAddresses'],
  securityGroup: ['isOfAnother'],
  snapshot: ['restoreExpiryTime', 'transferType', 'fullSnapshotSizeInBytes'],
  table: ['lastUsedAt', 'tableClass'],
  targetGroup: ['protocolVersion', 'vpcId'],
  volume: ['snapshotId', 'sourceVolumeId', 'outpostArn', 'operator'],
};

describe.each(KITS.map((kit) => [kit.type, kit] as const))('%s', (type, kit) => {
  const handler = handlers.find(({ resourceType }) => resourceType === type);
  const attributes: Attributes = handler?.attributes ?? {};
  let all: readonly Resource[];
  beforeAll(async () => {
    surveyed.clear();
    await EVERYTHING[type]?.build(surveyed, 1000);
    kit.make(surveyed.sandbox.control, OWN, 1);
    kit.tagged?.(surveyed.sandbox.control, OWN, { team: 'shop' });
    const reading = surveyed.reading(EVERYTHING[type]?.entry(surveyed) ?? '');
    try {
      const session = reading.handler.open(reading.scope, reading.io);
      const listed = await collect(session.list());
      const read = [...(await session.get(listed.map(({ id }) => id))).values()];
      all = [...listed, ...read.flatMap((one) => (one.kind === 'found' ? [one.resource] : []))];
    } finally {
      reading.close();
    }
  });

  test('L42 a resource carries no field that its type does not declare, in listings and in reads by id', () => {
    expect(all.length).toBeGreaterThan(2);
    expect(undeclared(attributes, all)).toEqual([]);
  });

  test('L42 a type declares nothing that none of its resources carries, but what AWS seldom says', () => {
    const carried = new Set(carriedBy(all).map(([name]) => name));
    const offered = Object.keys(attributes).filter((name) => attributes[name] !== 'internal');
    expect(offered.filter((name) => !carried.has(name))).toEqual(SELDOM[type] ?? []);
  });
});
