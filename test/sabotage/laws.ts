/** Which laws and clauses there are to be broken, and which parts of them are not, and why. */
import type { PermitAnswer } from '../../src/core/ports/permits.ts';
import type { Sabotage } from './sabotage.ts';

type Clause = Extract<PermitAnswer, { kind: 'denied' }>['clause'];

/** As the sabotages call them; the compiler sees to it that none is left out. */
const CLAUSES: Readonly<Record<Clause, string>> = {
  configuration: 'permit: configuration',
  lock: 'permit: lock',
  optedOut: 'permit: opt-out',
  changed: 'permit: generation and revision',
  identity: 'permit: identity',
  notice: 'permit: notice',
  due: 'permit: due',
  budget: 'permit: budget',
  refusals: 'permit: refusals',
  fleetBudget: 'permit: fleetBudget',
  stage: 'permit: stage',
  canary: 'permit: canary',
  record: 'permit: record',
  durability: 'permit: durability',
  incarnation: 'permit: incarnation',
  clock: 'permit: clock',
};

export const LAWS: readonly string[] = [
  ...Array.from({ length: 15 }, (_, index) => `law ${index + 1}`),
  ...Object.values(CLAUSES),
  'permit: control',
  'permit: one configuration',
  'permit: its end',
];

/** Parts of laws that no sabotage breaks. */
const WITHOUT: readonly { readonly law: string; readonly what: string; readonly why: string }[] = [
  {
    law: 'law 9',
    what: 'one pass per slot however many instances tick',
    why: 'the queue holds an item once, and a pass that runs is asked again whether it is due: nothing comes of it',
  },
  {
    law: 'law 10',
    what: 'every transition is a line of the log',
    why: 'the log is written behind the stores, where nothing can be swapped; the stores’ tests read it',
  },
  {
    law: 'law 11',
    what: 'hard deadline, parked items, time budget',
    why: 'without them work is late or not done, which breaks no law; the queue’s tests hold them',
  },
  {
    law: 'law 15',
    what: 'a word that is not understood is refused',
    why: 'the schemas are constants, where nothing can be swapped; the tests of configuration, commands and API hold them',
  },
];

/** A row per law or clause, and one for each part that has none. */
export function coverage(sabotages: readonly Sabotage[]): readonly string[] {
  const laws = new Set([...LAWS, ...sabotages.map(({ law }) => law)]);
  const rows = [...laws].map((law) => {
    const names = sabotages.filter((sabotage) => sabotage.law === law).map(nameOf);
    return `${law} – ${names.join(', ') || 'none'}`;
  });
  return [...rows, ...WITHOUT.map(({ law, what, why }) => `${law}, ${what} – none: ${why}`)];
}

function nameOf({ name, demo }: Sabotage): string {
  return 'unseen' in demo ? `${name} (test only)` : name;
}
