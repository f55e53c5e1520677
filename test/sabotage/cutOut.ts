/** The real scripts of `src/state/redis/lua` with a piece cut out of them; everything else is the real thing. */
import { createHash } from 'node:crypto';
import { loadScript, type Script, ScriptRunner } from '../../src/state/redis/script.ts';

/** A piece of a script, letter by letter, and what stands there instead. */
export interface Edit {
  readonly script: string;
  readonly from: string;
  readonly to: string;
}

const edits: Edit[] = [];

/**
 * From now on, and for all stores of this process, the scripts are run without these pieces.
 * @throws Error when a script does not hold its piece (any more)
 */
export function cutOut(...wanted: readonly Edit[]): void {
  for (const edit of wanted) assertMatches(edit);
  if (edits.length === 0) intercept();
  edits.push(...wanted.filter((edit) => !edits.includes(edit)));
}

/** Exactly once: an edit must not rot when the script changes. */
export function assertMatches({ script, from }: Edit): void {
  const found = loadScript(script, []).source.split(from).length - 1;
  if (found !== 1) throw new Error(`${script}.lua holds this ${found} times, not once:\n${from}`);
}

/** The runner is where every script goes through on its way to Redis. */
function intercept(): void {
  const { write } = ScriptRunner.prototype;
  ScriptRunner.prototype.write = function (script, call) {
    return write.call(this, edited(script), call);
  };
}

function edited<K extends string>(script: Script<K>): Script<K> {
  const here = edits.filter((edit) => edit.script === script.name);
  const source = here.reduce((text, { from, to }) => text.replace(from, () => to), script.source);
  return { ...script, source, sha: createHash('sha1').update(source).digest('hex') };
}
