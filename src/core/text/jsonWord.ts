import { UNSEEN } from '../common/seen.ts';

/** A string of JSON whose invisible characters are escapes. */
export function jsonWord(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (unit) =>
    [...Array(unit.length).keys()].map((at) => `\\u${unit.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}
