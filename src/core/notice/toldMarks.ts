/** Marks as a page shows them: what follows another one of the list is told in that. Pure. */
import type { Mark } from '../mark/mark.ts';
import { whyMarked } from '../mark/whyMarked.ts';
import type { WorkConfiguration } from '../policy/workConfiguration.ts';
import { inEnglish } from '../reason/english.ts';
import { type Namespace, partsOf } from '../resource/namespace.ts';
import { costTogether, followedWords, led, namedIn } from './followers.ts';
import type { NotifiedItem } from './sentMessage.ts';

/** A mark as its row shows it. */
export interface ToldMark extends Mark {
  /** What is told in this row. */
  readonly followers?: readonly NotifiedItem[];
}

/** @param followedIn of a namespace: see `WorkConfiguration.follows` */
export function toldMarks(
  marks: readonly Mark[],
  followedIn: (namespace: Namespace) => WorkConfiguration['follows'],
): readonly ToldMark[] {
  const told = led(marks, {
    keyOf: ({ namespace, id }) => `${namespace} ${id}`,
    leadersOf({ namespace, waitsFor = [] }) {
      const follows = followedIn(namespace);
      const type = follows && partsOf(follows).resourceType;
      return waitsFor.flatMap((wait) => (wait.type === type ? [`${follows} ${wait.id}`] : []));
    },
    dateOf: ({ projectedDeletionAt, notice, quarantine }) =>
      quarantine ? projectedDeletionAt : Math.max(projectedDeletionAt, notice?.deletionAt ?? 0),
    isTogether: (a, b) => a.owner === b.owner,
  });
  return told.map(({ one, followers }) => (followers.length === 0 ? one : withFollowers(one, followers)));
}

function withFollowers(mark: Mark, followers: readonly Mark[]): ToldMark {
  const { monthlyCost, note, ...resource } = mark.resource;
  const because = [
    ...whyMarked(mark),
    followedWords(
      namedIn(note),
      followers.map(({ id }) => id),
    ),
  ];
  const cost = costTogether(
    monthlyCost,
    followers.map((one) => one.resource.monthlyCost),
  );
  return {
    ...mark,
    followers: followers.map(({ namespace, id }) => ({ namespace, id })),
    reasons: because.map(inEnglish),
    because,
    resource: { ...resource, ...(cost === undefined ? {} : { monthlyCost: cost }) },
  };
}
