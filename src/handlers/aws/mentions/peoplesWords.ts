/**
 * What people may mean by a key of their own: in variables, options, flags and files they put the words together as they like
 * (`DYNAMODB_TABLE_ORDERS`, `REDIS_GROUP`, `DDB`), so that a word of a kind anywhere in the key is enough. The name decides: it
 * keeps only the resource that is called exactly so. Pure.
 */
import { NAMED, type TellName } from './nameWords.ts';
import { tellAsEnd } from './openArns.ts';

/** A word, or a part of one. */
const WORDS: readonly (readonly [words: RegExp, tells: readonly TellName[]])[] = [
  [/table|ddb|dynamo|storage/, [NAMED.table]],
  [/cache|redis|valkey/, [NAMED['replication group']]],
  [/db|rds|database|postgres|mysql|maria|aurora|oracle|sqlserver/, [NAMED['db instance'], NAMED['db cluster']]],
  [/redshift|warehouse/, [NAMED['redshift cluster']]],
  [/cluster/, [NAMED['db cluster'], NAMED['replication group'], NAMED['redshift cluster']]],
  [/snapshot/, [NAMED['rds snapshot']]],
  [/log|cloudwatch|cw/, [NAMED['log group']]],
  [/service|svc|ecs|fargate/, [NAMED['ecs service']]],
  [/endpoint|model|sagemaker|inference/, [NAMED['model endpoint']]],
  [/balancer|alb|nlb|elb|(?:^|_)lb/, [NAMED['load balancer']]],
  [/asg|scaling|fleet/, [NAMED['auto scaling group']]],
  [/target|tg/, [NAMED['target group']]],
  [/group/, [NAMED['auto scaling group'], NAMED['replication group'], NAMED['log group'], NAMED['target group']]],
  [/template/, [NAMED['launch template']]],
  [/launch(?!_?template)/, [NAMED['launch template'], NAMED['launch configuration']]],
];
/** What such a key has is a secret and no name. Of a table or a group there is none. */
const SECRET = /(?:pass(?:word|wd|phrase)?|pwd|secret|token|auth|credentials?|_key|signature|dsn)$/;
const NO_SECRET = /table|ddb|dynamo|group|log/;
/** Longer ones have no word in them that somebody wrote. */
const LONGEST_KEY = 255;
/** The characters of names; a connection string, which may have a password, has others. */
const MAY_BE_NAME = /^[\w.#/:()+ -]{1,255}$/;
/** What has an id is known by it. */
const ID = /^[a-z]{1,8}-[\da-f]{8,17}$/i;
/** A service that is told with its cluster: `shop/web`. */
const IN_CLUSTER = /^[\w-]{1,255}\/[\w-]{1,255}$/;
/** One of several: `orders:prod-orders`, `orders=prod-orders`. */
const PAIR = /^([\w.-]{1,255})[:=]([\w.-]{1,255})$/;

const plain = (key: string) =>
  key
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[.-]/g, '_')
    .toLowerCase();

/** Does a person keep a secret behind this key? */
export function isSecret(key: string): boolean {
  const words = plain(key.slice(-LONGEST_KEY));
  return SECRET.test(words) && !NO_SECRET.test(words);
}

/** What the value of a person's key may be the name of. */
export function saidBy(key: string): TellName | undefined {
  if (key.length > LONGEST_KEY || isSecret(key)) return undefined;
  const words = plain(key);
  const tells = [...new Set(WORDS.flatMap(([one, named]) => (one.test(words) ? named : [])))];
  const name: TellName = (value, tell) => {
    if (tells.length === 0 && !value.includes('/') && !value.includes(':')) return;
    const [, of, pair] = PAIR.exec(value) ?? [];
    if (of !== undefined && pair !== undefined && !isSecret(of)) name(pair, tell);
    if (!MAY_BE_NAME.test(value) || ID.test(value)) return;
    tellAsEnd(value, tell);
    if (IN_CLUSTER.test(value)) NAMED['ecs service'](value, tell);
    for (const one of tells) one(value, tell);
  };
  return name;
}

/** Tells all that each of them tells. */
export function allOf(...named: readonly (TellName | undefined)[]): TellName | undefined {
  const known = [...new Set(named.filter((one) => one !== undefined))];
  if (known.length < 2) return known[0];
  return (name, tell) => {
    for (const one of known) one(name, tell);
  };
}
