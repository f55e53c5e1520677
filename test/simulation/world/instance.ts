/** One instance: the whole daemon on a machine of its own. */

import { serve } from '../../../src/composition/daemon.ts';
import type { ListenOptions } from '../../../src/composition/listen.ts';
import { type OpenedParts, openParts, type Parts, type PartsOptions } from '../../../src/composition/parts.ts';
import { longestClock } from '../../../src/core/common/clock.ts';
import type { Notifier } from '../../../src/core/notice/notifier.ts';
import type { LifecycleDeps } from '../../../src/lifecycle/index.ts';
import { over } from '../../sabotage/over.ts';
import type { Change } from '../../sabotage/sabotage.ts';
import type { Recorder } from '../history/recorder.ts';
import type { Machine } from '../kernel/machine.ts';
import { configurationOf } from './configuration.ts';
import { InstanceLog, type Line } from './recordLog.ts';
import type { Scale } from './scale.ts';

/** The composition root of a program, and its clock. */
export interface Program {
  readonly serve: typeof serve;
  readonly openParts: typeof openParts;
  readonly longestClock: typeof longestClock;
  /** Keeps a resource that the other program of the run deletes. */
  readonly keepsAll: boolean;
}

export const PROGRAM: Program = { serve, openParts, longestClock, keepsAll: false };

/** The world gives these to an instance. */
export interface InstanceOptions {
  readonly scale: Scale;
  readonly program: Program;
  readonly change: Change;
  readonly notifier: Notifier;
  readonly recorder: Recorder;
  readonly onLine: (line: Line) => void;
  readonly onEnd: (how: string) => void;
}

export class Instance {
  readonly index: number;
  readonly machine: Machine;
  readonly log: InstanceLog;
  readonly program: Program;
  readonly #options: InstanceOptions;
  parts: Parts | undefined;
  /** Of its lifecycle, once it is ready for people. */
  deps: LifecycleDeps | undefined;
  isAlive = true;

  constructor(index: number, machine: Machine, options: InstanceOptions) {
    this.index = index;
    this.machine = machine;
    this.program = options.program;
    this.#options = options;
    this.log = new InstanceLog(machine.name, options.onLine);
  }

  /** Runs until the machine is dead. */
  start(): void {
    const { scale, onEnd, program } = this.#options;
    const configuration = configurationOf(scale, this.machine.name);
    const signal = new AbortController().signal;
    const listen = async ({ wired }: ListenOptions) => {
      this.deps = wired.deps;
      return { public: '', operator: '' };
    };
    const options = { configuration, log: this.log.logger, instance: this.machine.name, signal, listen };
    program.serve(options, (made) => this.#open(made)).then(onEnd, (error: Error) => onEnd(`crashed: ${error.stack}`));
  }

  #open(made: PartsOptions): OpenedParts {
    const { change, notifier, recorder, program } = this.#options;
    // Two of these clocks in one process would otherwise count each other's time.
    const { smtp: _smtp, ...opened } = program.openParts({ ...made, monotonic: program.longestClock() });
    const parts = { ...opened.parts, notifier };
    const changed = change.swap?.(parts, { connection: made.connection }) ?? parts;
    this.parts = { ...changed, permits: over(changed.permits, recorder.permitsOf(changed.permits)) };
    return { ...opened, parts: this.parts };
  }
}
