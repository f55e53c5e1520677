/**
 * Where AWS documents services that not every region has, when this version was made:
 * https://docs.aws.amazon.com/general/latest/gr/aws-service-information.html, and the service's own pages. A region that is
 * missing here loses nothing by itself: AWS must say, too, that it has no such type (whereServed.ts, controlled.ts). A part of a
 * service that came later than the service, such as `lambdaCapacity`, has the regions of its type in the resource type schemas
 * that CloudFormation publishes for each region.
 */
import { KNOWN_REGIONS } from '../../wire/regions.ts';
import type { Served } from './whereServed.ts';

const NAMES = {
  airflow:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-7 ca-central-1 ca-west-1 cn-north-1 ' +
    'cn-northwest-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'il-central-1 me-central-1 me-south-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  airflowServerless:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ' +
    'ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ' +
    'ca-central-1 ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 ' +
    'eu-west-3 il-central-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 ' +
    'us-west-2',
  amplify:
    'ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 ' +
    'eu-central-1 eu-north-1 eu-south-1 eu-west-1 eu-west-2 eu-west-3 me-south-1 sa-east-1 us-east-1 us-east-2 ' +
    'us-west-1 us-west-2',
  appSync:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-7 ca-central-1 ca-west-1 cn-north-1 ' +
    'cn-northwest-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'il-central-1 me-central-1 me-south-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  bedrockAgentCore:
    'ap-northeast-1 ap-northeast-2 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ap-southeast-5 ' +
    'ap-southeast-7 ca-central-1 eu-central-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'sa-east-1 us-east-1 us-east-2 us-gov-west-1 us-west-1 us-west-2',
  cleanRoomsMl:
    'ap-northeast-1 ap-northeast-2 ap-southeast-1 ap-southeast-2 eu-central-1 eu-north-1 eu-west-1 eu-west-2 ' +
    'us-east-1 us-east-2 us-west-2',
  codePipeline:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ca-central-1 cn-north-1 ' +
    'cn-northwest-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'eusc-de-east-1 il-central-1 me-central-1 me-south-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 ' +
    'us-isof-east-1 us-isof-south-1 us-west-1 us-west-2',
  comprehend:
    'ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1 eu-west-1 ' +
    'eu-west-2 us-east-1 us-east-2 us-gov-west-1 us-west-2',
  deviceFarm: 'us-west-2',
  elasticBeanstalk:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 ' +
    'ca-west-1 cn-north-1 cn-northwest-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 ' +
    'eu-west-2 eu-west-3 il-central-1 me-central-1 me-south-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 ' +
    'us-gov-west-1 us-west-1 us-west-2',
  emrContainers:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-7 ca-central-1 cn-north-1 cn-northwest-1 eu-central-1 ' +
    'eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-central-1 ' +
    'me-south-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 us-west-2',
  faultInjection:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ca-central-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'me-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 us-west-2',
  gameLift:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-3 ap-southeast-5 ap-southeast-7 ca-central-1 cn-north-1 cn-northwest-1 ' +
    'eu-central-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 me-south-1 ' +
    'mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  glueIntegrations:
    'ap-east-1 ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1 ' +
    'eu-north-1 eu-west-1 eu-west-2 eusc-de-east-1 sa-east-1 us-east-1 us-east-2 us-west-2',
  groundStation:
    'af-south-1 ap-northeast-2 ap-southeast-1 ap-southeast-2 eu-central-1 eu-north-1 eu-west-1 me-south-1 ' +
    'sa-east-1 us-east-1 us-east-2 us-west-2',
  incidentManager:
    'ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1 eu-north-1 ' +
    'eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  ingestion:
    'ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1 eu-north-1 ' +
    'eu-south-2 eu-west-1 eu-west-2 eu-west-3 eusc-de-east-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 ' +
    'us-gov-west-1 us-west-1 us-west-2',
  iot:
    'ap-east-1 ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-5 ca-central-1 ' +
    'cn-north-1 cn-northwest-1 eu-central-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'il-central-1 me-central-1 me-south-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 ' +
    'us-west-2',
  ivsChat: 'ap-northeast-1 ap-northeast-2 ap-south-1 eu-central-1 eu-west-1 us-east-1 us-west-2',
  kendra:
    'ap-northeast-1 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-west-1 eu-west-2 us-east-1 us-east-2 ' +
    'us-gov-west-1 us-west-2',
  lambdaCapacity:
    'af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ' +
    'ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-7 ca-central-1 ' +
    'ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 ' +
    'il-central-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  lambdaConnectors:
    'ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ap-southeast-5 ap-southeast-7 ca-central-1 eu-central-1 eu-north-1 eu-south-2 eu-west-1 eu-west-2 ' +
    'eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  lightsail:
    'ap-east-1 ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-3 ap-southeast-5 ' +
    'ca-central-1 eu-central-1 eu-north-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 ' +
    'us-west-2',
  localGateways:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ap-southeast-3 ap-southeast-7 ca-central-1 eu-central-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 ' +
    'eu-west-2 eu-west-3 il-central-1 me-central-1 mx-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 ' +
    'us-gov-west-1 us-west-1 us-west-2',
  mainframe:
    'af-south-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ca-central-1 eu-central-1 eu-north-1 eu-south-1 eu-south-2 eu-west-1 eu-west-2 eu-west-3 il-central-1 ' +
    'sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 us-west-1 us-west-2',
  mediaConnect:
    'af-south-1 ap-east-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ' +
    'ap-southeast-2 ap-southeast-4 ap-southeast-5 ca-central-1 eu-central-1 eu-north-1 eu-west-1 eu-west-2 ' +
    'eu-west-3 me-central-1 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  mediaLive:
    'ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-1 ap-southeast-2 ' +
    'ap-southeast-4 ap-southeast-5 ca-central-1 eu-central-1 eu-north-1 eu-west-1 eu-west-2 eu-west-3 ' +
    'me-central-1 sa-east-1 us-east-1 us-east-2 us-west-2',
  mediaPackage:
    'ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-4 ' +
    'ca-central-1 eu-central-1 eu-north-1 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 ' +
    'us-west-2',
  mediaRouters:
    'ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 ' +
    'eu-central-1 eu-north-1 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  omics:
    'ap-northeast-1 ap-northeast-2 ap-southeast-1 eu-central-1 eu-west-1 eu-west-2 il-central-1 us-east-1 ' +
    'us-east-2 us-west-2',
  pcs:
    'af-south-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ap-southeast-3 ap-southeast-4 ap-southeast-6 eu-central-1 eu-north-1 eu-west-1 eu-west-2 us-east-1 us-east-2 ' +
    'us-gov-east-1 us-gov-west-1 us-west-2',
  qBusiness: 'ap-southeast-2 eu-west-1 us-east-1 us-west-2',
  quickSight:
    'af-south-1 ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-3 ' +
    'ap-southeast-5 ca-central-1 cn-north-1 eu-central-1 eu-central-2 eu-north-1 eu-south-1 eu-south-2 eu-west-1 ' +
    'eu-west-2 eu-west-3 il-central-1 me-central-1 sa-east-1 us-east-1 us-east-2 us-gov-east-1 us-gov-west-1 ' +
    'us-west-2',
  refactorSpaces:
    'ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 ' +
    'eu-central-1 eu-north-1 eu-west-1 eu-west-2 eu-west-3 sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  rtbFabric: 'ap-northeast-1 ap-southeast-1 eu-central-1 eu-west-1 us-east-1 us-west-2',
  securityAgent:
    'ap-northeast-1 ap-south-1 ap-southeast-1 ap-southeast-2 eu-central-1 eu-west-1 sa-east-1 us-east-1 us-west-2',
  sesReceiving:
    'af-south-1 ap-northeast-1 ap-northeast-2 ap-northeast-3 ap-south-1 ap-southeast-1 ap-southeast-2 ' +
    'ap-southeast-3 ca-central-1 eu-central-1 eu-north-1 eu-south-1 eu-west-1 eu-west-2 eu-west-3 il-central-1 ' +
    'sa-east-1 us-east-1 us-east-2 us-west-1 us-west-2',
  siteWiseTasks: 'eu-west-1 us-east-1',
  verifiedAccess:
    'ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-3 ca-central-1 ' +
    'eu-central-1 eu-north-1 eu-south-1 eu-west-1 eu-west-2 il-central-1 sa-east-1 us-east-1 us-east-2 ' +
    'us-gov-east-1 us-gov-west-1 us-west-1 us-west-2',
  workSpaces:
    'af-south-1 ap-northeast-1 ap-northeast-2 ap-south-1 ap-southeast-1 ap-southeast-2 ap-southeast-5 ' +
    'ca-central-1 cn-northwest-1 eu-central-1 eu-west-1 eu-west-2 eu-west-3 il-central-1 sa-east-1 us-east-1 ' +
    'us-east-2 us-gov-east-1 us-gov-west-1 us-west-2',
  workspacesWeb:
    'ap-northeast-1 ap-south-1 ap-southeast-1 ap-southeast-2 ca-central-1 eu-central-1 eu-west-1 eu-west-2 ' +
    'us-east-1 us-west-2',
} as const;

