import type { Command } from './commands.ts';

/** Runs that once broke a law, shrunk; each is run again every time. */
export const REGRESSIONS: readonly { readonly was: string; readonly commands: readonly Command[] }[] = [
  { was: 'nothing happens', commands: [] },
];
