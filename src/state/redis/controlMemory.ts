/** What a process remembers of the control of the fleet, and what of it must go back into a Redis that lost something. */
import { stricterControl } from '../../core/policy/stricterControl.ts';
import type { Seal } from '../../core/resource/seal.ts';
import { type ControlFields, changedFields, checksumOf, openControl, saidIn, stampOf } from './controlValue.ts';

/** In the form that `beat.lua` takes. */
export interface PutBack {
  readonly stamp: string;
  /** `field value, …` */
  readonly words: string;
  readonly fields: readonly string[];
}

/** Nothing was compared yet. */
export const NOT_COMPARED: PutBack = { stamp: '', words: '', fields: [] };

/** As Redis has it, where a holder of a signing key stored it; else as it was remembered. */
export function rememberedControl(stored: ControlFields, before: ControlFields, seal: Seal): ControlFields {
  if (openControl(stored, seal).unproven) return before;
  const { incarnation: _incarnation, beat: _beat, ...rest } = stored;
  return rest;
}

/**
 * Of the memory and a stored control, what allows less; of one that is not ours nothing counts. Without a memory a
 * control begins where there was none at all, and any other stays as it is.
 * @param remembered as by {@link rememberedControl}, or of a file outside Redis
 */
export function toPutBack(remembered: ControlFields, stored: ControlFields, seal: Seal): PutBack {
  const stamp = stampOf(stored);
  const values = saidIn(remembered);
  if (Object.keys(values).length === 0) {
    const isNew = !('incarnation' in stored) && Object.keys(saidIn(stored)).length === 0;
    return { stamp, words: '', fields: isNew && seal.isOn ? ['seal', checksumOf({}, seal)] : [] };
  }
  const before = openControl({ ...values, seal: checksumOf(values, seal) }, seal);
  const read = openControl(stored, seal);
  const change = stricterControl(before, read);
  const version = Math.max(before.version, read.version);
  const fields = changedFields(stored, change, { version }, seal);
  const canaries = Object.entries(remembered).filter(([field]) => field.startsWith('canary:') && !(field in stored));
  return { stamp, words: wordsOf(stored, fields), fields: [...fields, ...canaries.flat()] };
}

const PLAIN: ControlFields = { killed: 'no', service: 'in' };
const SILENT: readonly string[] = ['version', 'seal'];

function wordsOf(stored: ControlFields, fields: readonly string[]): string {
  const words: string[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [field = '', value = ''] = [fields[at], fields[at + 1]];
    const isNews = value !== '' && !SILENT.includes(field) && (stored[field] ?? PLAIN[field]) !== value;
    if (isNews && /^[\w:*%.~!'()-]+$/.test(field + value)) words.push(`${field} ${value}`);
  }
  return words.sort().join(', ');
}
