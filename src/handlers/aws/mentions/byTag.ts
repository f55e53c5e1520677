/**
 * What a text looks for by a tag: `describe-volumes --filters Name=tag:Name,Values=jenkins-home`, and the same in the languages
 * that people write it in. Which kind is meant says the call; the filter may stand in a variable, before or behind it. Pure.
 */
import { type TaggedKind, tagAlias } from '../resources/tagAliases.ts';
import { tellByName } from './byName.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { valuesAt } from './valuesAt.ts';

/** The calls of AWS, of boto3's resources, of PowerShell, of Ansible and of Terraform. */
const FINDS: readonly (readonly [kind: TaggedKind, calls: RegExp])[] = [
  [
    'autoScalingGroup',
    /describe[-_]?auto[-_]?scaling[-_]?groups|get-asautoscalinggroup|(?:ec2_)?asg_info|aws_autoscaling_group/i,
  ],
  ['elasticIp', /describe[-_]?addresses|vpc_addresses|get-ec2address|ec2_eip|aws_eip/i],
  [
    'fileSystem',
    /describe[-_]?file[-_]?systems|get-(?:efs|fsx)filesystem|\befs_info|aws_(?:efs|fsx_windows)_file_system/i,
  ],
  ['image', /describe[-_]?images|\bimages\.filter|get-ec2image|ec2_ami|aws_ami/i],
  ['instance', /describe[-_]?instances|\binstances\.filter|get-ec2instance|ec2_instance|aws_instance/i],
  ['natGateway', /describe[-_]?nat[-_]?gateways|get-ec2natgateway|vpc_nat_gateway|aws_nat_gateway/i],
  ['networkInterface', /describe[-_]?network[-_]?interfaces|network_interfaces|get-ec2networkinterface|ec2_eni/i],
  [
    'securityGroup',
    /describe[-_]?security[-_]?groups|security_groups\.filter|get-ec2securitygroup|ec2_(?:security_)?group/i,
  ],
  ['snapshot', /describe[-_]?snapshots|\bsnapshots\.filter|get-ec2snapshot|ec2_snapshot|aws_ebs_snapshot/i],
  ['volume', /describe[-_]?volumes|\bvolumes\.filter|get-ec2volume|ec2_vol|aws_ebs_volume/i],
  ['vpcEndpoint', /describe[-_]?vpc[-_]?endpoints|get-ec2vpcendpoint|vpc_endpoint/i],
];
const KINDS: readonly TaggedKind[] = FINDS.map(([kind]) => kind);
/** What a program finds among all there are, to attach it or what it makes of it. */
const ATTACHED: ReadonlySet<TaggedKind> = new Set([
  'elasticIp',
  'image',
  'networkInterface',
  'securityGroup',
  'snapshot',
  'volume',
]);
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

/** Each of these calls, and others: they are looked for once, and told apart afterwards. */
const CALL =
  /(?:describe|aws_|ec2_|efs_|asg_|vpc_|get-(?:as|e|fsx))[\w-]{0,255}|(?:images|instances|security_groups|snapshots|volumes)\.filter|network_interfaces/gi;

/** The Resource Groups Tagging API, which finds resources of every kind by their tags. */
const TAGGING = /\bget[-_]?resources(?:command|input|request)?\b|resourcegroupstaggingapi|-RGTResource\b/i;
/** As its `ResourceTypeFilters` call them; without these, or with a service alone, any may be meant. */
const TYPES: Readonly<Record<TaggedKind, RegExp>> = {
  autoScalingGroup: /autoscaling:auto-?scaling-?group/i,
  elasticIp: /ec2:elastic-ip/i,
  fileSystem: /elasticfilesystem|fsx/i,
  image: /ec2:image/i,
  instance: /ec2:instance/i,
  natGateway: /ec2:nat-?gateway/i,
  networkInterface: /ec2:network-interface/i,
  securityGroup: /ec2:security-group/i,
  snapshot: /ec2:snapshot/i,
  volume: /ec2:volume/i,
  vpcEndpoint: /ec2:vpc-endpoint/i,
};
/** A filter that somebody sets for a program which has the call: `Name=tag:kubeip,Values=reserved`. */
const FILTER = /\bname["'`]?\s{0,9}[=:]\s{0,9}["'`]?tag(?::|-key\b)/i;
/** A word of one of its calls; the import of a name is none. */
const ASKS = /\bget[-_]?resources(?:command|input|request)?(?=["'`]?\s{0,9}[({)]|\s{1,9}[-\\])|-RGTResource\b/gi;
const ASKS_FOR_TYPES = /resource[-_]?type[-_]?filters?\b/gi;
const SERVICE_ALONE = /(?:filters?[=\s"':,[\](]{1,20}|["'],?\s{0,9}["'])(?:ec2|autoscaling)(?=["'\s,\])]|$)/i;

function kindsIn(text: string): readonly TaggedKind[] {
  const found = new Set<string>();
  forEachMatch(CALL, text, ([call]) => found.add(call));
  const isTagging = TAGGING.test(text);
  if (found.size === 0 && !isTagging) return FILTER.test(text) ? KINDS : [];
  const calls = [...found].join(' ');
  const typed = isTagging ? KINDS.filter((kind) => TYPES[kind].test(text)) : [];
  if (isTagging && (typed.length === 0 || SERVICE_ALONE.test(text) || hasUntyped(text))) return KINDS;
  return FINDS.filter(([kind, form]) => typed.includes(kind) || form.test(calls)).map(([kind]) => kind);
}

/** Does one of several calls name no types? Of one alone they may stand in a variable. */
function hasUntyped(text: string): boolean {
  const calls = text.match(ASKS)?.length ?? 0;
  return calls > 1 && calls > (text.match(ASKS_FOR_TYPES)?.length ?? 0);
}

/** Tells what a program finds by a tag that two variables say, `TAG_KEY` and `TAG_VALUE`, and by any of several values. */
export function tellTag(key: string, values: string, tell: Tell): void {
  for (const value of values.split(/[,;\s]+/).slice(0, MOST_FILTERS))
    for (const kind of KINDS) if (value !== '') tell(kind, tagAlias(kind, key, value));
}

/** A text with more filters than anybody writes may find anything. */
const MOST_FILTERS = 100;

/** Tells whatever a text finds by a tag or by a name; a value that is known only when it runs may be any. */
export function tellByTag(text: string, tell: Tell): void {
  const kinds = kindsIn(text);
  if (kinds.length === 0) return;
  tellByName(kinds, text, tell);
  if (!mayFindByTag(text)) return;
  const found = (key: string, value: string, of: readonly TaggedKind[] = kinds) => {
    for (const kind of of) tell(kind, tagAlias(kind, key.trim(), value));
  };
  const filters = [TAG, KEY, TAG_KEY].flatMap((expression) => filtersIn(text, expression));
  if (filters.length > MOST_FILTERS || TAG_VALUE.test(text)) found('*', '*');
  if (filters.length === 0 && TAGS.test(text) && ATTACHES.test(text))
    found(
      '*',
      '*',
      kinds.filter((kind) => ATTACHED.has(kind)),
    );
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
