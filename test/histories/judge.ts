/** Were the answers right, and did no request leave that a decision or a date forbids? Pure: it only reads what was written down. */

import { DECISIONS } from '../simulation/history/decisions.ts';
import { linearize, type Operation } from '../simulation/history/linearizable.ts';

/** All instants are ms since the epoch, by the one clock of this machine. */
export interface Account {
  /** Of each resource: keep, undo, look, permit and request. */
  readonly histories: ReadonlyMap<string, readonly Operation[]>;
  /** Kill and resume, which concern every resource. */
  readonly control: readonly Operation[];
  /** From a second before another server could become the primary until a replica follows again. */
  readonly failovers: readonly Span[];
  /** `replicas: 0`: what was acknowledged meanwhile may be lost. */
  readonly mayLose: boolean;
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
  /** Resources of which an answer showed what no replica had, and what the failover took back. */
  readonly unsure: readonly string[];
  readonly violations: readonly string[];
}

/** A permit whose answer nobody saw; there may be more, but no answer needs more. */
const UNSEEN: Operation = { name: 'permit', calledAt: 0 };

export function judge(account: Account): Judgement {
  const [lost, unsure, violations]: [string[], string[], string[]] = [[], [], []];
  for (const [id, own] of account.histories) {
    const all = [...own, UNSEEN, UNSEEN, ...stopsOf(own, account)];
    const isExplained = (list: readonly Operation[]) => linearize(DECISIONS, list).isLinearizable;
    const surely = all.map((operation) => (isRead(operation) ? forgiven(operation, account) : operation));
    const perhaps = account.mayLose ? surely.map((operation) => forgiven(operation, account)) : surely;
    if (!isExplained(all)) {
      if (isExplained(surely)) unsure.push(id);
      else if (isExplained(perhaps)) lost.push(id);
      else violations.push(`${id}: ${misfit(perhaps)}`);
    }
    violations.push(...laws(id, own, account, lost.includes(id)));
  }
  return { lost, unsure, violations };
}

/** Only a request has to obey a stop. */
function stopsOf(own: readonly Operation[], { control }: Account): readonly Operation[] {
  const requests = own.filter(({ name }) => name === 'request').map(endOf);
  return control.filter(({ calledAt }) => requests.some((at) => calledAt <= at));
}

/** It changes nothing and waits for no replica: "kept", "free", "nothing to take back". */
function isRead({ name, answer }: Operation): boolean {
  return name === 'look' || answer === 'none';
}

/** Whatever a failover may have taken back has perhaps never happened. A stop is not lost: the instances restore it. */
function forgiven(operation: Operation, { failovers }: Account): Operation {
  const { name, calledAt, answeredAt } = operation;
  if (name === 'request' || name === 'kill' || answeredAt === undefined) return operation;
  return failovers.some(({ from, to }) => calledAt <= to && answeredAt >= from) ? { name, calledAt } : operation;
}

function laws(id: string, own: readonly Operation[], account: Account, isLost: boolean): string[] {
  const { mails, retentionMs } = account;
  const told = mails.filter(({ ids }) => ids.includes(id)).map(({ at }) => at);
  // Its mark went with the keep, so only the loss of the keep brings another message.
  const lostAt = isLost ? own.filter((one) => one.name === 'keep' && forgiven(one, account) !== one).map(endOf) : [];
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
function misfit(all: readonly Operation[]): string {
  const { fits } = linearize(DECISIONS, all);
  const [first] = all
    .filter((operation) => operation.answeredAt !== undefined && !fits.includes(operation))
    .sort((a, b) => endOf(a) - endOf(b));
  const said = ({ name, answer, calledAt, answeredAt }: Operation) =>
    `${name} ${answer ?? '?'} (${calledAt}–${answeredAt ?? '?'})`;
  return `${fits.map(said).join(', ')} – and then ${first ? said(first) : '?'}`;
}
