/** Names that are known by their form wherever they stand: ids, ARNs, hosts, addresses, images. Pure. */
import { classicAlias } from '../resources/balancingAliases.ts';
import { aliasesOfCacheHost } from '../resources/cache.ts';
import { aliasesOfDbClusterHost } from '../resources/dbCluster.ts';
import { fargateServiceAlias } from '../resources/fargateService.ts';
import { configurationAlias } from '../resources/launchAliases.ts';
import { logGroupAlias } from '../resources/logGroup.ts';
import { modelEndpointAlias } from '../resources/modelEndpoint.ts';
import { aliasesOfWarehouseHost, aliasOfWarehouseArn } from '../resources/warehouse.ts';
import { namesOfImage } from './imageNames.ts';
import { forEachMatch } from './matches.ts';
import type { Kind, Tell } from './mention.ts';
import { tellOpenArns } from './openArns.ts';
import { SIGNS } from './signs.ts';

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/resource-ids.html: 8 or 17 digits; a longer run is another id. */
const KINDS_OF_IDS: readonly (readonly [prefix: string, kind: Kind])[] = [
  ['ami', 'image'],
  ['eipalloc', 'elasticIp'],
  ['eni', 'networkInterface'],
  ['fs', 'fileSystem'],
  // An access point is of one file system, which has its id among its aliases.
  ['fsap', 'fileSystem'],
  ['i', 'instance'],
  ['lt', 'launchTemplate'],
  ['nat', 'natGateway'],
  ['sg', 'securityGroup'],
  ['snap', 'snapshot'],
  // Whatever may run in a subnet needs the endpoints of its VPC (endpointIsolation.ts).
  ['subnet', 'vpcEndpoint'],
  ['vol', 'volume'],
  ['vpce', 'vpcEndpoint'],
];
/** By the number of the letter in the alphabet, in any letters; other characters may have the same. */
const BY_LAST_LETTER = Array.from({ length: 32 }, (_, letter) =>
  KINDS_OF_IDS.filter(([prefix]) => (prefix.charCodeAt(prefix.length - 1) & 31) === letter).toSorted(
    ([one], [other]) => other.length - one.length,
  ),
);
const FEWEST_DIGITS = 8;
const ID_OF_KIND = new RegExp(
  `^(?:${KINDS_OF_IDS.map(([prefix]) => prefix).join('|')})-(?:[0-9a-f]{8}|[0-9a-f]{17})$`,
  'i',
);

/** Is the text the id of a kind that is known by its ids? Another one with such an end is a name: `orders-20240115`. */
export function isIdOfKind(text: string): boolean {
  return ID_OF_KIND.test(text);
}

const ARN =
  /arn:[a-z-]+:(autoscaling|dynamodb|ecs|elasticache|elasticloadbalancing|rds|rds-db|redshift|sagemaker):[a-z0-9-]*:\d*:[\w./:-]+/g;
/**
 * Host (of one word only with a port), path, and a tag or a digest: without these a URL would be one too. From where a host begins, and
 * as long as one may be: a text of many dots is looked through once.
 */
const IMAGE =
  /(?<![a-z0-9-]|[a-z0-9-]\.)(?:(?:[a-z0-9-]{1,63}\.){1,20}[a-z0-9-]{1,63}(?::\d{1,5})?|[a-z0-9-]{1,63}:\d{2,5})\/[a-z0-9._/-]{1,255}(?::\w[\w.-]{0,127}(?:@sha256:[0-9a-f]{64})?|@sha256:[0-9a-f]{64})/gi;
/** An image of ECR needs no tag: it means `latest`. */
const ECR_IMAGE = /\d{12}\.dkr[.-]ecr[a-z0-9.-]{0,80}\/[a-z0-9._/-]{1,256}(?![\w./:@-])/g;
const DIGEST = /sha256:[0-9a-f]{64}/g;
const MAY_BE_ADDRESS = /\d\.\d{1,3}\.\d/;
/** A full stop may end the sentence. */
const ADDRESS = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?!\d|\.[\w.-])/g;
/**
 * `ec2-203-0-113-10.compute-1.amazonaws.com`, `ip-10-0-1-5.eu-west-1.compute.internal`, also without what is behind the first dot:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/hostname-types.html
 */
