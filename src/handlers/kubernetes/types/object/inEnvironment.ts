/** Facts of an object that depend on the entry of the configuration. Pure. */
import type { KubernetesObject } from '../../objects/object.ts';
import { environmentIn, isOwned } from '../../objects/ownership.ts';
import { isSelected } from '../../objects/selector.ts';
import type { ObjectParameters } from './parameters.ts';

/** Marks an object that a read by id found and that the selector of the environment no longer selects. */
export function withPlace(
  object: KubernetesObject,
  selector: string,
  location: string,
  parameters: ObjectParameters,
): KubernetesObject {
  const isInside = isSelected(selector, object.labels) && isOf(object, location, parameters);
  return isInside ? object : { ...object, isOutside: true };
}

/** Does the object belong to the environment of the location, by the annotations of its tool? */
export function isOf(
  { annotations }: Pick<KubernetesObject, 'annotations'>,
  location: string,
  { ownership }: Pick<ObjectParameters, 'ownership'>,
): boolean {
  const environment = environmentIn(location);
  return environment !== undefined && isOwned(environment, ownership, annotations);
}

/** Adds the time after which a deletion that does not end is stuck. */
export function withPatience(object: KubernetesObject, { stuckAfter }: ObjectParameters): KubernetesObject {
  const { ending } = object;
  return ending === undefined ? object : { ...object, ending: { ...ending, patienceMs: stuckAfter } };
}
