import { matchesWhole } from '../../core/evaluation/pattern.ts';

/**
 * Names as different as tags are; the regex that matches them all is taken to match any. None is longer than people write
 * them: `.{1,100}` selects every tag of a real repository.
 */
const PROBES = ['latest', 'a', 'Z', '0', '_', 'v1.2.3', '2026-11-23', 'production-eu', 'Ab.9_-z', 'sha-0a1b2c3'];

/** Does a delete regex match every tag? */
export function matchesAll(regex: string): boolean {
  return PROBES.every((probe) => matchesWhole(regex, probe));
}
