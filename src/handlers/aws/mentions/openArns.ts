/**
 * The ends of ARNs whose region, account or cluster stays open: `arn:aws:dynamodb:$AWS_REGION:*:table/orders`, also where a program
 * puts the parts together. They name each resource of that name. Pure.
 */
import { balancerV2Alias, classicAlias, targetGroupAlias } from '../resources/balancingAliases.ts';
import { cacheAlias } from '../resources/cache.ts';
import { dbClusterAlias } from '../resources/dbCluster.ts';
import { dbInstanceAlias } from '../resources/dbInstance.ts';
import { dbSnapshotAlias } from '../resources/dbSnapshot.ts';
import { fargateServiceAlias } from '../resources/fargateService.ts';
import { configurationAlias } from '../resources/launchAliases.ts';
import { modelEndpointAlias } from '../resources/modelEndpoint.ts';
import { tableAlias } from '../resources/table.ts';
import { warehouseAlias } from '../resources/warehouse.ts';
import { forEachMatch } from './matches.ts';
import type { Tell, TellName } from './mention.ts';
import { tellOpen } from './openNames.ts';

/** By what stands before the name, as https://docs.aws.amazon.com/service-authorization/latest/reference/ has the forms. */
const ENDS: Readonly<Record<string, (parts: readonly string[], tell: Tell) => void>> = {
  'autoScalingGroupName/': ([name = ''], tell) => tell('autoScalingGroup', name),
  'cluster-snapshot:': ([name = ''], tell) => tell('dbClusterSnapshot', dbSnapshotAlias('dbClusterSnapshot', name)),
  'cluster:': ([name = ''], tell) => {
    tell('cache', cacheAlias(name));
    tell('dbCluster', dbClusterAlias(name));
    tell('warehouse', warehouseAlias(name));
  },
  'db:': ([name = ''], tell) => tell('dbInstance', dbInstanceAlias(name)),
  'endpoint/': ([name = ''], tell) => tell('modelEndpoint', modelEndpointAlias(name)),
  'launchConfigurationName/': ([name = ''], tell) => tell('launchConfiguration', configurationAlias(name)),
  'loadbalancer/': tellBalancer,
  // As Application Auto Scaling calls it.
  'replication-group/': ([name = ''], tell) => tell('cache', cacheAlias(name)),
  'replicationgroup:': ([name = ''], tell) => tell('cache', cacheAlias(name)),
  'service-deployment/': tellService,
  'service-revision/': tellService,
  'service/': tellService,
  'snapshot:': ([name = ''], tell) => tell('dbSnapshot', dbSnapshotAlias('dbSnapshot', name)),
  'table/': ([name = ''], tell) => tell('table', tableAlias(name)),
  'targetgroup/': ([name = ''], tell) => tell('targetGroup', targetGroupAlias(name)),
};

const KINDS = Object.keys(ENDS).toSorted((a, b) => b.length - a.length);
/** Without a character of another word or of a path before it. */
const WORD = '(?:\\$\\{[\\w.:]{1,80}\\}|[\\w.$\\\\{}*?-]){1,255}';
const END = new RegExp(`(?<![\\w./-])(${KINDS.join('|')})(${WORD}(?:/${WORD}){0,3})`, 'g');
/** The region and the account of a whole ARN. */
const WHOLE = /:[a-z]{2,6}(?:-[a-z\d]{1,12}){1,4}:\d{12}:$/;
const LONGEST_WHERE = 80;
/** A name with none of what is put in later. */
const NAME = /^[\w.-]+$/;

/** Tells what the ends of ARNs name in a text that has `arn:`; whole ones have said it by themselves, but for what they leave open. */
export function tellOpenArns(text: string, tell: Tell): void {
  forEachMatch(END, text, ({ index, 1: kind = '', 2: name = '' }) => {
    tellEnd(kind, name, tell, WHOLE.test(text.slice(Math.max(0, index - LONGEST_WHERE), index)));
  });
}

const ONLY_END = new RegExp(`^(${KINDS.join('|')})([\\w./-]{1,512})$`);

/** Tells what a value is the end of an ARN of: `service/shop/web`. */
export function tellAsEnd(value: string, tell: Tell): void {
  const [, kind, name = ''] = ONLY_END.exec(value) ?? [];
  if (kind !== undefined) tellEnd(kind, name, tell);
}

/**
 * A star stands for a part of the name: `table/prod-*` names all that begin so, and `table/*` none more than another, as in ADR 198.
 * @param isWhole it has told what it names, if that is one
 */
function tellEnd(kind: string, name: string, tell: Tell, isWhole = false): void {
  ENDS[kind]?.(name.replace(/[.:]+$/, '').split('/'), (of, alias) => {
    const last = alias.slice(alias.lastIndexOf('/') + 1);
    const named: TellName = (part, told) => told(of, alias.slice(0, alias.indexOf('/') + 1) + part);
    if (!NAME.test(last)) tellOpen(named, last, tell);
    else if (!isWhole) tell(of, alias);
  });
}

/** The old form has no cluster; one that stays open may be any. */
function tellService(parts: readonly string[], tell: Tell): void {
  const [cluster = '', name] = parts;
  if (name === undefined) tell('fargateService', fargateServiceAlias(cluster));
  else tell('fargateService', fargateServiceAlias(NAME.test(cluster) ? `${cluster}/${name}` : name));
}

/** `loadbalancer/app/NAME/ID`; of the classic ones `loadbalancer/NAME`. */
function tellBalancer([kind = '', name, id = '']: readonly string[], tell: Tell): void {
  if (name === undefined) tell('loadBalancer', classicAlias(kind));
  else tell('loadBalancerV2', balancerV2Alias(/^[\da-f]{16}$/.test(id) ? `${kind}/${name}/${id}` : name));
}
