/** Were the answers right, and did no request leave that a decision or a date forbids? Pure: it only reads what was written down. */

import { DECISIONS } from '../simulation/history/decisions.ts';
import { linearize, type Operation } from '../simulation/history/linearizable.ts';

/** All instants are ms since the epoch, by the one clock of this machine. */
export interface Account {
  /** Of each resource: keep, undo, look, permit and request. */
  readonly histories: ReadonlyMap<string, readonly Operation[]>;
  /** Kill and resume, which concern every resource. */
  readonly control: readonly Operation[];
  /** When Redis may have lost what it acknowledged: empty with replicas. */
  readonly losses: readonly Span[];
  readonly mails: readonly Mail[];
  readonly retentionMs: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Mail {
  readonly at: number;
  /** The resources that it names. */
  readonly ids: readonly string[];
}

export interface Judgement {
  /** Resources with a decision that was acknowledged and lost, as documented. */
  readonly lost: readonly string[];
  readonly violations: readonly string[];
}

/** A permit whose answer nobody saw; there may be more, but no answer needs more. */
const UNSEEN: Operation = { name: 'permit', calledAt: 0 };

export function judge(account: Account): Judgement {
  const lost: string[] = [];
  const violations: string[] = [];
  for (const [id, own] of account.histories) {
    const requests = own.filter(({ name }) => name === 'request').map(endOf);
    // Only a request has to obey a stop.
    const control = account.control.filter(({ calledAt }) => requests.some((at) => calledAt <= at));
    const all = [...own, UNSEEN, UNSEEN, ...control];
    if (!linearize(DECISIONS, all).isLinearizable) {
      const forgiving = all.map((operation) => forgiven(operation, account.losses));
      const { isLinearizable, fits } = linearize(DECISIONS, forgiving);
      if (isLinearizable) lost.push(id);
      else violations.push(`${id}: ${misfit(forgiving, fits)}`);
    }
    violations.push(...laws(id, own, account, lost.includes(id)));
  }
  return { lost, violations };
}

/** Whatever a loss may have taken back has perhaps never happened. A stop is not lost: the instances restore it. */
function forgiven(operation: Operation, losses: readonly Span[]): Operation {
  const { name, calledAt, answeredAt } = operation;
  if (name === 'request' || name === 'kill' || name === 'look' || answeredAt === undefined) return operation;
  return losses.some(({ from, to }) => calledAt <= to && answeredAt >= from) ? { name, calledAt } : operation;
}

function laws(
  id: string,
  own: readonly Operation[],
  { mails, losses, retentionMs }: Account,
  isLost: boolean,
): string[] {
  const told = mails.filter(({ ids }) => ids.includes(id)).map(({ at }) => at);
  // Its mark went with the keep, so only the loss of the keep brings another message.
  const lostAt = isLost ? own.filter((one) => one.name === 'keep' && forgiven(one, losses) !== one).map(endOf) : [];
  return own.flatMap(({ name, calledAt }) => {
    if (name !== 'request') return [];
    const problems: string[] = [];
    const since = Math.max(0, ...lostAt.filter((at) => at < calledAt));
    const anew = since > 0 ? ' anew' : '';
    const first = told.find((at) => at > since);
    if (first === undefined || first > calledAt) {
      problems.push(`${id}: a request at ${calledAt}, of which nobody was told${anew}`);
    } else if (calledAt - first < retentionMs) {
      problems.push(`${id}: a request ${calledAt - first} ms after its owner was told${anew}`);
    }
    if (!own.some((one) => one.name === 'permit' && endOf(one) <= calledAt)) {
      problems.push(`${id}: a request at ${calledAt} without a line in the log`);
    }
    return problems;
  });
}

function endOf({ answeredAt = 0 }: Operation): number {
  return answeredAt;
}

/** The longest order that fits, and the first answer that does not. */
function misfit(all: readonly Operation[], fits: readonly Operation[]): string {
  const [first] = all
    .filter((operation) => operation.answeredAt !== undefined && !fits.includes(operation))
    .sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
  const said = ({ name, answer, calledAt, answeredAt }: Operation) =>
    `${name} ${answer ?? '?'} (${calledAt}–${answeredAt ?? '?'})`;
  return `${fits.map(said).join(', ')} – and then ${first ? said(first) : '?'}`;
}
