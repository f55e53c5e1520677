/** A resource as the value of a field of a form. */
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import { knownNamespace } from '../api/known.ts';
import { segment } from './operatorParts.tsx';

/** A resource that a person selected on a page. */
export interface Picked {
  readonly namespace: Namespace;
  readonly id: string;
}

/** The value; {@link pickIn} reads it. A browser changes line ends in values, and HTML has no NUL: the id is percent-encoded. */
export function pickOf({ namespace, id }: Picked): string {
  return `${namespace} ${segment(id)}`;
}

/** @throws Problem when its namespace is not in the configuration, or for a text that is none of {@link pickOf} */
export function pickIn(deps: Pick<OperatorDeps, 'workConfigurations'>, text: string): Picked {
  const space = text.indexOf(' ');
  const { namespace } = knownNamespace(deps, text.slice(0, Math.max(0, space)));
  try {
    return { namespace, id: decodeURIComponent(text.slice(space + 1)) };
  } catch {
    throw invalidField('body.pick', 'is from no page of the console');
  }
}
