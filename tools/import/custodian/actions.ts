/** The actions of a policy of Custodian: whether it deletes, and after how many days. */
import type { AwsType } from '../awsTypes.ts';
import { isPlain, type Plain } from '../sourceFile.ts';

export type Deletion =
  /** `days`: from its mark to its deletion; 0: at once. */
  | { readonly kind: 'deletes'; readonly days: number }
  | { readonly kind: 'reports' }
  | { readonly kind: 'refused'; readonly why: string };

export interface ReadActions {
  readonly deletion: Deletion;
  /** What Holystone does otherwise, or not. */
  readonly differences: readonly string[];
}

const DEFAULT_DAYS = 4;
const REPORTS = ['notify', 'put-metric', 'webhook', 'post-finding', 'post-item', 'invoke-lambda', 'invoke-sfn'];

export function actionsOf(given: unknown, { deletes }: AwsType): ReadActions {
  const actions = [given ?? []].flat().map((one): Plain => (isPlain(one) ? one : { type: one }));
  const differences: string[] = [];
  let deletion: Deletion = { kind: 'reports' };
  for (const action of actions) {
    const type = String(action.type);
    const op = type === 'mark-for-op' ? String(action.op ?? 'stop') : type;
    if (type !== 'mark-for-op' && REPORTS.includes(type)) {
      differences.push(`the action \`${type}\`: Holystone notifies the owner itself`);
    } else if (type === 'mark-for-op' && op === 'notify') {
      differences.push('`mark-for-op` with `notify`: Holystone notifies the owner itself');
    } else if (!deletes.includes(op)) {
      const what = type === 'mark-for-op' ? `\`mark-for-op\` with \`${op}\`` : `the action \`${type}\``;
      return { deletion: { kind: 'refused', why: `${what} is no deletion, and has no counterpart` }, differences };
    } else {
      const days = type === 'mark-for-op' ? daysTo(action) : 0;
      if (days === undefined)
        return { deletion: { kind: 'refused', why: '`days` or `hours` of a mark is no number' }, differences };
      deletion = { kind: 'deletes', days };
      const options = Object.keys(action).filter((key) =>
        ['force', 'delete-snapshots', 'skip-ami-snapshots'].includes(key),
      );
      for (const option of options) differences.push(DIFFERENCES[option] ?? option);
    }
  }
  return { deletion, differences };
}

const DIFFERENCES: Readonly<Record<string, string>> = {
  force: '`force`: Holystone forces nothing; a resource in use stays',
  'delete-snapshots': '`delete-snapshots`: snapshots have entries of their own (`type: snapshot`)',
  'skip-ami-snapshots': '`skip-ami-snapshots`: a snapshot of an image always stays',
};

function daysTo({ days, hours }: Plain): number | undefined {
  const sum = Number(days ?? 0) + Number(hours ?? 0) / 24;
  if (!Number.isFinite(sum)) return undefined;
  return sum > 0 ? Math.ceil(sum) : DEFAULT_DAYS;
}
