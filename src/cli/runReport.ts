/** The output of `holystone run`: JSON lines for programs, or one block for each namespace for people. */
import type { Writable } from 'node:stream';
import type { Wired } from '../composition/parts.ts';
import { deletesNothingBecause } from '../core/policy/effects.ts';
import { actionsDeleteNothingBecause, atStage } from '../core/policy/rollout.ts';
import type { Action, WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { type CliContext, writeLine } from './context.ts';
import { blockText, type Closing, closingText, openingText, type RunLine, type RunMode } from './text/runText.ts';
import { wrapped } from './text/wrapped.ts';

interface RunReport {
  /** `run` calls it once, before the first pass. @param chosen the namespaces that have at least one of the actions */
  open(wired: Wired, chosen: readonly WorkConfiguration[], actions: readonly Action[]): Promise<void>;
  /** @param isLast no later pass of this run is in the same namespace */
  add(line: RunLine, isLast: boolean): void;
  /** Prints the results that a run that ended early has not printed yet. */
  flush(): void;
  close(wired: Wired, messages: Closing['messages']): Promise<void>;
}

/** Prints each pass on a line of its own as soon as it ends, and nothing else. */
export function jsonReport(stdout: Writable): RunReport {
  return {
    open: async () => undefined,
    add: (line) => writeLine(stdout, JSON.stringify(line)),
    flush: () => undefined,
    close: async () => undefined,
  };
}

/** Prints the block of a namespace as soon as its last pass ends. */
export class TableReport implements RunReport {
  readonly #context: CliContext;
  readonly #lines: RunLine[] = [];
  /** The blocks that are not printed yet. */
  readonly #open = new Map<Namespace, RunLine[]>();
  #chosen: readonly WorkConfiguration[] = [];
  #modes: ReadonlyMap<string, RunMode> = new Map();
  #endOf: Closing['endOf'] = () => 'deletes';

  readonly #consoleUrl: string;

  /** @param consoleUrl of the console, address, without a slash at its end */
  constructor(context: CliContext, consoleUrl: string) {
    this.#context = context;
    this.#consoleUrl = consoleUrl;
  }

  async open({ deps, parts }: Wired, chosen: readonly WorkConfiguration[], actions: readonly Action[]): Promise<void> {
    const stageOf = await deps.fleet.stages();
    const now = deps.clock.now();
    this.#chosen = chosen;
    this.#endOf = parts.endOf;
    this.#modes = new Map(
      chosen.map((wc) => {
        const stage = stageOf(wc);
        const isDry = deletesNothingBecause(stage === 'plan' ? wc : atStage(wc, stage, now)) !== undefined;
        const isIdle = stage !== 'plan' && actionsDeleteNothingBecause(wc) !== undefined;
        return [wc.namespace, isDry ? 'dryRun' : isIdle ? 'noDelete' : stage];
      }),
    );
    const accounts = [...new Set(chosen.map(({ account }) => account.name))];
    this.#print(openingText({ actions, accounts, modes: [...this.#modes.values()] }));
  }

  add(line: RunLine, isLast: boolean): void {
    this.#lines.push(line);
    const block = this.#open.get(line.namespace) ?? [];
    this.#open.set(line.namespace, [...block, line]);
    if (isLast) this.#printBlock(line.namespace);
  }

  flush(): void {
    for (const namespace of [...this.#open.keys()]) this.#printBlock(namespace);
  }

  async close({ deps }: Wired, messages: Closing['messages']): Promise<void> {
    const { exitCode, signal } = this.#context;
    const deletion = await this.#earliestDeletion(deps.marks);
    const { missingNames } = await import('../core/resource/lookedFor.ts');
    const surveys = this.#lines.filter(({ action }) => action === 'mark');
    const missing = missingNames(surveys.map(({ namespace, lookedFor: names }) => ({ namespace, names })));
    const closing = {
      lines: this.#lines,
      consoleUrl: this.#consoleUrl,
      messages,
      deletion,
      missing,
      isCutShort: signal.aborted,
      exitCode,
      endOf: this.#endOf,
    };
    this.#print('');
    this.#print(closingText({ ...closing, now: deps.clock.now() }));
  }

  #printBlock(namespace: Namespace): void {
    const lines = this.#open.get(namespace) ?? [];
    this.#open.delete(namespace);
    this.#print('');
    this.#print(blockText(namespace, this.#modes.get(namespace) ?? 'dryRun', lines, this.#endOf(namespace)));
  }

  /** The earliest date on a mark in a namespace that may delete now. */
  async #earliestDeletion(marks: Wired['deps']['marks']): Promise<Closing['deletion']> {
    const deleting = this.#chosen.filter(({ namespace }) =>
      ['live', 'canary'].includes(this.#modes.get(namespace) ?? 'dryRun'),
    );
    let earliest: Closing['deletion'];
    for (const { namespace } of deleting) {
      const [first] = (await marks.page(namespace, undefined, 1)).marks;
      if (!first || (earliest && earliest.at <= first.projectedDeletionAt)) continue;
      earliest = { at: first.projectedDeletionAt, id: first.id, namespace };
    }
    return earliest;
  }

  #print(text: string): void {
    writeLine(this.#context.stdout, wrapped(text, this.#context.stdout));
  }
}