type Service = keyof typeof NAMES;

/** By service. */
export const REGIONS = Object.fromEntries(
  Object.entries(NAMES).map(([service, names]) => [service, names.split(' ')]),
) as Record<string, readonly string[]> as Readonly<Record<Service, readonly string[]>>;

/** All regions but these. */
const allBut = (names: string) => KNOWN_REGIONS.filter((region) => !names.split(' ').includes(region));

const ISOLATED =
  'us-iso-east-1 us-iso-west-1 us-isob-east-1 us-isob-west-1 eu-isoe-west-1 us-isof-east-1 us-isof-south-1';

/** By service: of those that nearly every region has. */
export const MOST_REGIONS = {
  networkFirewall: allBut('us-iso-west-1 us-isob-west-1 eu-isoe-west-1 us-isof-east-1 us-isof-south-1'),
  prometheus: allBut(
    'cn-north-1 cn-northwest-1 us-isob-east-1 us-isob-west-1 eu-isoe-west-1 us-isof-east-1 us-isof-south-1',
  ),
  vpcLattice: allBut(
    `il-central-1 ap-east-2 ap-southeast-6 ap-southeast-7 cn-north-1 cn-northwest-1 eusc-de-east-1 us-gov-east-1 us-gov-west-1 ${ISOLATED}`,
  ),
} as const;

