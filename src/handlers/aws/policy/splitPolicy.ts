/** Divides a policy into managed policies that IAM accepts. Pure. */
import type { PolicyDocument, Statement } from './documents.ts';

/**
 * Characters of a managed policy, and how many a role can have without a raised quota:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html
 */
const POLICY_CHARACTERS = 6_144;
export const POLICIES_PER_ROLE = 10;

/**
 * The fewest documents, in the order of the statements, that together say the same. `undefined` if one action and its
 * condition alone are too long.
 */
export function splitPolicy({ Version, Statement }: PolicyDocument): readonly PolicyDocument[] | undefined {
  const pieces = Statement.map((statement) => splitStatement(statement));
  if (pieces.some((each) => each === undefined)) return undefined;
  const documents: Statement[][] = [];
  for (const piece of pieces.flatMap((each) => each ?? [])) {
    const last = documents.at(-1);
    if (last && fits([...last, piece])) last.push(piece);
    else documents.push([piece]);
  }
  return documents.map((statements) => ({ Version, Statement: statements }));
}

/** Halves of a statement that is too long, each with some of its actions, or else of its resources. */
function splitStatement(statement: Statement): readonly Statement[] | undefined {
  if (fits([statement])) return [statement];
  const key = statement.Action.length > 1 ? 'Action' : 'Resource';
  const items = statement[key];
  if (items.length < 2) return undefined;
  const middle = Math.ceil(items.length / 2);
  const halves = [items.slice(0, middle), items.slice(middle)].map((some, index) =>
    splitStatement({ ...statement, Sid: `${statement.Sid}Part${index + 1}`, [key]: some }),
  );
  return halves.some((half) => half === undefined) ? undefined : halves.flatMap((half) => half ?? []);
}

/** IAM does not count white space; this counts the little that JSON needs. */
function fits(statements: readonly Statement[]): boolean {
  return JSON.stringify({ Version: '2012-10-17', Statement: statements }).length <= POLICY_CHARACTERS;
}
