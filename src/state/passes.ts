import type { AuditEntry } from '../core/audit.ts';
import { LockLostError, messageOf, StoreError } from '../core/errors.ts';
import type { Namespace } from '../core/namespace.ts';
import type { Approval, PassRecord } from '../core/pass.ts';
import type { Fence, PassStore } from '../core/ports.ts';
import type { Action } from '../core/workConfiguration.ts';
import { AUDIT_MAX_ENTRIES, logAudit, logUnconfirmed } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const RECORD = loadScript('recordPass', ['pass', 'lock']);
const APPROVE = loadScript('approve', ['pass', 'audit']);

/** The last pass per action and the approvals, in one HASH per namespace. */
export class RedisPassStore implements PassStore {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async get(namespace: Namespace, action: Action): Promise<PassRecord | undefined> {
    return (await this.#read(namespace, action)) as PassRecord | undefined;
  }

  async record(record: PassRecord, fence?: Fence): Promise<void> {
    const { namespace, action } = record;
    const doing = `recording the ${action} pass of ${namespace}`;
    const keys = namespaceKeys(namespace);
    const hasStored = record.outcome === 'complete' || record.stored === true;
    const completed = action === 'mark' && hasStored ? (record.incarnation ?? '') : '';
    const args = [fence?.token ?? '', action, JSON.stringify(record), completed];
    const reply = await this.#deps.scripts.write(RECORD, { doing, keys, op: keys.op, args });
    if (reply === 'L') throw new LockLostError(`${doing}: the lock is no longer ours, nothing was changed`);
  }

  async approve(namespace: Namespace, approval: Approval, audit: AuditEntry): Promise<void> {
    const keys = namespaceKeys(namespace);
    await this.#deps.scripts.write(APPROVE, {
      doing: `approving the blocked ${approval.action} pass of ${namespace}`,
      keys,
      op: keys.op,
      args: [approvalField(approval.action), JSON.stringify(approval), AUDIT_MAX_ENTRIES, JSON.stringify(audit)],
      ifUnconfirmed: () => logUnconfirmed(this.#deps.log, [audit]),
    });
    logAudit(this.#deps.log, audit);
  }

  async approval(namespace: Namespace, action: Action): Promise<Approval | undefined> {
    return (await this.#read(namespace, approvalField(action))) as Approval | undefined;
  }

  async #read(namespace: Namespace, field: string): Promise<unknown> {
    const { pass } = namespaceKeys(namespace);
    const doing = `reading the passes of ${namespace}`;
    const value = await this.#deps.connection.command(doing, (client) => client.hget(pass, field));
    if (value === null) return undefined;
    try {
      return JSON.parse(value);
    } catch (cause) {
      throw new StoreError(`${doing}: ${field} is unreadable: ${messageOf(cause)}`, { cause });
    }
  }
}

function approvalField(action: Action): string {
  return `approval:${action}`;
}
