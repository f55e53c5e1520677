// First, before the program is imported: it takes the place of clocks, timers, randomness and connections.
import './world/edges.ts';

await import('./command.ts');