/** The services of listings, as `Call.service`. */
const SERVED: Readonly<Record<string, Served>> = {
  agentCore: { type: 'AWS::BedrockAgentCore::Runtime', regions: REGIONS.bedrockAgentCore, isRare: true },
  appRunner: {
    type: 'AWS::AppRunner::Service',
    regions: [
      ...['us-east-1', 'us-east-2', 'us-west-2', 'eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3'],
      ...['ap-northeast-1', 'ap-south-1', 'ap-southeast-1', 'ap-southeast-2'],
    ],
  },
  appStream: {
    type: 'AWS::AppStream::Fleet',
    regions: allBut(
      'us-west-1 mx-central-1 eu-north-1 me-central-1 me-south-1 af-south-1 ap-east-1 ap-east-2 ap-south-2 ap-southeast-3 ' +
        'ap-southeast-4 ap-southeast-6 ap-southeast-7 cn-north-1 cn-northwest-1 eusc-de-east-1 us-isob-west-1 ' +
        'eu-isoe-west-1 us-isof-east-1 us-isof-south-1',
    ),
  },
  codeBuild: {
    type: 'AWS::CodeBuild::Project',
    regions: allBut('ca-west-1 mx-central-1 ap-east-2 us-isob-west-1 eu-isoe-west-1'),
  },
  deviceFarm: { type: 'AWS::DeviceFarm::Project', regions: REGIONS.deviceFarm, isRare: true },
  elasticBeanstalk: { type: 'AWS::ElasticBeanstalk::Application', regions: REGIONS.elasticBeanstalk, isRare: true },
  mainframe: { type: 'AWS::M2::Environment', regions: REGIONS.mainframe, isRare: true },
  mediaLive: { type: 'AWS::MediaLive::InputSecurityGroup', regions: REGIONS.mediaLive, isRare: true },
  memoryDb: {
    type: 'AWS::MemoryDB::Cluster',
    regions: allBut(
      `ca-west-1 mx-central-1 eu-central-2 il-central-1 me-central-1 me-south-1 af-south-1 ap-east-2 ap-northeast-3 ap-south-2 ap-southeast-3 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 eusc-de-east-1 ${ISOLATED}`,
    ),
  },
  pipes: {
    type: 'AWS::Pipes::Pipe',
    regions: allBut(
      `ca-west-1 mx-central-1 il-central-1 ap-east-2 ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 eusc-de-east-1 us-gov-east-1 us-gov-west-1 ${ISOLATED}`,
    ),
  },
  redshiftServerless: { type: 'AWS::RedshiftServerless::Workgroup', regions: allBut(`me-south-1 ${ISOLATED}`) },
  vpcLattice: { type: 'AWS::VpcLattice::Service', regions: MOST_REGIONS.vpcLattice },
  workSpaces: { type: 'AWS::WorkSpaces::Workspace', regions: REGIONS.workSpaces, isRare: true },
};

/** @returns `undefined`: every region may have the service */
export function servedBy(service: string | undefined): Served | undefined {
  return service === undefined ? undefined : SERVED[service];
}