const HOST_OF_ADDRESS = /(?:ec2-|(?<![a-z\d])ip-)(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?![\w-])/gi;
/** Names of whatever address stands before them: https://nip.io, https://sslip.io. */
const NAME_OF_ADDRESS = /(?<!\d)(\d{1,3})([.-])(\d{1,3})\2(\d{1,3})\2(\d{1,3})\.(?:nip|sslip)\.io\b/gi;
const BALANCER_HOST = /[a-z0-9-]{1,63}\.(?:elb\.[a-z0-9-]{1,30}|[a-z0-9-]{1,30}\.elb)\.amazonaws\.com(?:\.cn)?/gi;
/** Of an instance by its name, a part of the account's own and the region. */
const DATABASE_HOST =
  /[a-z0-9-]{1,63}\.[a-z0-9]{1,63}\.(?:[a-z0-9-]{1,30}\.rds|rds\.[a-z0-9-]{1,30})\.amazonaws\.com(?:\.cn)?/gi;
/** Of a cluster, its readers, and its custom endpoints: `NAME.cluster-ro-abc123.us-east-1.rds.amazonaws.com`; of DocumentDB `….docdb.…`. */
const CLUSTER_HOST =
  /[a-z0-9-]{1,63}\.cluster-[a-z0-9-]{1,63}\.(?:[a-z0-9-]{1,30}\.(?:rds|docdb)|(?:rds|docdb)\.[a-z0-9-]{1,30})\.amazonaws\.com(?:\.cn)?/gi;
/** Of a member of DocumentDB, by its name. */
const DOCUMENT_HOST =
  /[a-z0-9-]{1,63}\.[a-z0-9]{1,63}\.(?:[a-z0-9-]{1,30}\.docdb|docdb\.[a-z0-9-]{1,30})\.amazonaws\.com(?:\.cn)?/gi;
/** Of a replication group, a shard or a node: `master.NAME.abc123.use1.cache.amazonaws.com`, `NAME-001.NAME.abc123.use1.…`. */
const CACHE_HOST = /(?:[a-z0-9-]{1,63}\.){2,6}cache\.amazonaws\.com(?:\.cn)?/gi;
/** Of a provisioned cluster by its name: `NAME.abc123.us-east-1.redshift.amazonaws.com`. */
const WAREHOUSE_HOST = /[a-z0-9-]{1,63}\.[a-z0-9]{1,63}\.[a-z0-9-]{1,30}\.redshift\.amazonaws\.com(?:\.cn)?/gi;

/** Of a file system of FSx for Windows, the first part of the host that AWS makes; Windows takes it for the whole: `\\amznfsx0123abcd\share`. */
const MAY_BE_FILE_SERVER = /amznfsx/i;
const FILE_SERVER = /(?<![a-z0-9])amznfsx[a-z0-9]{1,40}/gi;

