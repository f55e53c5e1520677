import type { AuditEntry } from '../core/audit.ts';
import type { Control, ControlState } from '../core/ports.ts';
import { AUDIT_MAX_ENTRIES, logAudit } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { loadScript } from './script.ts';

const WRITE = loadScript('writeControl', ['control', 'audit']);

/** One HASH for the fleet. A field that is not there has its default; one that nobody can read means "no". */
export class RedisControl implements Control {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async read(): Promise<ControlState> {
    const fields = await this.#deps.connection.command('reading the control of the fleet', (client) =>
      client.hgetall(CONTROL.control),
    );
    const { service = 'in', killed = 'no', capacity } = fields;
    const state: ControlState = { service: service === 'in' ? 'in' : 'out', killed: killed !== 'no' };
    return capacity === undefined ? state : { ...state, capacity: capacityOf(capacity) };
  }

  async write(change: Partial<ControlState>, audit: AuditEntry): Promise<void> {
    const fields: (string | number)[] = [];
    if (change.service !== undefined) fields.push('service', change.service);
    if (change.killed !== undefined) fields.push('killed', change.killed ? 'yes' : 'no');
    if (change.capacity !== undefined) fields.push('capacity', change.capacity);
    const { control, audit: stream, op } = CONTROL;
    await this.#deps.scripts.write(WRITE, {
      doing: 'changing the control of the fleet',
      keys: { control, audit: stream },
      op,
      args: [AUDIT_MAX_ENTRIES, JSON.stringify(audit), ...fields],
    });
    logAudit(this.#deps.log, audit);
  }
}

function capacityOf(text: string): number {
  return /^\d{1,6}$/.test(text) ? Number(text) : 0;
}
