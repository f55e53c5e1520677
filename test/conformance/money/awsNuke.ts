/** What aws-nuke would remove from an account. Only its dry run is ever started: `--no-dry-run` stands nowhere here. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import { plainEnvironment } from '../../support/cliRun.ts';
import { OWN, type Surveyed } from '../../support/graph/surveyed.ts';

/** By how the names of its types begin: https://aws-nuke.ekristen.dev/config-custom-endpoints */
const SERVICES = [
  ...['cloudwatchlogs', 'docdb', 'dynamodb', 'ec2', 'ecs', 'efs', 'elasticache', 'fsx', 'neptune', 'rds', 'redshift'],
  'sagemaker',
];
/** The name that it gives an account of endpoints without IAM; it asks for it before it begins. */
const ACCOUNT = `account-id-of-custom-region-${OWN.region}`;

/** Its names of a type, of https://aws-nuke.ekristen.dev/resources: a cluster of any engine is one of RDS there, too. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  natGateway: ['EC2NATGateway'],
  vpcEndpoint: ['EC2VPCEndpoint'],
  instance: ['EC2Instance'],
  runningInstance: ['EC2Instance'],
  dbSnapshot: ['RDSSnapshot'],
  dbClusterSnapshot: ['RDSClusterSnapshot'],
  dbInstance: ['RDSInstance', 'DocDBInstance', 'NeptuneInstance'],
  runningDbInstance: ['RDSInstance', 'DocDBInstance', 'NeptuneInstance'],
  dbCluster: ['RDSDBCluster'],
  runningDbCluster: ['RDSDBCluster'],
  modelEndpoint: ['SageMakerEndpoint'],
  warehouse: ['RedshiftCluster'],
  runningWarehouse: ['RedshiftCluster'],
  table: ['DynamoDBTable'],
  cache: ['ElasticacheReplicationGroup'],
  fargateService: ['ECSService'],
  logGroup: ['CloudWatchLogsLogGroup'],
  fileSystem: ['EFSFileSystem'],
  windowsFileSystem: ['FSxFileSystem'],
};

/** The id of what it prints: of a service it prints two ARNs, of a file system of EFS the token. */
function idOf(type: string, name: string, control: SandboxControl): string {
  if (type === 'fargateService') return /:service\/(\S+) -> /.exec(name)?.[1] ?? name;
  if (type !== 'fileSystem') return name;
  return control.state(OWN).fileSystems.find(({ CreationToken }) => CreationToken === name)?.FileSystemId ?? name;
}

/**
 * Without filters: those of its starter configuration keep default networks, roles and a budget, and its settings matter to
 * removals only. https://aws-nuke.ekristen.dev/starter-config
 */
function configurationOf(types: readonly string[], url: string): string {
  const services = SERVICES.map((service) => `      - { service: ${service}, url: "${url}" }`);
  return `regions: [${OWN.region}]
endpoints:
  - region: ${OWN.region}
    services:
${services.join('\n')}
blocklist: ["999999999999"]
resource-types: { includes: [${types.join(', ')}] }
accounts: { ${ACCOUNT}: {} }
`;
}

interface Line {
  readonly level?: string;
  readonly msg?: string;
  readonly name?: string;
  readonly type?: string;
}

/**
 * @param program the path of aws-nuke
 * @returns the ids of those that it would remove
 * @throws if it could not read them
 */
export async function removedBy(program: string, { sandbox }: Surveyed, type: string): Promise<ReadonlySet<string>> {
  const types = NAMES[type] ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'holystone-nuke-'));
  try {
    const file = join(folder, 'config.yaml');
    await writeFile(file, configurationOf(types, sandbox.url));
    const key = sandbox.control.accounts()[0]?.accessKeys[0];
    const env = {
      ...plainEnvironment(),
      HOME: folder,
      AWS_ACCESS_KEY_ID: key?.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key?.secretAccessKey,
    };
    const running = promisify(execFile)(program, ['run', '--config', file, '--json'], { env, timeout: 120_000 });
    running.child.stdin?.end(`${ACCOUNT}\n`);
    const lines = (await running).stdout.split('\n').filter((line) => line.startsWith('{'));
    const all: Line[] = lines.map((line) => JSON.parse(line));
    const failed = all.find(({ level }) => level === 'error');
    if (failed) throw new Error(`aws-nuke could not read ${types}: ${JSON.stringify(failed)}`);
    return new Set(
      all
        .flatMap(({ msg, name }) => (msg?.startsWith('would remove') && name ? [name] : []))
        .map((name) => idOf(type, name, sandbox.control)),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
