/** `plan --resume`: the results of an interrupted plan, kept for the next one. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../config/load/configuration.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { formatAge } from '../core/common/duration.ts';
import { messageOf } from '../core/common/errors.ts';
import { pluralize } from '../core/common/pluralize.ts';
import { CandidateReads, type NamespacePlan } from '../lifecycle/index.ts';
import { type CliContext, writeError } from './context.ts';
import { type Binding, type Interrupted, readInterrupted, writeInterrupted } from './plan/interruptedFile.ts';
import { minute } from './text/minutes.ts';

interface Wanted {
  readonly resume: boolean;
  /** Absent: below the folder of definitions. */
  readonly state: string | undefined;
  readonly version: string;
  readonly quick: boolean;
  /** `some`: a comparison decides which kept resources are in the plan. */
  readonly rows: Interrupted['rows'] | 'some';
}

/** One run of a plan that may be interrupted, and may go on with the results of an earlier run. */
export class Resuming {
  /** The answers about candidates, those of the interrupted plan included. */
  readonly reads = new CandidateReads();
  /** The oldest result of the interrupted plan, ms since the epoch; absent: nothing is resumed. */
  readonly resumedFrom: number | undefined;
  /** The namespaces that it finished. */
  readonly finished: readonly NamespacePlan[] = [];
  readonly #path: string;
  readonly #binding: Binding;
  readonly #wanted: Wanted;
  readonly #context: CliContext;

  constructor({ definitions, hash }: Configuration, wanted: Wanted, context: CliContext) {
    this.#path = wanted.state ?? join(definitions.dir, 'interrupted-plan.jsonl');
    this.#binding = { version: wanted.version, configuration: hash };
    this.#wanted = wanted;
    this.#context = context;
    const now = context.clock.now();
    if (!wanted.resume) return;
    const read = readInterrupted(this.#path, this.#binding, now);
    if (read.kind !== 'usable') {
      writeError(context.stderr, `note: ${read.why}: starting anew`);
      return;
    }
    const { plan } = read;
    this.reads.restore(plan.answers, this.#clocks());
    this.finished = this.#isAsWanted(plan) ? plan.namespaces : [];
    this.resumedFrom = oldestIn(plan);
    writeError(context.stderr, `note: ${this.#words(plan, now)}`);
  }

  /**
   * Keeps the results of this run, together with those that an earlier run left there.
   * @returns for people: how to go on, or why that is not possible
   */
  keep(namespaces: readonly NamespacePlan[], commandLine: string): string {
    const path = this.#path;
    const before = readInterrupted(path, this.#binding, this.#context.clock.now());
    if (before.kind === 'foreign') return `it cannot be resumed: ${before.why}, so it is not replaced`;
    const earlier = before.kind === 'usable' ? before.plan : undefined;
    const { quick, rows } = this.#wanted;
    // A plan with answers of failed reads is read again: perhaps a permission was granted meanwhile.
    const done = rows === 'some' ? [] : namespaces.filter(({ status }) => status !== 'incomplete');
    const isDone = new Set(done.map(({ namespace }) => namespace));
    const others = earlier && this.#isAsWanted(earlier) ? earlier.namespaces : [];
    if (earlier) this.reads.restore(earlier.answers, this.#clocks());
    const plan: Interrupted = {
      endedAt: this.#context.clock.now(),
      quick,
      rows: rows === 'all' ? 'all' : 'open',
      namespaces: [...others.filter(({ namespace }) => !isDone.has(namespace)), ...done],
      answers: this.reads.answers(this.#clocks()),
    };
    try {
      writeInterrupted(path, this.#binding, plan);
      return `go on with: ${commandLine}`;
    } catch (error) {
      return `it cannot be resumed: ${path} cannot be written (${messageOf(error)})`;
    }
  }

  /** The plan is whole: the next one begins anew. */
  end(): void {
    if (this.resumedFrom !== undefined) rmSync(this.#path, { force: true });
  }

  /** Are its namespaces planned with the same options? */
  #isAsWanted(plan: Interrupted): boolean {
    const { quick, rows } = this.#wanted;
    return plan.quick === quick && (plan.rows === 'all' || (rows === 'open' && plan.rows === 'open'));
  }

  #words(plan: Interrupted, now: number): string {
    const { namespaces, endedAt, answers } = plan;
    const ended = minute(endedAt);
    const known = answers.reduce((sum, some) => sum + some.answers.length, 0);
    const kept = [pluralize(this.finished.length, 'finished namespace'), pluralize(known, 'answer')].join(' and ');
    const again = namespaces.length - this.finished.length;
    const others =
      again > 0 ? `; ${pluralize(again, 'namespace is', 'namespaces are')} read again for these options` : '';
    return `going on with the plan that was interrupted at ${ended}, ${formatAge(now - endedAt)} ago: ${kept} about single resources${others}`;
  }

  #clocks() {
    return { clock: this.#context.clock, monotonic: systemMonotonicClock };
  }
}

function oldestIn({ endedAt, namespaces, answers }: Interrupted): number {
  const oldest = (before: number, at: number) => Math.min(before, at);
  const planned = namespaces.map(({ readAt }) => Date.parse(readAt)).reduce(oldest, endedAt);
  return answers.flatMap((some) => some.answers.map(([, at]) => at)).reduce(oldest, planned);
}
