/** What a text gives to names of its own: a flag of a shell, a variable, a line of YAML, TOML or properties. Pure. */
import { allOf, saidBy } from './byValue.ts';
import { forEachMatch } from './matches.ts';
import type { Tell, TellName } from './mention.ts';
import { namedBy, tellName } from './names.ts';
import { OPEN, tellBeginning, tellOpen } from './openNames.ts';

/** What may stand there in the place of a name: the default of a variable. */
const SET = '(?:\\$\\{\\w{1,80}:?[-=])?([\\w./#@+][\\w./:#@+-]{0,254})';
const PLACE =
  '(?:\\$\\{[^{}\\n]{1,200}\\}|\\$\\([^()\\n]{1,80}\\)|\\$\\w{1,80}(?!\\w)|[$#]?\\{{1,2} {0,3}[\\w.]{0,80} {0,3}\\}{1,2}|%\\w{1,80}%|%[sdv]|<[\\w.-]{1,80}>|\\*)';
/** A name that begins with what is put in later: `${STAGE}-orders`, `{{ stage }}-orders`, `$PROJECT-${STAGE:-dev}-orders`. */
const OPENS = `((?:${PLACE}[\\w./:#@+-]{0,80}){0,5}${PLACE}[\\w./:#@+-]{2,254}${PLACE}?)`;
/** A letter before the quotes says how Python or C# reads them: `f"{stage}-orders"`. */
const VALUE = `\\\\{0,9}(?:[$@a-z]{1,2}(?=["'\`]))?["'\`]?(?:${OPENS}|${SET})`;
/** What stands there where nobody gives the variable: `${STAGE:-dev}`. */
const DEFAULT = /\$\{\w{1,80}:?[-=]([^{}]{1,200})\}/g;
/** `--service web`, `-Service web`. */
const FLAG = new RegExp(`(?<![\\w-])--?([a-z][\\w-]{0,80})(?:=|\\s{1,40})${VALUE}`, 'gi');
/** `TABLE=orders ./run`, also of an option: `table=orders`. */
const VARIABLE = new RegExp(`(?<![\\w.-])([a-z]\\w{0,80})=${VALUE}`, 'gi');
/** A line: `table: orders`, `table = "orders"`, `const table = 'orders'`, `- table: orders`. */
const LINE = new RegExp(
  `^[ \\t]{0,80}(?:- +)?(?:(?:export|set|const|let|var|local) +|\\$(?:env:)?)?["']?([a-z][\\w.-]{0,80})["']?[ \\t]{0,20}(?::=|=>|: |=)[ \\t]{0,20}(?:\\[\\s{0,40})?${VALUE}`,
  'gim',
);
/** In a text that has JSON, or something like it, in it: `"table": "orders"`. */
const QUOTED = new RegExp(`["']([a-z][\\w.-]{0,80})\\\\{0,9}["']\\s{0,9}(?::|=>)\\s{0,9}${VALUE}`, 'gi');
/** An ending has its sign before it: `TABLE_SUFFIX: "-orders"`, `--table-suffix -orders`. */
const SUFFIX = /([a-z][\w.-]{0,80}suffix)["']?(?:=|\s{0,9}[:=]\s{0,9}|\s{1,9})["']?(-[\w./-]{2,254})/gi;
/** The other names of a list, in brackets, behind commas, blanks or in lines with dashes. */
const MORE = /^["']?(?:(?:\s{0,9},\s{0,9}|\s{1,40}(?:- )?)["']?(?!-)[\w./#-]{1,255}["']?(?![\w=:])){1,50}/;
const LIST =
  /^[ \t]{0,80}["']?([a-z][\w.-]{0,80}s)["']?[ \t]{0,20}(?:=>|[:=])\s{0,80}(?:\[|- )\s{0,80}["']?(?=[\w/])/gim;
const LONGEST_LIST = 1_000;

/** Most values have nothing of it. */
export function mayAssign(text: string): boolean {
  return text.includes(' -') || text.includes(': ') || text.includes('":') || text.includes("':") || hasSign(text);
}

/** That at the end is of base64. */
function hasSign(text: string): boolean {
  const at = text.indexOf('=');
  return at > 0 && at < text.length - 2;
}

export function tellAssigned(text: string, tell: Tell): void {
  for (const form of [FLAG, VARIABLE, LINE, QUOTED]) {
    forEachMatch(form, text, ({ 0: found, 1: key = '', 2: open, 3: value = '', index }) => {
      const named = allOf(namedBy(key), saidBy(key));
      if (open !== undefined) {
        tellOpen(namedBy(key), open, tell);
        return tellDefaults(named, open, tell);
      }
      if (named === undefined) return;
      tellName(named, value.replace(/[.:]+$/, ''), tell);
      if (OPEN.test(text.charAt(index + found.length))) tellBeginning(namedBy(key), value, tell);
      if (/s$/i.test(key)) tellList(text, index + found.length, key, tell);
    });
  }
  if (/suffix/i.test(text))
    forEachMatch(SUFFIX, text, ([, key = '', value = '']) => tellName(namedBy(key), value, tell));
  forEachMatch(LIST, text, ({ 0: found, 1: key = '', index }) => tellList(text, index + found.length, key, tell));
}

/** Tells each default by itself, and the name with all of them: `dev` and `dev-orders`. */
function tellDefaults(named: TellName | undefined, open: string, tell: Tell): void {
  if (!open.includes('${')) return;
  for (const [, one = ''] of open.matchAll(DEFAULT)) tellName(named, one, tell);
  const whole = open.replace(DEFAULT, '$1');
  if (whole !== open) tellName(named, whole.replace(/[.:]+$/, ''), tell);
}

function tellList(text: string, at: number, key: string, tell: Tell): void {
  const behind = text.slice(at, at + LONGEST_LIST);
  const [list = ''] =
    MORE.exec(behind.startsWith('"') || behind.startsWith("'") || /^\s|^,/.test(behind) ? behind : ` ${behind}`) ?? [];
  const named = allOf(namedBy(key), saidBy(key));
  for (const [name] of list.matchAll(/[\w./#][\w./#-]{0,254}/g)) tellName(named, name, tell);
}
