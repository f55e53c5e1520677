import { StoreError } from '../../core/common/errors.ts';
import { applyChange, describeControl } from '../../core/policy/control.ts';
import type { Control, ControlChange, ControlChanged, ControlState } from '../../core/policy/fleet.ts';
import { endChoice } from '../../core/policy/rollout.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import type { StateDeps } from './deps.ts';
import { CONTROL } from './keys.ts';
import { entryOf } from './repeats.ts';
import { loadScript } from './script.ts';
import { canariesOf, providerFields, providersOf, stageFields, stagesOf } from './stageFields.ts';

const WRITE = loadScript('writeControl', ['control', 'audit']);
/** When this many operators write at the same instant, the last one must try again. */
const TRIES = 20;

/** Fields that are one number. A number that cannot be read is 0: nothing begins until an operator sets it again. */
const LIMITS = ['capacity', 'deletesPerDay', 'deleteBudgetMs', 'starveAfterMs'] as const;

type Fields = Readonly<Record<string, string>>;

/** One HASH for the fleet. An absent field has its default; an unreadable field means "no". */
export class RedisControl implements Control {
  readonly #deps: StateDeps;

  constructor(deps: StateDeps) {
    this.#deps = deps;
  }

  async read(): Promise<ControlState> {
    return stateOf(await this.#fields());
  }

  async write(asked: ControlChange, audit: AuditEntry): Promise<ControlChanged> {
    for (let tries = 0; tries < TRIES; tries++) {
      const fields = await this.#fields();
      const before = stateOf(fields);
      const change = endChoice(before, asked);
      const after = applyChange(before, change);
      const entry = { ...audit, before: describeControl(before, change), after: describeControl(after, change) };
      if (await this.#store(fields.version ?? '', fieldsOf(change, after.version), entry)) {
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
    return entries.map(([, fields]) => entryOf(fields)).filter(({ event }) => event === 'control');
  }

  #fields(): Promise<Fields> {
    return this.#deps.connection.command('reading the control of the fleet', (client) =>
      client.hgetall(CONTROL.control),
    );
  }

  /** `false`: another operator changed it since it was read. */
  async #store(version: string, fields: readonly (string | number)[], audit: AuditEntry): Promise<boolean> {
    const { control, audit: stream, op } = CONTROL;
    const reply = await this.#deps.scripts.write(WRITE, {
      operation: 'changing the control of the fleet',
      keys: { control, audit: stream },
      op,
      args: [AUDIT_MAX_ENTRIES, JSON.stringify(audit), version, ...fields],
      ifUnconfirmed: () => recordUnconfirmed(this.#deps, [audit]),
    });
    return reply === 'stored';
  }
}

function stateOf(fields: Fields): ControlState {
  const { service = 'in', killed = 'no', version } = fields;
  const providers = providersOf(fields);
  return {
    service: service === 'in' ? 'in' : 'out',
    killed: killed !== 'no',
    ...Object.fromEntries(LIMITS.filter((name) => name in fields).map((name) => [name, limitOf(fields[name] ?? '')])),
    ...(Object.keys(providers).length === 0 ? {} : { providers }),
    stages: stagesOf(fields),
    canaries: canariesOf(fields),
    version: limitOf(version ?? '0'),
  };
}

function fieldsOf(
  { service, killed, stages, providers, ...limits }: ControlChange,
  version: number,
): readonly (string | number)[] {
  const fields: (string | number)[] = ['version', version, ...stageFields(stages), ...providerFields(providers)];
  if (service !== undefined) fields.push('service', service);
  if (killed !== undefined) fields.push('killed', killed ? 'yes' : 'no');
  for (const name of LIMITS) {
    const value = limits[name];
    if (value !== undefined) fields.push(name, value ?? '');
  }
  return fields;
}

/** A text that is no number means 0. */
function limitOf(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}
