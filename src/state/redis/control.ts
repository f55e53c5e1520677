import { StoreError } from '../../core/common/errors.ts';
import { applyChange, describeControl } from '../../core/policy/control.ts';
import type { Control, ControlChange, ControlChanged, ControlState } from '../../core/policy/fleet.ts';
import { endChoice } from '../../core/policy/rollout.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import { type ControlFields, changedFields, openControl, stampOf } from './controlValue.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { ReadableRows } from './readableRows.ts';
import { entryOf } from './repeats.ts';
import { loadScript } from './script.ts';

const WRITE = loadScript('writeControl', ['control', 'audit']);
/** When this many operators write at the same instant, the last one must try again. */
const TRIES = 20;

/** One HASH for the fleet. An absent field has its default; an unreadable field means "no". */
export class RedisControl implements Control {
  readonly #deps: StateDeps;
  readonly #readable: ReadableRows;

  constructor(deps: StateDeps) {
    this.#deps = deps;
    this.#readable = new ReadableRows(deps.log, 'the changes of the control');
  }

  async read(): Promise<ControlState> {
    return openControl(await controlFields(this.#deps), this.#deps.seal);
  }

  /** A control that is not ours stays so with every change, until one lifts the kill switch or confirms all of it. */
  async write(choice: ControlChange, audit: AuditEntry): Promise<ControlChanged> {
    for (let tries = 0; tries < TRIES; tries++) {
      const fields = await controlFields(this.#deps);
      const before = openControl(fields, this.#deps.seal);
      const change = endChoice(before, before.unproven ? { killed: true, ...choice } : choice);
      const isUnproven = before.unproven && !change.confirms && change.killed;
      const after = { ...applyChange(before, change), ...(isUnproven ? { unproven: { killed: true } } : {}) };
      const entry = { ...audit, before: describeControl(before, change), after: describeControl(after, change) };
      if (await this.#store(fields, change, after, entry)) {
        this.#deps.recorded(entry);
        return { before, after };
      }
    }
    throw new StoreError('changing the control state of the fleet: too many concurrent changes');
  }

  async changes(limit: number): Promise<readonly AuditEntry[]> {
    const entries = await this.#deps.connection.command('reading the changes of the control of the fleet', (client) =>
      client.xrevrange(CONTROL.audit, '+', '-', 'COUNT', limit),
    );
    return entries
      .flatMap(([, fields]) => this.#readable.read(() => entryOf(fields)))
      .filter(({ event }) => event === 'control');
  }

  /** `false`: another operator changed it since it was read. */
  async #store(before: ControlFields, change: ControlChange, after: ControlState, audit: AuditEntry): Promise<boolean> {
    const { control, audit: stream, op } = CONTROL;
    const fields = changedFields(before, change, after, this.#deps.seal);
    const reply = await this.#deps.scripts.write(WRITE, {
      operation: 'changing the control of the fleet',
      keys: { control, audit: stream },
      op,
      args: [AUDIT_MAX_ENTRIES, JSON.stringify(audit), stampOf(before), ...fields],
      ifUnconfirmed: () => recordUnconfirmed(this.#deps, [audit]),
    });
    return reply === 'stored';
  }
}

/** As stored. */
export function controlFields({ connection }: Pick<StateDeps, 'connection'>): Promise<ControlFields> {
  return connection.command('reading the control of the fleet', (client) => client.hgetall(CONTROL.control));
}
