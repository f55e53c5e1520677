/** Users of a snapshot: they launch, build or copy from it. */
import { describe, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import { awsForEach, collect, failureOf, HERE, ID, REGION, scopeOf } from './fixture.ts';

const SNAPSHOT = 'snap-0123456789abcdef0';
const ELSEWHERE = { account: ID, region: 'eu-west-1' };
const DEVICES = [{ DeviceName: '/dev/xvda', Ebs: { VolumeSize: 8 } }, { Ebs: { SnapshotId: SNAPSHOT } }];
const RECIPE = `arn:aws:imagebuilder:${REGION}:${ID}`;
const scope = scopeOf(snapshot.parameters.parse({}));
const aws = awsForEach();

async function read(name: string, candidates: readonly Resource[] = [], location = REGION) {
  const source = snapshot.evidence.find((known) => known.name === name);
  if (!source) throw new Error(`no source ${name}`);
  return source.read({ account: 'test', location }, scope, candidates, aws.io());
}
const about = (findings: readonly Finding[], id = SNAPSHOT) =>
  findings.filter(({ alias }) => alias === id).map(({ says, by }) => `${says}: ${by}`);

test('A2 spot requests and spot fleets use the snapshots that the block devices of their launch specifications name', async () => {
  const LaunchSpecification = { ImageId: 'ami-1', BlockDeviceMappings: DEVICES };
  aws.control.addSpotInstanceRequests(HERE, [{ SpotInstanceRequestId: 'sir-1', State: 'open', LaunchSpecification }]);
  aws.control.addSpotFleetRequests(HERE, [
    {
      SpotFleetRequestId: 'sfr-1',
      SpotFleetRequestState: 'active',
      SpotFleetRequestConfig: { LaunchSpecifications: [LaunchSpecification] },
    },
  ]);
  expect(about(await read('spotRequests'))).toEqual([
    `used: spot instance request sir-1 (open) (launch specification → ${SNAPSHOT})`,
    `used: spot fleet request sfr-1 (active) (launch specification → ${SNAPSHOT})`,
  ]);
});

test('A2 an EC2 fleet uses the snapshots that the block devices of its overrides name', async () => {
  const [LaunchTemplateId = ''] = aws.control.addLaunchTemplates(HERE, [{ versions: [{ ImageId: 'ami-1' }] }]);
  const LaunchTemplateSpecification = { LaunchTemplateId, Version: '1' };
  const Overrides = [{ InstanceType: 't3.micro' as const }, { BlockDeviceMappings: DEVICES }];
  const LaunchTemplateConfigs = [{ LaunchTemplateSpecification, Overrides }];
  aws.control.addFleets(HERE, [{ FleetId: 'fleet-a', LaunchTemplateConfigs }]);
  expect(about(await read('fleets'))).toEqual([`used: EC2 fleet fleet-a (active) (override 2 → ${SNAPSHOT})`]);
});

test('A2 Image Builder recipes and container recipes use the snapshots that their block devices name', async () => {
  const blockDeviceMappings = [{ deviceName: '/dev/xvda' }, { ebs: { snapshotId: SNAPSHOT } }];
  const [image, container] = [`${RECIPE}:image-recipe/web/1.0.0`, `${RECIPE}:container-recipe/web/1.0.0`];
  aws.control.addImageBuilder(HERE, {
    recipes: [{ arn: image, blockDeviceMappings }, { arn: `${RECIPE}:image-recipe/plain/1.0.0` }],
    containerRecipes: [{ arn: container, name: 'web', instanceConfiguration: { blockDeviceMappings } }],
  });
  expect(about(await read('imageRecipes'))).toEqual([`used: Image Builder recipe ${image}`]);
  expect(about(await read('containerRecipes'))).toEqual(['used: container recipe web of Image Builder']);
});

test.each([
  ['GetImageRecipe', 'imageRecipes'],
  ['GetContainerRecipe', 'containerRecipes'],
])('A3 AWS denies %s → the read of recipes fails, and the error names the permission', async (api, kind) => {
  aws.control.addImageBuilder(HERE, {
    recipes: [{ arn: `${RECIPE}:image-recipe/web/1.0.0` }],
    containerRecipes: [{ arn: `${RECIPE}:container-recipe/web/1.0.0` }],
  });
  aws.control.deny({ account: ID, action: `imagebuilder:${api}` });
  expect(await failureOf(read(kind))).toMatchObject({ permission: `imagebuilder:${api}` });
});

test('A2 a pending copy uses the snapshot that its description names, also a copy in another region of the account; a completed copy uses none', async () => {
  const [source] = aws.control.addSnapshots(HERE, [{ SnapshotId: SNAPSHOT, VolumeSize: 8 }]);
  aws.control.addSnapshots(ELSEWHERE, [
    { State: 'pending', VolumeId: 'vol-ffffffff', VolumeSize: 8, Description: `[Copied ${source} from ${REGION}]` },
    { State: 'completed', VolumeId: 'vol-ffffffff', VolumeSize: 8, Description: `[Copied ${source} from ${REGION}]` },
  ]);
  const candidates = await collect(snapshot.open(scope, aws.io()).list());
  expect(about(await read('pendingCopies', candidates, ELSEWHERE.region))).toEqual([
    expect.stringMatching(/^used: snapshot snap-\w+ in eu-west-1, a copy in progress$/),
  ]);
  const account = { ...scope.account, locations: [REGION, ELSEWHERE.region] };
  const places = snapshot.evidence
    .find(({ name }) => name === 'pendingCopies')
    ?.places({
      ...scope,
      account,
      accounts: [account, ...scope.accounts.slice(1)],
    });
  expect(places).toEqual([
    { account: 'test', location: REGION },
    { account: 'test', location: ELSEWHERE.region },
  ]);
});

test('law 1 a pending copy does not name its source → snapshots of the same size are unknown, and no others', async () => {
  const [same = '', other = ''] = aws.control.addSnapshots(HERE, [{ VolumeSize: 8 }, { VolumeSize: 9 }]);
  const candidates = await collect(snapshot.open(scope, aws.io()).list());
  const copy = { State: 'pending', VolumeSize: 8, Description: 'nightly' } as const;
  aws.control.addSnapshots(HERE, [{ ...copy, VolumeId: 'vol-0123456789abcdef0' }]);
  expect(await read('pendingCopies', candidates)).toEqual([]);
  aws.control.addSnapshots(HERE, [{ ...copy, VolumeId: 'vol-ffffffff' }]);
  const findings = await read('pendingCopies', candidates);
  expect(about(findings, same)).toEqual([expect.stringMatching(/^unknown: .*does not name its source/)]);
  expect(about(findings, other)).toEqual([]);
});

describe('law 1 an image in the Recycle Bin', () => {
  const IMAGE = 'ami-0123456789abcdef0';
  const bin = (ImageId = IMAGE) => aws.control.addRecycledImages(HERE, [{ ImageId, Name: 'web' }]);
  const doubts = async () => {
    const candidates = await collect(snapshot.open(scope, aws.io()).list());
    return read('recycledImageDevices', candidates);
  };

  test('law 1 AWS made no snapshot that names the image in the Recycle Bin → older snapshots are unknown, because the image may need them', async () => {
    const [old = ''] = aws.control.addSnapshots(HERE, [
      { StartTime: '2024-01-01T00:00:00Z', Description: 'backup' },
      { StartTime: new Date(Date.now() + 3_600_000).toISOString(), Description: 'made since' },
    ]);
    bin();
    expect((await doubts()).map(({ alias, says, by }) => [alias, says, by])).toEqual([
      [
        old,
        'unknown',
        expect.stringMatching(/^image ami-0123456789abcdef0 "web", in the Recycle Bin until .*may need it/),
      ],
    ]);
  });

  test('law 1 CreateImage or CopyImage made a snapshot that names the image in the Recycle Bin → the image makes no other snapshot unknown', async () => {
    const COPIED = 'ami-0123456789abcdef1';
    aws.control.addSnapshots(HERE, [
      { StartTime: '2024-01-01T00:00:00Z', Description: 'backup' },
      { VolumeId: 'vol-0123456789abcdef0', Description: `Created by CreateImage(i-0123456789abcdef0) for ${IMAGE}` },
      {
        VolumeId: 'vol-ffffffff',
        StartTime: '2024-01-01T00:00:00Z',
        Description: `Copied for DestinationAmi ${COPIED} from SourceAmi ami-1234abcd for SourceSnapshot snap-1234abcd. Task created on ${Date.parse('2024-01-01T00:00:00Z').toLocaleString('en-US')}.`,
      },
    ]);
    bin();
    bin(COPIED);
    expect(await doubts()).toEqual([]);
  });

  test('A3 AWS denies the list of the Recycle Bin → the read fails, and the error names the permission', async () => {
    aws.control.deny({ account: ID, action: 'ec2:ListImagesInRecycleBin' });
    expect(await failureOf(doubts())).toMatchObject({ permission: 'ec2:ListImagesInRecycleBin' });
  });
});

test('Law 1 a text that names the image that is gone needs none of its snapshots; one that names the snapshot does', async () => {
  const IMAGE = 'ami-0123456789abcdef0';
  const Description = `Created by CreateImage(i-0123456789abcdef0) for ${IMAGE}`;
  const [id = ''] = aws.control.addSnapshots(HERE, [{ Description, VolumeId: 'vol-0123456789abcdef0', VolumeSize: 8 }]);
  const pages = snapshot.open(scope, aws.io()).list();
  const [one] = await collect(pages);
  const named = async (value: string) => {
    aws.control.addParameters(HERE, [{ name: '/golden', type: 'String', versions: [{ value }] }]);
    return (await read('plainParameters')).filter(({ alias }) => one?.aliases.includes(alias));
  };
  expect(one).toMatchObject({ id, backedImage: IMAGE });
  expect(await named(IMAGE)).toEqual([]);
  expect(await named(`${IMAGE} ${id}`)).toMatchObject([{ alias: id, says: 'used' }]);
});
