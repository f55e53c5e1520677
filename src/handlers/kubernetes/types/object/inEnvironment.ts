/** Facts of an object that depend on the entry of the configuration. Pure. */
import type { KubernetesObject } from '../../objects/object.ts';
import { environmentIn, isOwned } from '../../objects/ownership.ts';
import type { ObjectParameters } from './parameters.ts';

/** Label selectors as the ownership of an environment writes them. Pure. */

/**
 * Does an object with these labels match `a=b,!c,d`? A term of another form matches nothing: then the object counts as
 * outside.
 */
function isSelected(selector: string, labels: Readonly<Record<string, string>>): boolean {
  return selector.split(',').every((term) => {
    const { not, key = '', value } = TERM.exec(term)?.groups ?? {};
    if (key === '') return false;
    const has = Object.hasOwn(labels, key);
    if (not !== undefined) return value === undefined && !has;
    return value === undefined ? has : has && labels[key] === value;
  });
}

const TERM = /^(?<not>!)?(?<key>[A-Za-z0-9][\w./-]*)(?:==?(?<value>[\w.-]*))?$/;

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
