/** Which members of AWS's models can name a resource of ours: by the member's name and, where there is one, by its text. */
import type { Kind } from '../../../src/handlers/aws/mentions/mention.ts';

interface Words {
  readonly name: RegExp;
  /** In the documentation of AWS's models, which the SDK leaves out. */
  readonly text: RegExp;
}

export const KINDS: Readonly<Record<Kind, Words>> = {
  autoScalingGroup: {
    name: /^(auto_?scaling_?groups?(_?(names?|arns?|ids?))?|asgs?|asgnames?|asgarns?)$/i,
    text: /\bAuto ?Scaling groups?\b/i,
  },
  cache: {
    name: /^(.*replication_?group_?(ids?|arns?|names?)|.*cache_?cluster_?(ids?|arns?|names?)|replicationgroups?|elasti_?cache.*(ids?|arns?|names?|endpoints?))$/i,
    text: /\bElastiCache (clusters?|replication groups?)\b|\breplication groups?\b|\bcache clusters?\b/i,
  },
  containerImage: {
    name: /^((container_?|docker_?|ecr_?|training_?|inference_?|primary_?)?image(_?(uri|url|repository_?.*|name|tag|digest|identifier|config.*))?|container_?(uri|image|registry.*)|repository_?(uri|url|arn|name)|resolved_?image.*|image_?urls?)$/i,
    text: /\bECR\b|Elastic Container Registry|(container|Docker) images?\b|image registry|registry path|registry URI/,
  },
  dbCluster: {
    name: /^(.*db_?cluster_?(identifiers?|arns?|names?|ids?)|dbclusters?|tracked_?cluster_?id|(rds|aurora)_?(db_?)?cluster.*(ids?|arns?|identifiers?))$/i,
    text: /\bDB clusters?\b|\bAurora clusters?\b/i,
  },
  dbClusterSnapshot: {
    name: /^(.*db_?cluster_?snapshot.*(identifiers?|arns?|names?|ids?)|dbclustersnapshots?)$/i,
    text: /\bDB cluster snapshots?\b|\bcluster snapshots? of (Aurora|RDS)/i,
  },
  dbInstance: {
    name: /^(.*db_?instance_?(identifiers?|arns?|names?|ids?)|dbinstances?|dbi_?resource_?ids?|rds_?(db_?)?instance.*(ids?|arns?|identifiers?)|rds_?resource_?id)$/i,
    text: /\bDB instances?\b|\bRDS (DB )?instances?\b/i,
  },
  dbSnapshot: {
    name: /^(.*db_?snapshot.*(identifiers?|arns?|names?|ids?)|dbsnapshots?|rds_?snapshot.*(ids?|arns?))$/i,
    text: /\bDB snapshots?\b|\bRDS snapshots?\b/i,
  },
  elasticIp: {
    name: /^(.*allocation_?ids?|public_?ips?|public_?ip_?addresses?|elastic_?ips?.*|eip.*|.*publicipv4.*|allowed.*cidrs?|cidrip|.*cidr(s|blocks?|list)?|.*whitelist.*|ipaddress(es)?|ips?|ip_?set.*|addresses)$/i,
    text: /\bElastic IP|\bEIPs?\b|public IP/,
  },
  fargateService: {
    name: /^ecs_?services?(_?(names?|arns?|ids?))?$/i,
    text: /\bECS services?\b/i,
  },
  fileSystem: {
    name: /^(.*(efs|file_?system).*_?(ids?|arns?|dns_?names?|identifiers?)|.*access_?point_?(ids?|arns?)|efs|file_?systems?)$/i,
    text: /\b(EFS|Elastic File System)\b|\bEFS access points?\b/,
  },
  image: {
    name: /^(ami|amis|ami_?ids?|amiarn|image_?ids?|imagearns?|base_?image(arn|id)?|parent_?image|source_?(image|ami)_?(id|arn)?|custom_?ami_?id|customamilist|.*ImageIdOverride|(current|desired|target|previous)_?(image|ami)_?id|ebsimageid|targetimageid|kernelid|ramdiskid)$/i,
    text: /\bAMIs?\b|Amazon Machine Image/,
  },
  instance: {
    name: /^((ec2_?|source_?|target_?|container_?|managed_?|core_?)?instance(_?(ids?|arns?|identifiers?))?|instances|ec2_?instance_?(ids?|arns?)|ec2instances?|instance_?id_?list|host_?instance_?id)$/i,
    text: /\bEC2 instances?\b|\bAmazon EC2 instance ID|\binstance IDs?\b/i,
  },
  launchConfiguration: {
    name: /^launch_?configurations?(_?(names?|arns?))?$/i,
    text: /\blaunch configurations?\b/i,
  },
  launchTemplate: {
    name: /^.*launch_?templates?(_?(ids?|names?|arns?))?$/i,
    text: /\blaunch templates?\b/i,
  },
  loadBalancer: {
    name: /^(load_?balancers?(_?names?)?|elb(_?names?|info.*)?|elastic_?load_?balancer_?names?|classic_?load_?balancers?.*)$/i,
    text: /Classic Load Balancers?/i,
  },
  loadBalancerV2: {
    name: /^(load_?balancer_?(arns?|dns_?names?|dns)|.*load_?balancer_?arns?|(alb|nlb|gwlb)_?(arns?|name|dns.*)?|dnsname|elb_?arn)$/i,
    text: /(Application|Network|Gateway|Elastic) Load Balanc(er|ing)|\bload balancers?\b|\bNLB\b|\bALB\b/i,
  },
  logGroup: {
    name: /^(.*log_?groups?(_?(names?|arns?|ids?|identifiers?))*|awslogs_?group|log_?destination(s|_?arns?)?|destination_?arn|.*cloud_?watch_?logs.*arn)$/i,
    text: /\blog groups?\b/i,
  },
  modelEndpoint: {
    name: /^((sage_?maker|source|target|inference|shadow)_?(model_?)?)?endpoint_?(names?|arns?|identifiers?)$|^sage_?maker_?endpoints?$/i,
    text: /\b(SageMaker|model|inference)( AI)?( real-time)? endpoints?\b/i,
  },
  natGateway: {
    name: /^nat_?gateways?(_?(ids?|arns?))?$/i,
    text: /\bNAT gateways?\b/i,
  },
  networkInterface: {
    name: /^(.*network_?interfaces?(_?(ids?|arns?))?|.*eni(s|_?ids?)?|interface_?ids?)$/i,
    text: /\b(elastic )?network interfaces?\b|\bENIs?\b/,
  },
  securityGroup: {
    name: /^(.*security_?groups?(_?(ids?|names?|arns?|identifiers?))?(_?(list|set))?|vpcsecuritygroup.*|group_?ids?|groupset|.*SgIds?)$/i,
    text: /\bsecurity[- ]groups?\b/i,
  },
  snapshot: {
    name: /^(.*snapshot_?ids?|snapshotarns?|ebssnapshot.*|snapshotsetid)$/i,
    text: /\bEBS[ -](volume )?snapshots?\b|snapshot of the (EBS )?volume|snapshot from which to create the volume/i,
  },
  table: {
    name: /^(.*dynamo_?(db)?_?tables?(_?(names?|arns?))?|tables?_?(arns?|names?)|(source|target)_?table_?(names?|arns?))$/i,
    text: /\bDynamoDB tables?\b/i,
  },
  targetGroup: {
    name: /^(.*target_?group_?(arns?|names?|ids?|identifier)|target_?groups?)$/i,
    text: /\btarget groups?\b/i,
  },
  volume: {
    name: /^(ebs)?_?volume_?(ids?|arns?)$|^volumehandle$/i,
    text: /\bEBS volumes?\b|Elastic Block Store volume/i,
  },
  warehouse: {
    name: /^(redshift_?cluster.*|cluster_?identifiers?|.*redshift.*(ids?|identifiers?|names?|arns?|hosts?|endpoints?)|(cluster_?)?jdbc_?url|cluster_?namespace_?arns?|producer_?arns?)$/i,
    text: /\bRedshift (provisioned )?clusters?\b|\bprovisioned clusters?\b/i,
  },
  vpcEndpoint: {
    name: /^(.*vpc_?endpoints?(_?(ids?|arns?|identifiers?))?|vpce(_?ids?)?|.*source_?vpce)$/i,
    text: /\bVPC endpoints?\b|\binterface endpoints?\b|\bVPCE\b/i,
  },
};

