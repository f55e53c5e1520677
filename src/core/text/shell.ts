/** Words of commands that people copy. Pure. */
import { UNSEEN } from '../common/seen.ts';
import { hasUnseen } from './visible.ts';

/**
 * One word of a command, as a shell takes it. With invisible characters it is `$'…'`, which bash, ksh and zsh read: a
 * page, a terminal and a mail show such a character by its name, and a copy of that would be another word.
 */
export function shellWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  if (!hasUnseen(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replace(/[\\']/g, '\\$&').replace(UNSEEN, escaped)}'`;
}

function escaped(character: string): string {
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}
