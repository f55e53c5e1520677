import type { Logger } from '../../core/common/logger.ts';
import type { Control, ControlState } from '../../core/policy/fleet.ts';

interface Deps {
  readonly control: Pick<Control, 'changes'>;
  readonly log: Logger;
}

/** The most changes between two reads that are logged one by one. */
const MOST = 50;

/**
 * Logs, in this process, each change of the fleet's control with its actor: a person who made it by command line has the
 * audit line on another machine.
 */
export class ControlLog {
  readonly #deps: Deps;
  #version: number | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Never rejects. The first control that a process reads is no change. */
  async see({ version }: Pick<ControlState, 'version'>): Promise<void> {
    const before = this.#version;
    this.#version = version;
    if (before === undefined || version <= before) return;
    const { control, log } = this.#deps;
    const changes = await control.changes(Math.min(version - before, MOST)).catch(() => []);
    for (const { at, actor, reason, before: from, after: to } of changes.toReversed())
      log.info({ actor, reason, before: from, after: to, changedAt: new Date(at).toISOString() }, 'control changed');
  }
}
