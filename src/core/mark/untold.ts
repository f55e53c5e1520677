/** What goes with a resource is named in its notice (law 7): a note that names more than the notice needs another one. */
import type { Reason, ReasonCode, ReasonValues } from '../common/reason.ts';

/**
 * Does `now` name something that goes with the resource, and that `told` does not name?
 * @param told what its owner has read: a note, or all reasons and notes of a message as one `and`
 */
export function isUntold(told: Reason | undefined, now: Reason | undefined): boolean {
  if (now === undefined || (told && isInWords(told))) return false;
  switch (now.code) {
    case 'and':
      return now.values.all.some((one) => isUntold(told, one));
    case 'volumesGo': {
      const known = partOf(told, 'volumesGo')?.go;
      return now.values.go.names.some((name) => !known?.names.includes(name));
    }
    case 'tagsGo': {
      const known = partOf(told, 'tagsGo')?.names;
      // A notice of an earlier version shows the name of the image: the first of its tags.
      return known === undefined ? now.values.names.length > 1 : now.values.names.some((name) => !known.includes(name));
    }
    case 'objectsGo': {
      const known = partOf(told, 'objectsGo')?.names;
      return now.values.names.some((name) => !known?.includes(name));
    }
    case 'versionsGo':
      return now.values.latest > (partOf(told, 'versionsGo')?.latest ?? 1);
    case 'dataGoes':
      return (now.values.gibibytes ?? 0) > (partOf(told, 'dataGoes')?.gibibytes ?? 0);
    default:
      return !TAKES_NOTHING.has(now.code) && partOf(told, now.code) === undefined;
  }
}

/** Of what stays, or is free then. A note that is not here, as one of a later type, costs a notice where it was not told. */
const TAKES_NOTHING: ReadonlySet<ReasonCode> = new Set([
  'addressesStay',
  'addressFree',
  'addressReturned',
  'after',
  'collectedLater',
  'followed',
  'imageTagged',
  'numberGone',
  'onlyPauses',
  'onlyStops',
  'onlyStopsFor',
  'shared',
  'snapshotsMayFollow',
  'snapshotsStay',
  'tasksStop',
  'words',
]);

/** A mark of an earlier version has the words of its reasons and its note, not the values. */
function isInWords(told: Reason): boolean {
  return (
    told.code === 'words' || (told.code === 'and' && told.values.all.length > 0 && told.values.all.every(isInWords))
  );
}

function partOf<C extends ReasonCode>(note: Reason | undefined, code: C): ReasonValues[C] | undefined {
  if (note?.code === code) return note.values as ReasonValues[C];
  if (note?.code !== 'and') return undefined;
  return note.values.all.map((one) => partOf(one, code)).find((one) => one !== undefined);
}
