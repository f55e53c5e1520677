/** Members whose value is a name that means nothing without them. Pure. */
import { classicAlias, targetGroupAlias } from '../resources/balancingAliases.ts';
import { configurationAlias, templateAlias } from '../resources/launchAliases.ts';
import { groupAlias } from '../resources/securityGroup.ts';
import { tellForms, tellImage } from './forms.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { SIGNS, signsOf } from './signs.ts';

type TellName = (name: string, tell: Tell) => void;

const group: TellName = (name, tell) => tell('autoScalingGroup', name);
const balancer: TellName = (name, tell) => tell('loadBalancer', classicAlias(name));
const targets: TellName = (name, tell) => tell('targetGroup', targetGroupAlias(name));
const security: TellName = (name, tell) => tell('securityGroup', groupAlias(name));
const template: TellName = (name, tell) => {
  const alias = templateAlias({ name });
  if (alias) tell('launchTemplate', alias);
};
const configuration: TellName = (name, tell) => tell('launchConfiguration', configurationAlias(name));
/** A family alone means its newest revision, which counts as used without any mention. */
const task: TellName = (name, tell) => {
  if (/^[\w-]+:\d+$/.test(name)) tell('taskDefinition', name);
};

/**
 * The words of a member, and of what its value is the name; each also in the plural, and as a list of `{ name }`. In a text
 * that is no JSON the words count where people write them before a name (`inText`): `--auto-scaling-group-name web`.
 */
const NAMED: readonly (readonly [words: string, tell: TellName, where?: 'inText'])[] = [
  ['asg name', group, 'inText'],
  ['auto scaling group', group],
  ['auto scaling group name', group, 'inText'],
  ['auto scaling group name list', group],
  ['base image', tellImage],
  ['classic load balancer', balancer],
  ['container image', tellImage, 'inText'],
  ['container image uri', tellImage, 'inText'],
  ['container uri', tellImage],
  ['docker image', tellImage],
  ['elb info list', balancer],
  ['group name', security],
  ['image', tellImage, 'inText'],
  ['image identifier', tellImage],
  ['image uri', tellImage, 'inText'],
  ['launch configuration', configuration],
  ['launch configuration name', configuration, 'inText'],
  ['launch template', template],
  ['launch template name', template, 'inText'],
  ['load balancer', balancer],
  ['load balancer name', balancer, 'inText'],
  ['parent image', tellImage],
  ['processing image', tellImage],
  ['resolved image', tellImage],
  ['security group', security],
  ['security group name', security, 'inText'],
  ['specified image', tellImage],
  ['target group', targets],
  ['target group info list', targets],
  ['target group name', targets, 'inText'],
  ['task definition', task, 'inText'],
  ['task definition arn', task],
  ['training image', tellImage],
];

/** Without capitals, `_` and `-`. */
const BY_MEMBER: ReadonlyMap<string, TellName> = new Map(
  NAMED.map(([words, tell]) => [words.replaceAll(' ', ''), tell]),
);

/** Everything of a security group may be called by id or by name: `VpcSecurityGroupIds`, `securityGroups`. */
const GROUPS = /^(?:vpc)?securitygroup(?:id|ids|s|memberships|idlist)$/;

const known = new Map<string, TellName | undefined>();
/** Members are few; the keys of people's own JSON need not be. */
const MOST_KNOWN = 10_000;

function namedBy(member: string): TellName | undefined {
  let named = known.get(member);
  if (named || known.has(member)) return named;
  const plain = member.replace(/[_-]/g, '').toLowerCase();
  named = BY_MEMBER.get(plain) ?? BY_MEMBER.get(plain.replace(/s$/, '')) ?? (GROUPS.test(plain) ? security : undefined);
  if (known.size < MOST_KNOWN) known.set(member, named);
  return named;
}

/** Does the member say of what its value is the name? */
export function saysKind(member: string): boolean {
  return namedBy(member) !== undefined;
}

/** Longer names exist for no resource; what is longer is a text. */
const LONGEST_NAME = 512;

/** Tells the resource that the value of a member names, if the member says of what it is the name. */
export function tellName(member: string, value: string, tell: Tell): void {
  const named = namedBy(member);
  if (!named || value.length > LONGEST_NAME || value.startsWith('arn:')) return;
  const name = value.trim();
  if (name !== '') named(name, tell);
}

const IN_TEXTS = NAMED.filter(([, , where]) => where === 'inText').map(([words]) => words.split(' '));
/** The longest first: `image` begins `image-uri`, too. */
const WORDS = IN_TEXTS.map((words) => words.join('-?_?'))
  .toSorted((a, b) => b.length - a.length)
  .join('|');
/** A flag of a shell, YAML, Terraform: `--auto-scaling-group-name web`, `LaunchTemplateName: web`, `\"image\":\"a/b:1\"`. */
const IN_TEXT = new RegExp(`((?:${WORDS})s?)\\\\*["']?\\s*[:= ]\\s*\\\\*["']?([\\w./:@-]{1,255})`, 'gi');
/** A list behind such a word, in brackets or in lines of YAML. */
const LIST_IN_TEXT = new RegExp(`((?:${WORDS})s)["']?\\s*[:=](?:\\s*\\[[^\\]]{0,4000}\\]|(?:\\s+- +\\S+)+)`, 'gi');
/** As many names as a person writes behind `--auto-scaling-group-names`, `names = [` or `Names:`. */
const MOST_IN_LIST = 50;
/** Most texts have none of these words, in small letters, with a capital, or in capitals: that is soon seen. */
const MAY_NAME = new RegExp(
  [...new Set(IN_TEXTS.flatMap((words) => words.at(-1) ?? []))]
    .flatMap((word) => [`[${word.charAt(0)}${word.charAt(0).toUpperCase()}]${word.slice(1)}`, word.toUpperCase()])
    .join('|'),
);

const SEPARATES = SIGNS.colon | SIGNS.blankOrEquals;

/** Tells what a text that is no JSON names, by form and by words before a name. @param given the signs of the text */
export function tellText(escaped: string, tell: Tell, given: number = signsOf(escaped)): void {
  const isEscaped = (given & SIGNS.backslash) !== 0;
  const text = isEscaped ? unescaped(escaped) : escaped;
  const signs = isEscaped ? signsOf(text) : given;
  tellForms(text, tell, signs);
  if (!(signs & SEPARATES) || !MAY_NAME.test(text)) return;
  forEachMatch(IN_TEXT, text, ({ 0: found, 1: member = '', 2: name = '', index }) => {
    tellName(member, name, tell);
    if (/s$/i.test(member)) for (const one of listAt(text, index + found.length)) tellName(member, one, tell);
  });
  forEachMatch(LIST_IN_TEXT, text, ({ 0: found, 1: member = '' }) => {
    for (const one of listAt(found, member.length)) tellName(member, one, tell);
  });
}

/** The words of a list: a shell's, one in brackets, YAML's. It ends at the next flag or key. */
function listAt(text: string, at: number): readonly string[] {
  const words = text
    .slice(at, at + 4_000)
    .split(/[\s,"'[\]]+/)
    .slice(0, MOST_IN_LIST + 1);
  const end = words.findIndex((word, index) => /^--|^\w.*[:=]$/.test(word) && index > 0);
  return (end < 0 ? words : words.slice(0, end)).filter((word) => /^\w[\w./:@-]*$/.test(word));
}

/** A text that a program wrote into another one: the letter of a line break belongs to no name. */
function unescaped(text: string): string {
  return text.replace(/\\+[nrt]/g, ' ').replace(/\\+(["'/])/g, '$1');
}
