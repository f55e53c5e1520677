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

/** The value of one. A browser changes line ends in values, and HTML has no NUL: the id is percent-encoded. */
export function pickOf({ namespace, id }: Picked): string {
  return `${namespace} ${segment(id)}`;
}

/** The value of a row, with what is told in it; {@link picksIn} reads it. */
export function picksOf({
  namespace,
  id,
  followers = [],
}: Picked & { readonly followers?: readonly Picked[] }): string {
  return [{ namespace, id }, ...followers].map(pickOf).join(' ');
}

/** @throws Problem when a namespace is not in the configuration, or for a text that is none of {@link picksOf} */
export function picksIn(deps: Pick<OperatorDeps, 'workConfigurations'>, text: string): readonly Picked[] {
  const words = text.split(' ');
  if (words.length % 2 !== 0) throw invalidField('body.pick', 'is from no page of the console');
  return words.flatMap((word, i) => (i % 2 === 0 ? [pickIn(deps, word, words[i + 1] ?? '')] : []));
}

function pickIn(deps: Pick<OperatorDeps, 'workConfigurations'>, place: string, encoded: string): Picked {
  const { namespace } = knownNamespace(deps, place);
  try {
    return { namespace, id: decodeURIComponent(encoded) };
  } catch {
    throw invalidField('body.pick', 'is from no page of the console');
  }
}
