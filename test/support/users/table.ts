/** The table of who may use what: one line for each member of AWS's answers that can name a resource of ours. */
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('./users.tsv', import.meta.url);

/** The answer to "does this member show a user of the resource?" */
export const ANSWERS =
  /^(?:read by \w+(?:, \w+)*|own description(?:: .+)?|refused by AWS: .+|covered by \w+(?:, \w+)*(?:: .+)?|no use: .+|unread: [^:']+: [^:']+)$/;

export interface Line {
  readonly kind: string;
  /** As AWS's models call it, in small letters with `-`: `auto-scaling`. */
  readonly service: string;
  /** `Shape.member`; several only in a line about calls that Holystone does not send. */
  readonly members: readonly string[];
  /** Operation and path of a call that Holystone sends: `DescribeInstances Reservations[].Instances[].ImageId`. */
  readonly where?: string;
  readonly answer: string;
}

const HEAD = 'kind\tservice\tmember\twhere\tanswer';

export function textOfTable(): string {
  return readFileSync(FILE, 'utf8');
}

export function readTable(): readonly Line[] {
  return linesOf(textOfTable());
}

export function linesOf(text: string): readonly Line[] {
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [kind = '', service = '', members = '', where = '', answer = ''] = line.split('\t');
    return { kind, service, members: members.split(' '), answer, ...(where !== '-' && { where }) };
  });
}

/** The lines of a table in their order, with equal answers about members of one service in one line. */
export function formatted(lines: readonly Line[]): string {
  const groups = new Map<string, { line: Line; members: Set<string> }>();
  for (const line of lines) {
    const { kind, service, where = '-', answer, members } = line;
    const key = [kind, service, where, answer].join('\t');
    const group = groups.get(key) ?? { line, members: new Set() };
    for (const member of members) group.members.add(member);
    groups.set(key, group);
  }
  const rows = [...groups.values()].map(({ line: { kind, service, where = '-', answer }, members }) => {
    return [kind, service, [...members].toSorted().join(' '), where, answer].join('\t');
  });
  return `${[HEAD, ...rows.toSorted()].join('\n')}\n`;
}

export function writeTable(text: string): void {
  writeFileSync(FILE, text);
}

/** The sources, or safeguards, that an answer names. */
export function namesIn(answer: string): readonly string[] {
  const [, names = ''] = /^(?:read|covered) by ([\w, ]+)/.exec(answer) ?? [];
  return names.split(', ').filter(Boolean);
}
