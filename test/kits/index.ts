/** The kit of every resource type, for the generic suites: `volume.ts` exports `volume`. */
import { forEachType } from '../support/awsTypes.ts';
import type { Kit } from './kit.ts';

const kits = await forEachType<Kit>((type) => import(`./${type}.ts`));

export const KITS: readonly Kit[] = kits.map(([, kit]) => kit);
