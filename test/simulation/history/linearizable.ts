/**
 * Is a history of invocations and answers linearizable? The search of Wing and Gong with Lowe's memo: of each set of
 * operations done and each state once. An operation without an answer (its caller died) may have happened at any time
 * after it was invoked, or never.
 */

/** From its invocation to its answer; any times that compare. */
export interface Operation {
  readonly name: string;
  readonly calledAt: number;
  /** Absent: no answer came. */
  readonly answeredAt?: number;
  readonly answer?: string;
}

/** A sequential object. Its states are texts. */
export interface Model {
  readonly initial: string;
  /** All that the operation may do and answer in this state; empty: it cannot happen there. */
  step(state: string, name: string): readonly { readonly next: string; readonly answer: string }[];
}

/** `fits`: an order of the operations that fits, or the longest one found. */
export interface Verdict {
  readonly isLinearizable: boolean;
  readonly fits: readonly Operation[];
  readonly states: number;
}

interface Found {
  readonly done: bigint;
  readonly state: string;
  readonly fits: readonly Operation[];
}

export function linearize(model: Model, history: readonly Operation[]): Verdict {
  const operations = history.toSorted((a, b) => a.calledAt - b.calledAt);
  const answered = operations.reduce(
    (bits, { answeredAt }, at) => (answeredAt === undefined ? bits : bits | bit(at)),
    0n,
  );
  const seen = new Set<string>();
  const open: Found[] = [{ done: 0n, state: model.initial, fits: [] }];
  let longest: readonly Operation[] = [];
  for (let found = open.pop(); found; found = open.pop()) {
    const { done, state, fits } = found;
    if ((done & answered) === answered) return { isLinearizable: true, fits, states: seen.size };
    const key = `${done.toString(36)} ${state}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (fits.length > longest.length) longest = fits;
    open.push(...nextOf(model, operations, found));
  }
  return { isLinearizable: false, fits: longest, states: seen.size };
}

/** What may come next was invoked before the first answer among what is left. */
function* nextOf(model: Model, operations: readonly Operation[], { done, state, fits }: Found): Generator<Found> {
  const left = operations.map((operation, at) => ({ operation, at })).filter(({ at }) => (done & bit(at)) === 0n);
  const firstAnswer = Math.min(...left.map(({ operation }) => operation.answeredAt ?? Number.POSITIVE_INFINITY));
  for (const { operation, at } of left.reverse()) {
    if (operation.calledAt > firstAnswer) continue;
    for (const { next, answer } of model.step(state, operation.name)) {
      // Without an answer it may as well never have happened.
      if (operation.answeredAt === undefined ? next === state : operation.answer !== answer) continue;
      yield { done: done | bit(at), state: next, fits: [...fits, operation] };
    }
  }
}

function bit(at: number): bigint {
  return 1n << BigInt(at);
}
