/** What the table calls unread, as the program says it: src/handlers/aws/evidence/unreadUsers.ts. */
import { writeFileSync } from 'node:fs';
import type { Line } from './table.ts';

const MODULE = new URL('../../../src/handlers/aws/evidence/unreadUsers.ts', import.meta.url);

type Unread = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** By kind, each sort of user with what breaks. */
export function unreadIn(table: readonly Line[]): Unread {
  const found: Record<string, Record<string, string>> = {};
  for (const { kind, answer } of table) {
    const [, users, breaks] = /^unread: ([^:]+): (.+)$/.exec(answer) ?? [];
    if (users === undefined || breaks === undefined) continue;
    found[kind] = { ...found[kind], [users]: breaks };
  }
  return found;
}

const HEAD = `/**
 * Users in AWS that no source reads yet, by the kind of resource that they need: the users, and what breaks without it. Written by
 * \`npm run users -- --write\` from test/support/users/users.tsv, which says where in AWS's answers they stand.
 */
export const UNREAD_USERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
`;

const TAIL = `
/** @param kind the type of the resource, or \`containerImage\` */
export function unreadUsersOf(kind: string): Readonly<Record<string, string>> {
  return UNREAD_USERS[kind] ?? {};
}
`;

export function writeUnread(table: readonly Line[]): void {
  const kinds = Object.entries(unreadIn(table)).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = kinds.map(([kind, users]) => {
    const lines = Object.entries(users)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([who, breaks]) => `    '${who}': '${breaks}',\n`);
    return `  ${kind}: {\n${lines.join('')}  },\n`;
  });
  writeFileSync(MODULE, `${HEAD}${parts.join('')}};\n${TAIL}`);
}
