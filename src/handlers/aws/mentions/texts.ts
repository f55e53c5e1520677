/** What a text that is no JSON names, by form and by words before a name. Pure. */
import { mayAssign, tellAssigned } from './assigned.ts';
import { tellByTag } from './byTag.ts';
import { tellShares, tellWords } from './byValue.ts';
import { tellForms } from './forms.ts';
import type { Variables } from './holes.ts';
import { forEachMatch } from './matches.ts';
import type { Tell } from './mention.ts';
import { SIGNS, signsOf } from './signs.ts';
import { mayHaveStatement, tellStatement } from './statements.ts';

/**
 * An argument of the Cluster Autoscaler:
 * https://github.com/kubernetes/autoscaler/blob/master/cluster-autoscaler/cloudprovider/aws/README.md#manual-configuration
 */
const NODES = /--nodes[= ]\d+:\d+:([^\s"',]{1,255})/g;
/**
 * Tells what a text that is no JSON names, by form and by words before a name.
 * @param given the signs of the text
 * @param known variables that are set beside it
 * @param isProgram each of its words may be a name, for a program reads it; else a person does
 */
export function tellText(
  escaped: string,
  tell: Tell,
  given: number = signsOf(escaped),
  isProgram = false,
  known?: Variables,
): void {
  const isEscaped = (given & SIGNS.backslash) !== 0;
  const text = isEscaped ? unescaped(escaped) : escaped;
  const signs = isEscaped ? signsOf(text) : given;
  tellForms(text, tell, signs);
  tellByTag(text, tell);
  if (isProgram) tellWords(text, tell);
  if (isProgram && isEscaped) tellShares(escaped, tell);
  if (mayHaveStatement(text)) tellStatement(text, tell);
  if (signs & SIGNS.word || mayAssign(text)) tellAssigned(text, tell, known);
  if (text.includes('--nodes')) forEachMatch(NODES, text, ([, name = '']) => tell('autoScalingGroup', name));
}

/** A text that a program wrote into another one: the letter of a line break belongs to no name. */
function unescaped(text: string): string {
  return text.replace(/(?<!\\)\\+[nrt]/g, ' ').replace(/(?<!\\)\\+(["'/])/g, '$1');
}
