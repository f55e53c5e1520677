/** Cloud Custodian, asked about the same account: what would it call unused? */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainEnvironment } from '../support/cliRun.ts';
import { pythonProgram, run } from './python.ts';
import type { World } from './world.ts';

/** https://pypi.org/project/c7n/, which does not ask for the other two although it needs them. */
export const CUSTODIAN = 'c7n==0.9.52';
const PACKAGES = [CUSTODIAN, 'argcomplete', 'tabulate'];

/** Its nearest words for what is asked here. */
export const POLICIES = `policies:
  - name: image
    resource: aws.ami
    filters:
      - type: unused
        value: true
  - name: autoScalingGroup
    resource: aws.asg
    filters:
      - type: value
        key: Instances
        value_type: size
        value: 0
      - DesiredCapacity: 0
  - name: launchConfiguration
    resource: aws.launch-config
    filters:
      - unused
  - name: launchTemplate
    resource: aws.launch-template-version
  - name: snapshot
    resource: aws.ebs-snapshot
    filters:
      - type: unused
        value: true
  - name: volume
    resource: aws.ebs
    filters:
      - Attachments: []
`;

export interface Selected {
  /** Names. */
  readonly image: ReadonlySet<string>;
  readonly autoScalingGroup: ReadonlySet<string>;
  readonly launchConfiguration: ReadonlySet<string>;
  readonly launchTemplate: ReadonlySet<string>;
  readonly snapshot: ReadonlySet<string>;
  readonly volume: ReadonlySet<string>;
}

export type Custodian =
  | { readonly kind: 'installed'; unused(world: World): Promise<Selected> }
  | { readonly kind: 'unavailable'; readonly why: string };

/** Installs it into a virtual environment where that is not done yet. */
export async function installCustodian(): Promise<Custodian> {
  const installed = await pythonProgram('c7n', 'custodian', PACKAGES);
  if (installed.kind === 'unavailable') return installed;
  return { kind: 'installed', unused: (world) => unused(installed.path, world) };
}

async function unused(program: string, world: World): Promise<Selected> {
  const folder = await mkdtemp(join(tmpdir(), 'holystone-custodian-'));
  try {
    const policies = join(folder, 'policies.yml');
    await writeFile(policies, POLICIES);
    const words = ['run', '--dryrun', '--cache-period', '0', '--region', 'us-east-1', '--output-dir', folder, policies];
    const env = { ...plainEnvironment(), HOME: folder, ...(await world.environment()) };
    await run(program, words, { env, timeout: 120_000 });
    return {
      image: await names(folder, 'image', ({ Name }) => Name),
      autoScalingGroup: await names(folder, 'autoScalingGroup', (group) => group.AutoScalingGroupName),
      launchConfiguration: await names(folder, 'launchConfiguration', (one) => one.LaunchConfigurationName),
      launchTemplate: await names(folder, 'launchTemplate', (one) => one.LaunchTemplateName),
      snapshot: await names(folder, 'snapshot', nameTag),
      volume: await names(folder, 'volume', nameTag),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What of a resource tells its name. */
interface Named {
  readonly Name?: string;
  readonly AutoScalingGroupName?: string;
  readonly LaunchConfigurationName?: string;
  readonly LaunchTemplateName?: string;
  readonly Tags?: readonly { readonly Key: string; readonly Value: string }[];
}

function nameTag({ Tags }: Named): string | undefined {
  return Tags?.find(({ Key }) => Key === 'Name')?.Value;
}

async function names(
  folder: string,
  policy: string,
  nameOf: (resource: Named) => string | undefined,
): Promise<ReadonlySet<string>> {
  const resources: Named[] = JSON.parse(await readFile(join(folder, policy, 'resources.json'), 'utf8'));
  return new Set(resources.map((resource) => nameOf(resource) ?? ''));
}
