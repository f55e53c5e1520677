/** `explain ID --from look.json`: what a look found out about one resource, without a request. */
import { ClosestTo } from '../core/owner/unseen.ts';
import { visible } from '../core/text/visible.ts';
import { verdictTexts } from '../http/operator/texts/verdict.ts';
import { type CliContext, EXIT, UsageError, writeLine } from './context.ts';
import type { TextFormat } from './format.ts';
import type { InUse, Look, Wasted } from './look/look.ts';
import { PASSED } from './look/steps.ts';
import { readLook } from './lookDocument.ts';

/** @throws UsageError where the look has no such id, or several: they are listed */
export function explainLook(id: string, file: string, { format }: TextFormat, context: CliContext): void {
  const look = readLook(file);
  const all = [...look.wasted, ...look.inUse];
  const found = all.filter((row) => row.id === id || row.name === id);
  const [row, ...others] = found;
  if (row === undefined) throw new UsageError(absentWords(look, all, id, file));
  if (others.length > 0) {
    const places = found.map(({ called, location, id: own }) => `${called} ${own} in ${location}`);
    throw new UsageError(`${visible(id)} is the name of several in ${file}: ${visible(places.join(', '))}`);
  }
  writeLine(context.stdout, format === 'json' ? JSON.stringify(row) : describe(row, look));
  if (look.notLookedAt > 0) context.exitCode = EXIT.withheld;
}

function absentWords({ unknown, notLookedAt }: Look, all: readonly (Wasted | InUse)[], id: string, file: string) {
  const closest = new ClosestTo(id);
  for (const row of all) closest.see(row);
  const meant = closest.meant.map((one) => one.id).join(', ');
  const hint = meant === '' ? '' : `; did you mean ${meant}?`;
  const rest = [
    'it lists what was found and what only looks unused',
    ...(unknown > 0 ? [`${unknown} are unknown`] : []),
    ...(notLookedAt > 0 ? [`${notLookedAt} places were not looked at`] : []),
  ];
  return visible(`${file} has no ${id}${hint} (${rest.join('; ')})`);
}

function describe(row: Wasted | InUse, { generatedAt }: Look): string {
  const { id, name, called, location, owner } = row;
  const titled = `${visible(id)} (${visible(name)}), ${called} in ${visible(location)}`;
  const lines = [`  owner: ${visible(owner ?? 'none')}`, `  looked at: ${generatedAt}`];
  if ('usedBy' in row) {
    const users = row.usedBy.map((user) => `  used by: ${visible(user)}`);
    return [`${titled}: keep`, ...users, `  a filter would take it: ${row.filter}`, ...lines].join('\n');
  }
  const after = row.after === undefined ? [] : [`  it goes after ${visible(row.after.join(', '))}`];
  const steps = row.steps.flatMap(({ step, says, reasons }) => [
    `${says === 'pass' ? ' ' : '→'} ${verdictTexts.step[step].padEnd(10)} ${says}`,
    ...(reasons.length > 0 ? reasons : [PASSED[step]]).map((reason) => `      ${visible(reason)}`),
  ]);
  const reasons = row.reasons.map((reason) => `  ${visible(reason)}`);
  return [`${titled}: ${row.after ? 'held' : 'candidate'}`, ...reasons, ...after, ...lines, '', ...steps].join('\n');
}
