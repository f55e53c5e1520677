/** Gives the test environment the list of sabotages. `SABOTAGE=name,name npm run test:sabotage` chooses some. */
import { CONTROLS } from './controls.ts';
import { SABOTAGES } from './sabotages.ts';

const names = SABOTAGES.map(({ name }) => name);
const chosen = process.env.SABOTAGE?.split(',') ?? names;
const known = [...names, ...CONTROLS.map(({ name }) => name)];
for (const name of chosen) if (!known.includes(name)) throw new Error(`there is no sabotage "${name}"`);

Object.assign(globalThis, {
  holystoneSabotages: { all: SABOTAGES.map(({ name, law, red }) => ({ name, law, ...red })), chosen },
});
