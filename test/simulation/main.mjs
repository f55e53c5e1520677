/** Runs the simulation against the program as it is built. */
import { runStripped } from '../support/stripped.mjs';

// The schedule is computed in the zone of the machine.
process.env.TZ = 'UTC';
await runStripped('simulation/main.ts', ['simulation', 'sabotage', 'support', 'proof']);
