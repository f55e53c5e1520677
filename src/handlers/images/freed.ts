import type { Reason } from '../../core/common/reason.ts';

/** The bytes that a registry may free after the deletion of a tag. Pure. */

/** @param bytes of its layers and configuration, which other images may share; absent = unknown */
export function freedNote(bytes: number | undefined): Reason {
  return { code: 'collectedLater', values: bytes === undefined ? {} : { upTo: bytesInWords(bytes) } };
}

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

function bytesInWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${UNITS[power]}`;
}
