/** Writes down, for each resource, what was asked of it and what was answered. */
import type { StoreClause } from '../../../src/core/policy/stateWatch.ts';
import type { Permits } from '../../../src/core/ports/permits.ts';
import { DECISIONS } from './decisions.ts';
import { linearize, type Operation } from './linearizable.ts';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The store granted it, maybe, and cannot be trusted with that: a later pass resolves the intent. */
const UNPROVEN: ReadonlySet<string> = new Set<StoreClause>(['clock', 'durability', 'incarnation']);

/** Of an operation about all resources. */
const ALL = '*';

export class Recorder {
  readonly #histories = new Map<string, Operation[]>();
  readonly #forgotten = new Set<string>();
  readonly #losses: { readonly from: number; readonly to: number }[] = [];
  /** One thing happens at a time, so a count is a clock. */
  #count = 0;

  /** @param answerOf `undefined`: this answer says nothing about whether it happened */
  async during<T>(
    id: string | undefined,
    name: string,
    run: () => Promise<T>,
    answerOf: (value: T) => string | undefined,
  ): Promise<T> {
    // Written down when it is asked: whoever dies meanwhile may have done it, and never says so.
    const operation: Writable<Operation> = { name, calledAt: this.#instant() };
    this.#add(id, operation);
    const value = await run();
    const answer = answerOf(value);
    if (answer === undefined) return value;
    operation.answeredAt = this.#instant();
    operation.answer = answer;
    this.#forget(id ?? ALL, operation);
    return value;
  }

  /** A request leaves: invoked and answered in one instant. */
  sent(id: string): void {
    const calledAt = this.#instant();
    this.#add(id, { name: 'request', calledAt, answeredAt: this.#instant(), answer: 'sent' });
  }

  permitsOf(permits: Permits): Pick<Permits, 'request'> {
    return {
      request: (namespace, request, fence) =>
        this.during(
          request.mark.id,
          'permit',
          () => permits.request(namespace, request, fence),
          (answer) => (answer.kind === 'denied' && UNPROVEN.has(answer.clause) ? 'unproven' : answer.kind),
        ),
    };
  }

  /** Resources whose history no order explains, with the first operation that does not fit. */
  broken(): readonly { readonly id: string; readonly what: string }[] {
    const all = this.#histories.get(ALL) ?? [];
    return [...this.#histories].flatMap(([id, own]) => {
      if (id === ALL || this.#forgotten.has(id)) return [];
      const { isLinearizable, fits } = linearize(DECISIONS, [...own, ...all]);
      if (isLinearizable) return [];
      const left = [...own, ...all].filter(
        (operation) => !fits.includes(operation) && operation.answeredAt !== undefined,
      );
      const [first] = left.sort((a, b) => (a.answeredAt ?? 0) - (b.answeredAt ?? 0));
      return [
        {
          id,
          what: `${fits.map(({ name, answer }) => `${name} ${answer ?? '?'}`).join(', ')} – and then ${first?.name} ${first?.answer}`,
        },
      ];
    });
  }

  /** For {@link forgetSince}. */
  get instant(): number {
    return this.#count;
  }

  /** Redis came back as it was then: what was decided since about a resource is lost, so its history says nothing. */
  forgetSince(instant: number): void {
    this.#losses.push({ from: instant, to: this.#count });
    for (const [id, operations] of this.#histories) for (const one of operations) this.#forget(id, one);
  }

  get operations(): number {
    return [...this.#histories.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #forget(id: string, { calledAt, answeredAt = calledAt }: Operation): void {
    if (this.#losses.some(({ from, to }) => calledAt <= to && answeredAt >= from)) this.#forgotten.add(id);
  }

  #instant(): number {
    return this.#count++;
  }

  #add(id = ALL, operation: Operation): void {
    const history = this.#histories.get(id) ?? [];
    history.push(operation);
    this.#forget(id, operation);
    this.#histories.set(id, history);
  }
}
