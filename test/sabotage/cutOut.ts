/** The real scripts of `src/state/redis/lua` with a piece cut out of them; everything else is the real thing. */
import { createHash } from 'node:crypto';
import { loadScript, type Script, ScriptRunner } from '../../src/state/redis/script.ts';
import { patched } from './patched.ts';
import type { Change } from './sabotage.ts';

/** A piece of a script, letter by letter, and the text that replaces it. */
export interface Edit {
  readonly script: string;
  readonly from: string;
  readonly to: string;
}

/**
 * All stores of this process run the scripts without these pieces: every script passes through the runner on its way to
 * Redis.
 */
export function cutOut(...edits: readonly Edit[]): Change {
  return {
    /** @throws Error when a script does not hold its piece (any more) */
    patch() {
      for (const edit of edits) assertMatches(edit);
      return patched(
        ScriptRunner.prototype,
        'write',
        (write) =>
          function (this: ScriptRunner, script, call) {
            return write.call(this, edited(script, edits), call);
          },
      );
    },
  };
}

/** Exactly once: an edit must not rot when the script changes. */
export function assertMatches({ script, from }: Edit): void {
  const found = loadScript(script, []).source.split(from).length - 1;
  if (found !== 1) throw new Error(`${script}.lua holds this ${found} times, not once:\n${from}`);
}

function edited<K extends string>(script: Script<K>, edits: readonly Edit[]): Script<K> {
  const here = edits.filter((edit) => edit.script === script.name);
  const source = here.reduce((text, { from, to }) => text.replace(from, () => to), script.source);
  return { ...script, source, sha: createHash('sha1').update(source).digest('hex') };
}