/** `TargetGroup.Arn`: a member that says nothing itself means the thing that its structure is about. */
const SAYS_NOTHING = /^(arns?|ids?|names?)$/i;

export function saysNothing(member: string): boolean {
  return SAYS_NOTHING.test(member);
}

/** Members that may be names or ids at all: the documentation of every other one speaks of many things. */
const MAY_NAME =
  /(ids?|arns?|names?|identifiers?|resources?|resource.*|targets?|target.*|values?|source|image|uris?|urls?|locations?|groups?|endpoint|address(es)?|key|path|dns|domainname|host|ip|cidrs?|bucket)$/i;

/** These mean many things as the name of a type. */
const NOT_BY_TYPE: ReadonlySet<Kind> = new Set(['elasticIp']);

/**
 * The kinds that a member can name.
 * @param shape the name of the structure that has it
 * @param text what AWS writes about it
 * @param types the names of its own type, where the models have one
 */
export function kindsOf(member: string, shape = '', text = '', types: readonly string[] = []): readonly Kind[] {
  const name = saysNothing(member) ? `${shape}${member}` : member;
  return (Object.keys(KINDS) as Kind[]).filter((kind) => {
    const words = KINDS[kind];
    const isOfType = !NOT_BY_TYPE.has(kind) && types.some((type) => words.name.test(type));
    return words.name.test(name) || (MAY_NAME.test(member) && words.text.test(text)) || isOfType;
  });
}
