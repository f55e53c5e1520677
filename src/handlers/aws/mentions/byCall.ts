/** What a text gives to a call that has no word for it: `describe-load-balancers --names web`, `logs tail /shop/web`. Pure. */
import { logGroupAlias } from '../resources/logGroup.ts';
import { tableAlias } from '../resources/table.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { NAMED, type TellName } from './nameWords.ts';
import { tellStatement } from './statements.ts';

interface Called {
  /** Each text has one of them, in small letters and without `-` and `_`. */
  readonly word: RegExp;
  /** Its last group has the names. */
  readonly call: RegExp;
  readonly named: TellName;
}

/** In a shell, a program, a state machine: a list in brackets, or words up to the next flag. */
const NAMES = `[^;|&]{0,300}?\\bnames?\\\\{0,9}["']?\\s{0,9}[:= ]\\s{0,9}(\\[[^\\]]{0,4000}\\]|(?:["']?[\\w./-]{1,255}["']?\\s{0,9}){1,50})`;
const CALLS: readonly Called[] = [
  {
    word: /load[-_]?balancers?/i,
    call: new RegExp(`(?:describe[-_]?load[-_]?balancers|get-elb2?loadbalancer)\\b${NAMES}`, 'gi'),
    named: NAMED['load balancer'],
  },
  {
    word: /target[-_]?groups?/i,
    call: new RegExp(`(?:describe[-_]?target[-_]?groups|get-elb2targetgroup)\\b${NAMES}`, 'gi'),
    named: NAMED['target group'],
  },
  {
    word: /\blogs /,
    call: /\blogs (?:tail|start-live-tail)\s([^;|&\n]{1,600})/g,
    named: (name, tell) => tell('logGroup', logGroupAlias(name)),
  },
  // Of boto3's resources, of SDKs and of CDK.
  {
    word: /\bTable/,
    call: /\bTable(?:\.fromTableName)?\(\s{0,40}[^"'`()]{0,80}(["'`][\w.-]{3,255})["'`]/g,
    named: (name, tell) => tell('table', tableAlias(name)),
  },
  // Of Teleport and others: a region or a host may stand before it.
  {
    word: /dynamodb:/,
    call: /\bdynamodb:\/\/(?:[\w.:-]{1,80}\/)?([\w.-]{3,255})/g,
    named: (name, tell) => tell('table', tableAlias(name)),
  },
  {
    word: /request[-_]?items/i,
    call: /request[-_]?items\\{0,9}["']?\s{0,9}[:= ]\s{0,9}["']?(\{[^;]{0,4000})/gi,
    named: (name, tell) => tell('table', tableAlias(name)),
  },
];
/** Names among brackets and quotes. */
const WORD = /[\w./#-]{1,512}/g;

export function tellByCall(text: string, tell: Tell): void {
  // An id or an ARN calls nothing.
  if (!/[\s({]/.test(text)) return;
  for (const { word, call, named } of CALLS) {
    if (!word.test(text)) continue;
    forEachMatch(call, text, (match) => {
      for (const [name] of (match.at(-1) ?? '').matchAll(WORD)) named(name, tell);
    });
  }
  if (/execute[-_]?(?:statement|transaction)|partiql/i.test(text)) tellStatement(text, tell);
}
