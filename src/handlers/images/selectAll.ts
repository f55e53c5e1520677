import { matchesWhole } from '../../core/evaluation/pattern.ts';

/** Names as different as tags can be; the regex that matches them all is taken to match any. */
const PROBES = [
  'latest',
  'a',
  'Z',
  '0',
  '_',
  'v1.2.3',
  '2026-11-23',
  'production-eu',
  'x'.repeat(128),
  'Ab.9_-z',
  'sha-0a1b2c3',
];

/** Does a delete regex match every tag? */
export function matchesAll(regex: string): boolean {
  return PROBES.every((probe) => matchesWhole(regex, probe));
}
