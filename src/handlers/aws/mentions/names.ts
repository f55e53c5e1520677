/** Members whose value is a name that means nothing without them. Pure. */
import type { Tell, TellName } from './mention.ts';
import { logs, NAMED, security } from './nameWords.ts';
import { tellBeginning, tellEnding, tellOpen } from './openNames.ts';

/** Without capitals, `_` and `-`. */
const BY_MEMBER: ReadonlyMap<string, TellName> = new Map(
  Object.entries(NAMED).map(([words, tell]) => [words.replaceAll(' ', ''), tell]),
);

/** Everything of a security group may be called by id or by name: `VpcSecurityGroupIds`, `securityGroups`. */
const GROUPS = /^(?:vpc)?securitygroup(?:id|ids|s|memberships|idlist|selectorterms)$/;

/** The same as people write it short: `SG`, `EC2_SG`, `sgName`, `nodeSgIds`. */
const SHORT_GROUP = /(?:^(?:sg|SG|Sg)|[_-](?:sg|SG)|[a-z\d]S[Gg])s?(?:[_-]?(?:[Nn]ames?|[Ii]ds?|NAMES?|IDS?))?$/;

/** Those that mean the same behind words of a person: `ORDERS_TABLE_NAME`, `webTargetGroup`. In names of AWS the others mean many things. */
const LAST: ReadonlySet<string> = new Set(
  (
    [
      'asg',
      'asg name',
      'aurora cluster',
      'aurora cluster id',
      'aurora cluster identifier',
      'aurora cluster name',
      'auto scaling group',
      'auto scaling group name',
      'cache cluster',
      'cache cluster id',
      'cache cluster name',
      'cluster snapshot id',
      'cluster snapshot identifier',
      'container image',
      'container image uri',
      'database cluster',
      'database cluster identifier',
      'database identifier',
      'database instance',
      'database instance identifier',
      'db cluster',
      'db cluster id',
      'db cluster identifier',
      'db cluster name',
      'db cluster snapshot',
      'db cluster snapshot identifier',
      'db identifier',
      'db instance',
      'db instance id',
      'db instance identifier',
      'db instance name',
      'db snapshot',
      'db snapshot id',
      'db snapshot identifier',
      'db snapshot name',
      'dynamo db table',
      'dynamo db table name',
      'ecs service',
      'ecs service name',
      'elasticache cluster',
      'elasticache cluster id',
      'elasticache id',
      'elasticache name',
      'elb name',
      'endpoint name',
      'fargate service',
      'fargate service name',
      'image uri',
      'inference endpoint',
      'inference endpoint name',
      'launch configuration',
      'launch configuration name',
      'launch template',
      'launch template name',
      'load balancer',
      'load balancer name',
      'model endpoint',
      'model endpoint name',
      'rds cluster',
      'rds cluster id',
      'rds cluster identifier',
      'rds cluster name',
      'rds id',
      'rds identifier',
      'rds instance',
      'rds instance id',
      'rds instance identifier',
      'rds instance name',
      'rds snapshot',
      'rds snapshot id',
      'rds snapshot identifier',
      'redshift cluster',
      'redshift cluster id',
      'redshift cluster identifier',
      'redshift cluster name',
      'redshift id',
      'redshift name',
      'replication group',
      'replication group id',
      'replication group name',
      'sagemaker endpoint',
      'sagemaker endpoint name',
      'scaling group',
      'scaling group name',
      'security group',
      'security group name',
      'snapshot identifier',
      'table',
      'table name',
      'target group',
      'target group name',
    ] satisfies readonly (keyof typeof NAMED)[]
  ).map((words) => words.replaceAll(' ', '')),
);
const MOST_WORDS = 5;

/** Of `ordersTableName` that of `tableName`. */
function namedByLast(member: string): TellName | undefined {
  const words = member
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/);
  for (let from = Math.max(1, words.length - MOST_WORDS); from < words.length; from += 1) {
    const last = words.slice(from).join('');
    const one = [last, last.replace(/s$/, '')].find((each) => LAST.has(each));
    if (one !== undefined) return BY_MEMBER.get(one);
  }
  return undefined;
}

/** `cloudWatchLogGroupName`, `LogGroupIdentifiers`, `SHOP_LOG_GROUP`: the words mean nothing else. */
const LOGS = /loggroup(?:s|(?:name|identifier)s?)?$/;

/** `DYNAMODB_TABLE_PREFIX`, `spring.cloud.aws.dynamodb.table-prefix`, `TABLE_SUFFIX`: the value is how names begin, or end. */
const PART = /[_.-]?(?:prefix|(suffix))(?:es)?$/i;
const OF_TABLES = /(?:^|[_-])(?:dynamo|dynamo_?db|ddb)$/i;

function namedByPart(member: string): TellName | undefined {
  const found = PART.exec(member);
  const of = member.slice(0, found?.index ?? 0).replace(/^.*\./, '');
  const named = of === '' ? undefined : (namedBy(of) ?? (OF_TABLES.test(of) ? NAMED.table : undefined));
  const tellPart = found?.[1] ? tellEnding : tellBeginning;
  return named && ((part, tell) => tellPart(named, part, tell));
}

const known = new Map<string, TellName | undefined>();
/** Members are few; the keys of people's own JSON need not be. */
const MOST_KNOWN = 10_000;

/** What the value of a member is the name of, if the member says it. */
export function namedBy(member: string): TellName | undefined {
  let named = known.get(member);
  if (named || known.has(member)) return named;
  const plain = member.replace(/[_-]/g, '').toLowerCase();
  named =
    (PART.test(member) ? namedByPart(member) : undefined) ??
    BY_MEMBER.get(plain) ??
    BY_MEMBER.get(plain.replace(/s$/, '')) ??
    (GROUPS.test(plain) || SHORT_GROUP.test(member) ? security : LOGS.test(plain) ? logs : namedByLast(member));
  if (known.size < MOST_KNOWN) known.set(member, named);
  return named;
}

/** Longer names exist for no resource; what is longer is a list, or a text. */
const LONGEST_NAME = 512;
const LONGEST_LIST = 8_192;
/** Lines, and JSON, are looked through in their own ways. */
const IS_TEXT = /\n|^\s*[[{]/;

/** Tells the resource that a value names. @param named what its member says */
export function tellName(named: TellName | undefined, value: string, tell: Tell): void {
  if (!named || value.length > LONGEST_LIST || value.startsWith('arn:') || value.trim() === '') return;
  const isLong = value.length > LONGEST_NAME;
  if (isLong && IS_TEXT.test(value)) return;
  if (!isLong) named(value.trim(), tell);
  if (!isLong) tellOpen(named, value.trim(), tell);
  if (!SEVERAL.test(value)) return;
  for (const one of severalIn(value)) if (one.length <= LONGEST_NAME && !one.startsWith('arn:')) named(one, tell);
}

/** What stands between names, or around one. */
const SEVERAL = /[\s,;|"'`]/;
/** A literal of an expression: `{% 'orders' %}`. */
const LITERAL = /(["'`])([^"'`]{1,255})\1/g;

/** Several in one variable, or what an expression has as text. */
function severalIn(value: string): readonly string[] {
  const literals = /["'`]/.test(value) ? [...value.matchAll(LITERAL)].map(([, , text = '']) => text.trim()) : [];
  const words = value.trim().split(/[\s,;|]+/);
  return [...literals, ...(words.length < 2 ? [] : words)].filter(Boolean);
}
