/** Marks as a page shows them: what follows another one of the list is told in that. Pure. */
import type { Mark } from '../mark/mark.ts';
import { whyMarked } from '../mark/whyMarked.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import { inEnglish } from '../reason/english.ts';
import { type Namespace, partsOf } from '../resource/namespace.ts';
import { costTogether, followedWords, led } from './followers.ts';

/** @param followedIn of a namespace: see `WorkConfiguration.follows` */
export function toldMarks(
  marks: readonly Mark[],
  followedIn: (namespace: Namespace) => WorkConfiguration['follows'],
): readonly Mark[] {
  const told = led(marks, {
    keyOf: ({ namespace, id }) => `${namespace} ${id}`,
    leadersOf({ namespace, waitsFor = [] }) {
      const follows = followedIn(namespace);
      const type = follows && partsOf(follows).resourceType;
      return waitsFor.flatMap((wait) => (wait.type === type ? [`${follows} ${wait.id}`] : []));
    },
    isTogether: (a, b) => a.owner === b.owner,
  });
  return told.map(({ one, followers }) => (followers.length === 0 ? one : withFollowers(one, followers)));
}

function withFollowers(mark: Mark, followers: readonly Mark[]): Mark {
  const { monthlyCost, note, ...resource } = mark.resource;
  const all = note?.code === 'snapshotsStay' ? note.values : undefined;
  const because = [
    ...whyMarked(mark),
    followedWords(
      all,
      followers.map(({ id }) => id),
    ),
  ];
  const cost = costTogether(
    monthlyCost,
    followers.map((one) => one.resource.monthlyCost),
  );
  return {
    ...mark,
    reasons: because.map(inEnglish),
    because,
    resource: { ...resource, ...(cost === undefined ? {} : { monthlyCost: cost }) },
  };
}
