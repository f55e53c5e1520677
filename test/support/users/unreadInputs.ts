/** What inputs.tsv calls not read, as the program says it: src/handlers/aws/evidence/unreadInputs.ts. */
import { writeFileSync } from 'node:fs';
import type { InputLine } from './inputs.ts';

const MODULE = new URL('../../../src/handlers/aws/evidence/unreadInputs.ts', import.meta.url);

interface UnreadInput {
  readonly what: string;
  readonly breaks: string;
  readonly services: readonly string[];
}

/** Each sort of text once, with the services that have it. */
export function unreadInputsIn(table: readonly InputLine[]): readonly UnreadInput[] {
  const found = new Map<string, UnreadInput>();
  for (const { service, answer } of table) {
    const [, what, breaks] = /^not read: ([^:]+): (.+)$/.exec(answer) ?? [];
    if (what === undefined || breaks === undefined) continue;
    const services = new Set([...(found.get(what)?.services ?? []), service]);
    found.set(what, { what, breaks, services: [...services].toSorted() });
  }
  return [...found.values()].toSorted((one, other) => (one.what < other.what ? -1 : 1));
}

const HEAD = `/**
 * Texts that people write in services of AWS and that no source reads: what they are, what breaks if a resource goes that only they
 * name, and the services. Written by \`npm run users -- --write\` from test/support/users/inputs.tsv.
 */
export const UNREAD_INPUTS: readonly (readonly [what: string, breaks: string, services: string])[] = [
`;

export function writeUnreadInputs(table: readonly InputLine[]): void {
  const quoted = (text: string) => `'${text.replaceAll("'", "\\'")}'`;
  const rows = unreadInputsIn(table).map(
    ({ what, breaks, services }) => `  [${[what, breaks, services.join(', ')].map(quoted).join(', ')}],\n`,
  );
  writeFileSync(MODULE, `${HEAD}${rows.join('')}];\n`);
}
