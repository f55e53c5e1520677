/**
 * What a text looks for by a tag: `describe-volumes --filters Name=tag:Name,Values=jenkins-home`, and the same in the languages
 * that people write it in. Which kind is meant says the call; the filter may stand in a variable, before or behind it. Pure.
 */
import { type TaggedKind, tagAlias } from '../resources/tagAliases.ts';
import type { Tell } from './mention.ts';
import { valuesAt } from './valuesAt.ts';

/** The calls of AWS, of boto3's resources, of PowerShell, of Ansible and of Terraform. */
const FINDS: readonly (readonly [kind: TaggedKind, calls: RegExp])[] = [
  ['elasticIp', /describe[-_]?addresses|vpc_addresses|get-ec2address|ec2_eip|aws_eip/i],
  ['image', /describe[-_]?images|\bimages\.filter|get-ec2image|ec2_ami|aws_ami/i],
  ['networkInterface', /describe[-_]?network[-_]?interfaces|network_interfaces|get-ec2networkinterface|ec2_eni/i],
  [
    'securityGroup',
    /describe[-_]?security[-_]?groups|security_groups\.filter|get-ec2securitygroup|ec2_(?:security_)?group/i,
  ],
  ['volume', /describe[-_]?volumes|\bvolumes\.filter|get-ec2volume|ec2_vol|aws_ebs_volume/i],
];
/** A key may have blanks; it ends where the value, or what follows it in each language, begins. */
const TAG = /\btag:([^"'`,;=\n\\]{1,128}?)(?=["'`,;=\n\\]|: | =|$)/g;
/** As a filter of the Resource Groups Tagging API, and in a query of the command line: `Key=team,Values=web`, `Key=='Name'`. */
const KEY = /\b(?<!Tag)Key["'`]?\]?\s{0,9}(?:={1,3}|:)\s{0,9}["'`]?([^"'`,;=\n\\]{1,128}?)(?=["'`,;\n\\]|\s{0,9}&&)/gi;
/** Of a filter that asks for a tag with any value: `Name=tag-key,Values=broker`. */
const TAG_KEY = /\btag-key(?=["'`,\s])/g;
/** It looks at the tags itself, and attaches what it finds. */
const TAGS = /\btags?\b/i;
const ATTACHES = /attach[-_]?(?:volume|network[-_]?interface)|associate[-_]?address/i;
/** Any tag with a value. */
const TAG_VALUE = /\btag-value\b/;

/** Most texts have no such word. */
export function mayFindByTag(text: string): boolean {
  return text.includes('tag') || text.includes('Key');
}

/** A text with more filters than anybody writes may find anything. */
const MOST_FILTERS = 100;

/** Tells whatever a text finds by a tag; a value that is known only when it runs may be any. */
export function tellByTag(text: string, tell: Tell): void {
  if (!mayFindByTag(text)) return;
  const kinds = FINDS.filter(([, calls]) => calls.test(text)).map(([kind]) => kind);
  if (kinds.length === 0) return;
  const found = (key: string, value: string) => {
    for (const kind of kinds) tell(kind, tagAlias(kind, key.trim(), value));
  };
  const filters = [TAG, KEY, TAG_KEY].flatMap((expression) => filtersIn(text, expression));
  const mayBeAny = filters.length === 0 ? TAGS.test(text) && ATTACHES.test(text) : filters.length > MOST_FILTERS;
  if (mayBeAny || TAG_VALUE.test(text)) found('*', '*');
  for (const { key, end } of filters.slice(0, MOST_FILTERS))
    for (const value of valuesAt(text, end)) found(key ?? value, key === undefined ? '*' : value);
}

/** @returns no more than tell that they are too many; the key is absent where the filter's values are keys */
function filtersIn(
  text: string,
  expression: RegExp,
): readonly { readonly key: string | undefined; readonly end: number }[] {
  const found: { key: string | undefined; end: number }[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match && found.length <= MOST_FILTERS; match = expression.exec(text)) {
    found.push({ key: match[1], end: match.index + match[0].length });
  }
  return found;
}
