import type { DemoRun } from './sabotage.ts';

/** Demos with nothing sabotaged: a correct Holystone stands all acts that sabotages are shown in. */
export const CONTROLS: readonly { readonly name: string; readonly demo: Omit<DemoRun, 'breaks'> }[] = [
  {
    name: 'reads that lie and refusals',
    demo: { acts: ['listingIsEmpty', 'instancesVanish', 'imagesAreRefused', 'readsAreLate', 'definitionsAreRead'] },
  },
  { name: 'an emptied Redis', demo: { acts: ['redisIsEmptied'] } },
  { name: 'an operator who stops everything', demo: { acts: ['everythingIsStopped'] } },
  { name: 'an operator in a hurry and a limit', demo: { acts: ['datesAreMovedIn', 'fleetIsLimited'] } },
  { name: 'a Redis that may lose something', demo: { acts: ['settingsAreLax'] } },
  { name: 'an instance that differs', demo: { acts: ['anotherIsDifferent'] } },
  { name: 'an operator whose word Redis forgets', demo: { acts: ['stopIsForgotten'] } },
];
