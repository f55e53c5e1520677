/** The step before a deletion that can be taken back: left out, not taken back, not looked at. */
import type { Session } from '../../../src/handlers/contract/handler.ts';
import type { Quarantining } from '../../../src/handlers/contract/quarantining.ts';
import { over, overSessions } from '../over.ts';
import type { Change } from '../sabotage.ts';

const overQuarantine = (methods: Partial<Quarantining>): Change => ({
  swap: (parts) =>
    overSessions(parts, ({ quarantine }: Session) => (quarantine ? { quarantine: over(quarantine, methods) } : {})),
});

/** It is called disabled, and is not. */
export const quarantineLeftOut: Change = overQuarantine({
  begin: async () => ({ kind: 'done', requestId: 'none', says: 'disabled' }),
  standing: async () => ({ kind: 'inEffect' }),
});

/** An owner who keeps it has it disabled for ever. */
export const keptLeftDisabled: Change = overQuarantine({ release: async () => 'enabled again' });

/** An owner who took it out loses it all the same. */
export const takenOutIgnored: Change = overQuarantine({ standing: async () => ({ kind: 'inEffect' }) });
