/** The form of a sabotage, and its two ways into a process: at the composition root, or as a patch of a class. */

import type { Parts } from '../../src/composition/parts.ts';
import type { Configuration } from '../../src/config/load/configuration.ts';
import type { RedisConnection } from '../../src/state/redis/connection.ts';

/** Further needs of a swap beyond the parts that it swaps. */
export interface Kit {
  readonly connection: RedisConnection;
}

export type Swap<P = Parts> = (parts: P, kit: Kit) => P;

/** Takes a patch away again. */
export type Undo = () => void;

export interface Change {
  readonly swap?: Swap;
  /** Replaces methods of classes for all objects of this process, until it is undone. */
  readonly patch?: () => Undo;
  /** Only in the demo. */
  readonly configure?: (configuration: Configuration) => Configuration;
}

export interface Sabotage {
  /** As on the command line and in the table. */
  readonly name: string;
  /** `law 4`, `permit: due`. */
  readonly law: string;
  readonly wrong: Change;
  /**
   * More layers of the same law that are taken away in the demo, where otherwise they would hold what the wrong part
   * lets through. With these alone the demo must stay clean: so each of the layers is seen to hold by itself.
   */
  readonly despite?: Change;
  /** The test that it turns red. */
  readonly red: NamedTest;
  /** In the demo; or why nothing of it can show there: then the test alone says that it matters. */
  readonly demo: DemoRun | Unseen;
}

/** The demo never comes to where the mistake would matter, or its oracle cannot look there. */
export interface Unseen {
  /** A sentence. */
  readonly unseen: string;
}

/** One that the demo's oracle must find. */
export type SeenSabotage = Sabotage & { readonly demo: DemoRun };

export const isSeen = (sabotage: Sabotage): sabotage is SeenSabotage => !('unseen' in sabotage.demo);

export interface NamedTest {
  /** From `test/integration/`. */
  readonly file: string;
  /** With the names of its `describe` blocks. */
  readonly test: string;
}

export interface DemoRun {
  /** Rules of the oracle, one of which must find something; it is the first that ends the demo. */
  readonly breaks: readonly string[];
  /** Names of acts: further events in the demo. */
  readonly acts?: readonly string[];
  readonly dryRun?: true;
  readonly maxEvidenceAgeMs?: number;
}

/** One after the other. */
export function both(...changes: readonly (Change | undefined)[]): Change {
  return {
    swap: (parts, kit) => changes.reduce((sofar, change) => change?.swap?.(sofar, kit) ?? sofar, parts),
    patch: () => {
      const undone = changes.map((change) => change?.patch?.());
      return () => {
        for (const undo of undone.reverse()) undo?.();
      };
    },
    configure: (file) => changes.reduce((sofar, change) => change?.configure?.(sofar) ?? sofar, file),
  };
}
