/** What a text that is no JSON names, by form and by words before a name. Pure. */
import { mayAssign, tellAssigned } from './assigned.ts';
import { tellByTag } from './byTag.ts';
import { tellShares, tellWords } from './byValue.ts';
import { tellForms } from './forms.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { namedBy, tellName } from './names.ts';
import { SIGNS, signsOf } from './signs.ts';
import { mayHaveStatement, tellStatement } from './statements.ts';
import { IN_TEXTS } from './words.ts';

/** The longest first: `image` begins `image-uri`, too. */
const WORDS = IN_TEXTS.map((words) => words.replaceAll(' ', '-?_?'))
  .toSorted((a, b) => b.length - a.length)
  // A variable: the word alone is one of prose, too.
  .concat('(?<=\\w_)table')
  .join('|');
/** So many blanks, and no more: else a text of blanks takes time by the square of its length. */
const BEFORE = `((?:${WORDS})s?)\\\\{0,9}["']?\\s{0,40}[:= ]\\s{0,40}`;
/** A flag of a shell, YAML, Terraform: `--auto-scaling-group-name web`, `LaunchTemplateName: web`, `\"image\":\"a/b:1\"`. */
const IN_TEXT = new RegExp(`${BEFORE}\\\\{0,9}["']?([\\w./:@+-]{1,255})`, 'gi');
/** A name may have blanks and other signs: `--auto-scaling-group-name 'Web (blue)'`, `"LaunchTemplateName=web(blue),Version=3"`. */
const ODD_IN_TEXT = new RegExp(`${BEFORE}(?:(["'])([^"'\\n]{1,255})\\2|([^\\s"',;]{1,255}))`, 'gi');
/**
 * An argument of the Cluster Autoscaler:
 * https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/cloudprovider/aws/README.md#manual-configuration
 */
const NODES = /--nodes[= ]\d+:\d+:([^\s"',]{1,255})/g;
/** A list behind such a word, in brackets or in lines of YAML. */
const LIST_IN_TEXT = new RegExp(`((?:${WORDS})s)["']?\\s*[:=](?:\\s*\\[[^\\]]{0,4000}\\]|(?:\\s+- +\\S+)+)`, 'gi');
/** As many names as a person writes behind `--auto-scaling-group-names`, `names = [` or `Names:`. */
const MOST_IN_LIST = 50;

/**
 * Tells what a text that is no JSON names, by form and by words before a name.
 * @param given the signs of the text
 * @param isProgram each of its words may be a name, for a program reads it; else a person does
 */
export function tellText(escaped: string, tell: Tell, given: number = signsOf(escaped), isProgram = false): void {
  const isEscaped = (given & SIGNS.backslash) !== 0;
  const text = isEscaped ? unescaped(escaped) : escaped;
  const signs = isEscaped ? signsOf(text) : given;
  tellForms(text, tell, signs);
  tellByTag(text, tell);
  if (isProgram) tellWords(text, tell);
  if (isProgram && isEscaped) tellShares(escaped, tell);
  if (mayHaveStatement(text)) tellStatement(text, tell);
  if (mayAssign(text)) tellAssigned(text, tell);
  if (text.includes('--nodes')) forEachMatch(NODES, text, ([, name = '']) => tell('autoScalingGroup', name));
  if (!(signs & SIGNS.word)) return;
  forEachMatch(IN_TEXT, text, ({ 0: found, 1: member = '', 2: name = '', index }) => {
    const named = namedBy(member);
    tellName(named, name, tell);
    if (/s$/i.test(member)) for (const one of listAt(text, index + found.length)) tellName(named, one, tell);
  });
  forEachMatch(ODD_IN_TEXT, text, ({ 1: member = '', 3: quoted, 4: name = '' }) => {
    tellName(namedBy(member), quoted ?? name, tell);
  });
  forEachMatch(LIST_IN_TEXT, text, ({ 0: found, 1: member = '' }) => {
    for (const one of listAt(found, member.length)) tellName(namedBy(member), one, tell);
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
  return text.replace(/(?<!\\)\\+[nrt]/g, ' ').replace(/(?<!\\)\\+(["'/])/g, '$1');
}
