/** The kinds of resources that an answer may mention. A task definition is none of them: it leads to others. */
export type Kind =
  | 'autoScalingGroup'
  | 'cache'
  | 'containerImage'
  | 'dbCluster'
  | 'dbClusterSnapshot'
  | 'dbInstance'
  | 'dbSnapshot'
  | 'elasticIp'
  | 'fargateService'
  | 'fileSystem'
  | 'image'
  | 'instance'
  | 'launchConfiguration'
  | 'launchTemplate'
  | 'loadBalancer'
  | 'loadBalancerV2'
  | 'logGroup'
  | 'modelEndpoint'
  | 'natGateway'
  | 'networkInterface'
  | 'securityGroup'
  | 'snapshot'
  | 'table'
  | 'targetGroup'
  | 'volume'
  | 'vpcEndpoint'
  | 'warehouse';

/** A resource that an answer names. */
export interface Mention {
  readonly kind: Kind | 'name' | 'taskDefinition';
  /** As resources of the kind carry it (`Resource.aliases`); of a task definition its ARN, or its name with a revision; of a value
   * that may be the name of a resource of any kind its hash (`nameAlias`). */
  readonly alias: string;
  /**
   * Where it stands, by members of the service's own answer, with `[]` for each index: `Tags[].Value`. What is inside a
   * text has the path of the text: keys in there are a person's, and may be secret.
   */
  readonly path: string;
}

/** Takes a mention at the place that is looked at now. */
export type Tell = (kind: Mention['kind'], alias: string) => void;

/** Tells what a name is the name of. */
export type TellName = (name: string, tell: Tell) => void;
