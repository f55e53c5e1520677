/** The tripwires of a blocked pass as numbers. The pass stores its sentences; these are their figures. Pure. */
import type { PassRecord } from '../../../core/policy/pass.ts';

/** A tripwire in the problem of a blocked pass. */
export interface Tripped {
  /** The key of the configuration: `markedShare`. */
  readonly wire: string;
  /** The whole sentence. */
  readonly text: string;
  /** Both in percent or both as numbers; absent = the sentence has no such figures. */
  readonly measured?: { readonly value: number; readonly limit: number; readonly unit: '%' | '' };
}

/** Of the problem text of a blocked pass; a part that is no tripwire is left out. */
export function trippedBy({ problem = '' }: Pick<PassRecord, 'problem'>): readonly Tripped[] {
  return problem.split('; ').flatMap((text) => {
    const wire = /^(newMarks|markedShare|unmarkedShare|dueShare|shrunkBy): /.exec(text)?.[1];
    if (wire === undefined) return [];
    const measured = measuredIn(wire, text);
    return [{ wire, text, ...(measured ? { measured } : {}) }];
  });
}

function measuredIn(wire: string, text: string): Tripped['measured'] {
  const limit = Number(/more than (\d+(?:\.\d+)?)%?$/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(limit)) return undefined;
  if (wire === 'newMarks') return { value: Number(/\d+/.exec(text)?.[0]), limit, unit: '' };
  const fell = /fell from (\d+) to (\d+)/.exec(text);
  if (fell) {
    const [before, now] = [Number(fell[1]), Number(fell[2])];
    return { value: Math.round(((before - now) / before) * 100), limit, unit: '%' };
  }
  const share = /\((\d+(?:\.\d+)?)%\)/.exec(text)?.[1];
  return share === undefined ? undefined : { value: Number(share), limit, unit: '%' };
}