/** Of a log group, and of what is in it: `arn:aws:logs:us-east-1:111111111111:log-group:NAME:log-stream:…`. A policy may leave a part open. */
const LOG_GROUP = /(arn:[a-z-]{1,20}:logs:(?:[^\s:"']|::){0,80}:(?:[^\s:"']|::){0,80}:log-group:)([\w./#-]{1,512})/g;

/** A call of an endpoint of SageMaker: of its URL, and as an integration of API Gateway (`runtime.sagemaker:path//endpoints/NAME/invocations`). */
const INVOCATIONS = /\/endpoints\/([a-z0-9-]+)\/(?:async-)?invocations/gi;

/** Tells whatever a text names by its form. @param signs of the text */
export function tellForms(text: string, tell: Tell, signs: number): void {
  if (signs & SIGNS.id) {
    tellIds(text, tell);
    // A template may put the rest of the host together.
    if (/ec2-|ip-/i.test(text))
      forEachMatch(HOST_OF_ADDRESS, text, ([, ...parts]) => tell('elasticIp', parts.slice(0, 4).join('.')));
  }
  if (signs & SIGNS.arn && text.includes('arn:'))
    forEachMatch(ARN, text, ([arn, service]) => tellArn(arn, service, tell));
  if (signs & SIGNS.arn && text.includes('arn:')) tellOpenArns(text, tell);
  if (signs & SIGNS.arn && text.includes(':log-group:'))
    forEachMatch(LOG_GROUP, text, ([, start = '', name = '']) => tellLogGroup(start, name, tell));
  if (signs & (SIGNS.arn | SIGNS.threeDots) && text.includes('/endpoints/'))
    forEachMatch(INVOCATIONS, text, ([, name = '']) => tell('modelEndpoint', modelEndpointAlias(name)));
  if (signs & SIGNS.digest) forEachMatch(DIGEST, text, ([digest]) => tell('containerImage', digest));
  if (signs & SIGNS.image) forEachMatch(IMAGE, text, ([image]) => tellInSentence(image, tell));
  if (signs & SIGNS.threeDots) tellHosts(text, tell);
  if (MAY_BE_FILE_SERVER.test(text))
    forEachMatch(FILE_SERVER, text, ([host]) => tell('fileSystem', host.toLowerCase()));
}

/** From dash to dash: an expression would try each letter of a text. */
function tellIds(text: string, tell: Tell): void {
  const { length } = text;
  for (let dash = text.indexOf('-'); dash >= 0; dash = text.indexOf('-', dash + 1)) {
    let end = dash + 1;
    while (end < length && isDigit(text.charCodeAt(end))) end += 1;
    if (dash === 0 || end - dash <= FEWEST_DIGITS) continue;
    for (const [prefix, kind] of BY_LAST_LETTER[text.charCodeAt(dash - 1) & 31] ?? []) {
      const start = dash - prefix.length;
      if (start < 0 || text.slice(start, dash).toLowerCase() !== prefix) continue;
      tell(kind, text.slice(start, end).toLowerCase());
      // The end of `ami` and `eni` is `i`: the longest prefix comes first.
      break;
    }
  }
}

/** Of a hexadecimal number, in any letters. */
function isDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);
}

function tellHosts(text: string, tell: Tell): void {
  if (text.includes('.dkr')) forEachMatch(ECR_IMAGE, text, ([image]) => tellImage(image, tell));
  if (text.includes('.elb.'))
    forEachMatch(BALANCER_HOST, text, ([host]) => {
      const alias = host.toLowerCase().replace(/^(?:dualstack|ipv6)\./, '');
      tell('loadBalancerV2', alias);
      tell('loadBalancer', alias);
    });
  if (text.includes('.rds.')) forEachMatch(DATABASE_HOST, text, ([host]) => tell('dbInstance', host.toLowerCase()));
  if (text.includes('.docdb.')) forEachMatch(DOCUMENT_HOST, text, ([host]) => tell('dbCluster', host.toLowerCase()));
  if (text.includes('.cluster-'))
    forEachMatch(CLUSTER_HOST, text, ([host]) => {
      for (const alias of aliasesOfDbClusterHost(host)) tell('dbCluster', alias);
    });
  if (text.includes('.cache.'))
    forEachMatch(CACHE_HOST, text, ([host]) => {
      for (const alias of aliasesOfCacheHost(host)) tell('cache', alias);
    });
  if (text.includes('.redshift.'))
    forEachMatch(WAREHOUSE_HOST, text, ([host]) => {
      for (const alias of aliasesOfWarehouseHost(host)) tell('warehouse', alias);
    });
  if (/slip\.io|nip\.io/i.test(text))
    forEachMatch(NAME_OF_ADDRESS, text, ([, a, , ...parts]) => tell('elasticIp', [a, ...parts].slice(0, 4).join('.')));
  if (MAY_BE_ADDRESS.test(text)) forEachMatch(ADDRESS, text, ([address]) => tell('elasticIp', address));
}

/** @param reference as it is written for `docker pull` */
export function tellImage(reference: string, tell: Tell): void {
  for (const alias of namesOfImage(reference)) tell('containerImage', alias);
}

/** A full stop may be of the tag, or end the sentence. */
function tellInSentence(image: string, tell: Tell): void {
  tellImage(image, tell);
  if (image.endsWith('.')) tellImage(image.replace(/\.+$/, ''), tell);
}

/** By its name, where the account or the region stays open. */
function tellLogGroup(start: string, name: string, tell: Tell): void {
  const [, , , region = '', account = ''] = start.split(':');
  const isWhole = /^[\w-]+$/.test(region) && account.length === 12;
  tell('logGroup', isWhole ? `${start}${name}` : logGroupAlias(name));
}

/** Of a service of ECS, its deployments and its revisions; an ARN of the old form names no cluster. */
function tellService(arn: string, tell: Tell): void {
  const [, start = '', cluster, name = ''] =
    /^(arn:[^/]*:)service(?:-deployment|-revision)?\/(?:([\w-]+)\/)?([\w-]+)/.exec(arn) ?? [];
  if (cluster) tell('fargateService', `${start}service/${cluster}/${name}`);
  else if (name) tell('fargateService', fargateServiceAlias(name));
}

/** https://docs.aws.amazon.com/service-authorization/latest/reference/ has the forms, by service. */
function tellArn(found: string, service: string | undefined, tell: Tell): void {
  // A full stop or a colon may end the sentence that it stands in.
  const arn = found.replace(/[.:]+$/, '');
  if (service === 'ecs') {
    if (arn.includes(':task-definition/')) tell('taskDefinition', arn);
    tellService(arn, tell);
    return;
  }
  if (service === 'dynamodb') {
    // Also of an index, a stream, a backup, an export or an import of it.
    const [of] = /^arn:[^/]*:table\/[\w.-]+/.exec(arn) ?? [];
    if (of) tell('table', of);
    return;
  }
  if (service === 'rds') {
    if (arn.includes(':snapshot:')) tell('dbSnapshot', arn.toLowerCase());
    if (arn.includes(':cluster-snapshot:')) tell('dbClusterSnapshot', arn.toLowerCase());
    if (arn.includes(':db:')) tell('dbInstance', arn.toLowerCase());
    if (arn.includes(':cluster:')) tell('dbCluster', arn.toLowerCase());
    return;
  }
  if (service === 'elasticache') {
    if (/:(?:replicationgroup|cluster):/.test(arn)) tell('cache', arn.toLowerCase());
    return;
  }
  if (service === 'redshift') {
    const alias = aliasOfWarehouseArn(arn);
    if (alias) tell('warehouse', alias);
    return;
  }
  if (service === 'sagemaker') {
    if (arn.includes(':endpoint/')) tell('modelEndpoint', arn.toLowerCase());
    return;
  }
  // Who may sign in to a database is said by the id that no later one gets: `…:dbuser:db-ABCDEFGHIJKL01234/jane`.
  if (service === 'rds-db') {
    const [, id, of] = /:dbuser:((db|cluster)-[a-z0-9]+)/i.exec(arn) ?? [];
    if (id) tell(of?.toLowerCase() === 'db' ? 'dbInstance' : 'dbCluster', id.toLowerCase());
    return;
  }
  if (service === 'autoscaling') {
    const [, kind, name = ''] = /:(autoScalingGroupName|launchConfigurationName)\/([^:]+)/.exec(arn) ?? [];
    if (kind === 'launchConfigurationName') tell('launchConfiguration', configurationAlias(name));
    if (kind === 'autoScalingGroupName') for (const alias of [arn, name]) tell('autoScalingGroup', alias);
    return;
  }
  const [, start = '', kind = '', rest = ''] = /^(arn:(?:[^:]*:){4})([a-z-]+)\/(.+)$/.exec(arn) ?? [];
  if (kind === 'targetgroup') tell('targetGroup', arn);
  if (kind === 'loadbalancer' && rest.includes('/')) tell('loadBalancerV2', arn);
  if (kind === 'loadbalancer' && !rest.includes('/')) tell('loadBalancer', classicAlias(rest));
  if (kind === 'listener' || kind === 'listener-rule')
    tell('loadBalancerV2', `${start}loadbalancer/${rest.split('/').slice(0, 3).join('/')}`);
}
