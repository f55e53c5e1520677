import { both, type Change } from './sabotage.ts';
import { SABOTAGES } from './sabotages.ts';

/** The part of a sabotage to apply: the mistake alone, with it the other layers taken away, or only that. */
export type Part = 'wrong' | 'all' | 'despite';

export function changeOf(name: string, part: Part): Change {
  if (name === '') return {};
  const sabotage = SABOTAGES.find((one) => one.name === name);
  if (!sabotage) throw new Error(`there is no sabotage "${name}"`);
  const { wrong, despite } = sabotage;
  return both(part === 'despite' ? undefined : wrong, part === 'wrong' ? undefined : despite);
}

export function partOf(text = 'all'): Part {
  if (text === 'wrong' || text === 'all' || text === 'despite') return text;
  throw new Error(`"${text}" is no part of a sabotage`);
}
