/** The walks of docs/architecture.md: which function calls which, in order, from one event to another. */
import { readFileSync } from 'node:fs';

const PAGE = new URL('../../docs/architecture.md', import.meta.url);

/** One line of a walk. */
export interface Step {
  /** `path name`; a script of Redis only as its path. */
  readonly label: string;
  /** The line above with less indentation: it calls this one. */
  readonly caller: string | undefined;
}

/** The steps in the block of text below this heading of the page. */
export function walkOf(heading: string, page = readFileSync(PAGE, 'utf8')): readonly Step[] {
  const block = page.split(`### ${heading}\n`)[1]?.match(/```text\n(.*?)```/s)?.[1];
  if (block === undefined) throw new Error(`docs/architecture.md has no walk "${heading}"`);
  const open: { indent: number; label: string }[] = [];
  return block.split('\n').flatMap((line) => {
    const [, indent = '', path, name] = /^( *)([\w/]+\.(?:tsx?|lua))(?: +([#\w]+))?/.exec(line) ?? [];
    if (path === undefined) return [];
    const label = path.endsWith('.lua') ? path : `${path} ${name}`;
    while ((open.at(-1)?.indent ?? -1) >= indent.length) open.pop();
    const caller = open.at(-1)?.label;
    open.push({ indent: indent.length, label });
    return [{ label, caller }];
  });
}

/**
 * Where a walk and the recorded calls differ. Each step must be a call after the one before, and the nearest function of
 * the walk that called it must be the one that the walk says.
 */
export function differences(steps: readonly Step[], entered: readonly (readonly string[])[]): readonly string[] {
  const named = new Set(steps.map(({ label }) => label));
  const calls = entered.map(([label = '', ...callers]) => ({
    label,
    caller: callers.find((one) => one !== label && named.has(one)),
  }));
  const wrong: string[] = [];
  let from = 0;
  for (const { label, caller } of steps) {
    const at = calls.findIndex((call, index) => index >= from && call.label === label && call.caller === caller);
    if (at >= 0) {
      from = at + 1;
      continue;
    }
    const callers = new Set(
      calls.slice(from).flatMap((call) => (call.label === label ? [call.caller ?? 'no step'] : [])),
    );
    const instead = callers.size > 0 ? `its callers from here on: ${[...callers].join(', ')}` : 'no call from here on';
    wrong.push(`${label} is not called by ${caller ?? 'any function outside the walk'}; ${instead}`);
  }
  return wrong;
}
