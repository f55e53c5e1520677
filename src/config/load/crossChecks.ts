/** Checks for values that contradict each other. Works on plain data. */

import { checkTransports } from '../schema/notifySection.ts';
import { exactDuration } from '../schema/scalars.ts';
import { httpSection, workSection } from '../schema/sections.ts';
import type { Reporter } from '../yaml/report.ts';
import type { Path } from '../yaml/tree.ts';
import { checkSignIn } from './signInChecks.ts';

/** Problems between values of the document. */
export function crossCheck(valueAt: (path: Path) => unknown, entries: number, accounts: number, reporter: Reporter) {
  for (const path of windowPaths(entries, accounts)) checkWindow(valueAt, path, reporter);
  const unsaid = workSection.parse({});
  const budget = valueAt(['work', 'budget']) === undefined ? unsaid.budget : read(valueAt(['work', 'budget']));
  const deadline = valueAt(['work', 'deadline']) === undefined ? unsaid.deadline : read(valueAt(['work', 'deadline']));
  if (budget !== undefined && deadline !== undefined && deadline <= budget) {
    reporter.report(
      ['work', 'deadline'],
      'a deadline must be longer than the budget (`deadline` is 10m, `budget` 250s unless given)',
    );
  }
  const unsaidHttp = httpSection.parse({});
  const publicPort = valueAt(['http', 'public', 'port']) ?? unsaidHttp.public.port;
  const operatorPort = valueAt(['http', 'operator', 'port']) ?? unsaidHttp.operator.port;
  if (publicPort === operatorPort && publicPort !== 0) {
    reporter.report(['http'], `the two listeners need different ports; both have ${publicPort}`, 'key');
  }
  for (const section of ['optOut', 'signing']) uniqueIds(section, valueAt([section, 'keys']), reporter);
  checkTransports(valueAt(['notify']), reporter);
  checkSignIn(valueAt, reporter);
}

function windowPaths(entries: number, accounts: number): readonly Path[] {
  const perEntry = Array.from({ length: entries }, (_, index): Path => ['cleanup', index, 'window']);
  const perAccount = Array.from({ length: accounts }, (_, index): Path => ['accounts', index, 'window']);
  return [['window'], ...perAccount, ...perEntry];
}

function checkWindow(valueAt: (path: Path) => unknown, path: Path, reporter: Reporter): void {
  const [from, to] = [valueAt([...path, 'from']), valueAt([...path, 'to'])];
  if (typeof from === 'string' && from === to) {
    reporter.report(
      [...path, 'to'],
      'the window opens and closes at the same time; write "00:00" to "24:00" for all day',
    );
  }
}

function uniqueIds(section: string, keys: unknown, reporter: Reporter): void {
  if (!Array.isArray(keys)) return;
  const ids = keys.map((key: unknown) => (key as { id?: unknown } | null)?.id);
  ids.forEach((id, index) => {
    if (id !== undefined && ids.indexOf(id) < index) {
      reporter.report([section, 'keys', index, 'id'], 'the id of a key must be unique');
    }
  });
}

function read(value: unknown): number | undefined {
  const result = exactDuration.safeParse(value);
  return result.success ? result.data : undefined;
}
