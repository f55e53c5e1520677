/** Tags of programs that stop instances and start the same ones again, after a night, a season or a demand. */
import { some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { type ManagedParameters, manages } from './managedBy.ts';
import { listed } from './safeguards.ts';

/** Of the letters and digits of a tag's key, in lower case; the first match wins. */
const PROGRAMS: readonly (readonly [pattern: RegExp, program: string])[] = [
  // `InstanceScheduler-LastAction`: https://docs.aws.amazon.com/solutions/latest/instance-scheduler-on-aws
  [/^instancescheduler/, 'instance-scheduler'],
  // `maid_offhours`: https://cloudcustodian.io/docs/quickstart/offhours.html
  [/^(maid|custodian|c7n)(on|off|uptime|downtime)/, 'cloud-custodian'],
  // `jenkins_slave_type`, `jenkins_server_url`: agents that are stopped when idle, https://plugins.jenkins.io/ec2
  [/^jenkins(slave|agent|server)/, 'jenkins'],
  // `ray-cluster-name`: nodes are stopped unless `cache_stopped_nodes` is off, https://github.com/ray-project/ray/issues/6207
  [/^ray(cluster|node|launch|user|head|worker)/, 'ray'],
  // `skypilot-cluster-name`: https://github.com/skypilot-org/skypilot/issues/632
  [/^skypilot/, 'skypilot'],
  // `Coder_Provisioned`: workspaces that are stopped, https://coder.com/docs
  [/^coder/, 'coder'],
  // `XdConfig`, `CitrixProvisioningSchemeId`: desktops that are started at demand, see managedBy.ts
  [/^(citrix|xdconfig)/, 'citrix'],
  // `ghr:environment`: https://github.com/github-aws-runners/terraform-aws-github-runner/pull/5204
  [/^ghr/, 'github-runners'],
  // `runs-on-pool-name`: pools whose instances stand stopped, https://github.com/runs-on/runs-on
  [/^runson/, 'runs-on'],
  // `drone`: pools that hibernate, https://github.com/drone-runners/drone-runner-aws
  [/^drone$/, 'drone'],
  // `teamcity:TeamcityData`: https://www.jetbrains.com/help/teamcity/setting-up-teamcity-for-amazon-ec2.html
  [/^teamcity/, 'teamcity'],
  // `devpod`: workspaces that are stopped when idle, https://github.com/loft-sh/devpod-provider-aws
  [/^devpod/, 'devpod'],
  // `gitpod.dev/environment-id`: environments that are stopped when idle, https://www.gitpod.io/docs
  [/^gitpod/, 'gitpod'],
  // `flintrock-role`: clusters that are stopped and started, https://github.com/nchammas/flintrock
  [/^flintrock/, 'flintrock'],
  // `Schedule`, `ec2-schedule`, `scheduler:ec2-startstop`, `instance-scheduling`
  [/schedul/, 'scheduler'],
  // `sched-stop`, `sched-hibernate`, `sched-set-Enable-true`: https://github.com/sqlxpert/lights-off-aws
  [/^sched(set|start|stop|hibernate|reboot)/, 'scheduler'],
  // `AutoStart`, `auto-stop`, `StartAfterHours`, `StopGroup`, `start`, `tostop`, `stopstart_me`
  [/^(start|stop)|(start|stop)$|auto(on|off|start|stop|shutdown|power)|startstop|stopstart/, 'scheduler'],
  // `OfficeHours`, `uptime`, `downtime`
  [/(on|off|office|work|working|business|running|operating)hours|uptime|downtime/, 'scheduler'],
  [/^(parkmycloud|skeddly|gorillastack|powerstate|powerplan)/, 'scheduler'],
];

/** The programs that may start it again, each with the key of the tag that says so. */
function startersOf(tags: Resource['tags']): readonly { readonly program: string; readonly key: string }[] {
  return Object.keys(tags).flatMap((key) => {
    const letters = key.toLowerCase().replace(/[^a-z0-9]/g, '');
    const program = PROGRAMS.find(([pattern]) => pattern.test(letters))?.[1];
    return program === undefined ? [] : [{ program, key }];
  });
}

/** Why the programs keep it that an entry does not manage itself; `undefined`: none does. */
export function keptByPrograms({ tags }: Pick<Resource, 'tags'>, parameters: ManagedParameters): string | undefined {
  const others = startersOf(tags).filter(({ program }) => !manages(parameters, program));
  const words = others.map(({ program, key }) => `managed-by:${program} (${key})`);
  return listed(some(words), 'a program may start it again');
}
