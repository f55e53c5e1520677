/**
 * The control of the fleet as stored: a HASH of `service`, `killed`, the limits, the stages and `version`, with a keyed
 * checksum of these in `seal`. The scripts write `incarnation`, `beat` and `canary:<unit>` beside them, without one.
 */
import type { ControlChange, ControlState } from '../../core/policy/fleet.ts';
import type { Seal, SealedPlace } from '../../core/resource/seal.ts';
import { canariesOf, providerFields, providersOf, stageFields, stagesOf } from './stageFields.ts';

/** The fields of the HASH. */
export type ControlFields = Readonly<Record<string, string>>;

/** Fields that are one number. A number that cannot be read is 0: nothing begins until an operator sets it again. */
const LIMITS = ['capacity', 'deletesPerDay', 'deleteBudgetMs', 'starveAfterMs'] as const;
const PLACE: SealedPlace = ['control'];
const CHECKSUM = 'seal';
const UNSIGNED = /^(incarnation|beat|seal|canary:.*)$/s;
/** No count of changes comes here; whoever forges the number must not make the next one unreadable. */
const MOST_FORGED = 2 ** 40;

/**
 * A control that no holder of a signing key stored is {@link ControlState.unproven}, and the kill switch is on. In a Redis
 * that nobody wrote to yet there is none.
 */
export function openControl(fields: ControlFields, seal: Seal): ControlState {
  const { service = 'in', killed = 'no', version = '0' } = fields;
  const isOurs =
    Object.keys(fields).length === 0 || seal.check(PLACE, textOf(saidIn(fields)), fields[CHECKSUM]) === 'valid';
  const providers = providersOf(fields);
  return {
    service: service === 'in' ? 'in' : 'out',
    killed: killed !== 'no' || !isOurs,
    ...Object.fromEntries(LIMITS.filter((name) => name in fields).map((name) => [name, limitOf(fields[name] ?? '')])),
    ...(Object.keys(providers).length === 0 ? {} : { providers }),
    ...stagesOf(fields),
    canaries: canariesOf(fields),
    version: isOurs ? limitOf(version) : Math.min(limitOf(version), MOST_FORGED),
    ...(isOurs ? {} : { unproven: { killed: killed !== 'no' } }),
  };
}

/** What operators said: the fields under the checksum. */
export function saidIn(fields: ControlFields): ControlFields {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !UNSIGNED.test(field)));
}

/** Changes whenever an operator changes something: the scripts compare it. */
export function stampOf(fields: ControlFields): string {
  return `${fields.version ?? ''}|${fields[CHECKSUM] ?? ''}`;
}

/** The fields of a change, and the checksum after it, in the form that scripts take: '' removes one. */
export function changedFields(
  before: ControlFields,
  change: ControlChange,
  { version, unproven }: Pick<ControlState, 'version' | 'unproven'>,
  seal: Seal,
): readonly string[] {
  const changed = changesOf(before, change, version);
  const values = new Map(Object.entries(saidIn(before)));
  for (const [field, value] of changed) {
    if (value === '') values.delete(field);
    else values.set(field, value);
  }
  return [...changed, [CHECKSUM, unproven ? '' : checksumOf(Object.fromEntries(values), seal)]].flat();
}

/** Of what operators said; '' without a key. */
export function checksumOf(fields: ControlFields, seal: Seal): string {
  return seal.sign(PLACE, textOf(fields)) ?? '';
}

function textOf(fields: ControlFields): string {
  return JSON.stringify(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function changesOf(
  before: ControlFields,
  {
    service,
    killed,
    stages = {},
    reviews = {},
    providers,
    confirms: _confirms,
    after: _after,
    ...limits
  }: ControlChange,
  version: number,
): readonly [field: string, value: string][] {
  const fields: [string, string][] = [
    ['version', String(version)],
    ...stageFields({ stages, reviews }, before),
    ...providerFields(providers),
  ];
  if (service !== undefined) fields.push(['service', service]);
  if (killed !== undefined) fields.push(['killed', killed ? 'yes' : 'no']);
  for (const name of LIMITS) {
    const value = limits[name];
    if (value !== undefined) fields.push([name, String(value ?? '')]);
  }
  return fields;
}

/** A text that is no number means 0. */
function limitOf(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
