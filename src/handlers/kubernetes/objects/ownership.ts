/** Which objects belong to an application environment. Pure. */
import { createHash } from 'node:crypto';
import type { LocationProblem } from '../../contract/provider.ts';
import { HELM, isOfRelease, MANAGED_BY } from './release.ts';

const LABEL_VALUE = /^[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;

/** `shop/prod` */
export interface Environment {
  readonly application: string;
  readonly environment: string;
}

/** Could it be an application environment? Both parts are values of labels. */
export function problemOfEnvironment(location: string): LocationProblem | undefined {
  if (environmentIn(location)) return undefined;
  return {
    severity: 'error',
    why: 'which is no application environment',
    advice: 'write the application and the environment with a slash between them, as "shop/prod"',
    known: [],
  };
}

/** Of `application/environment`; `undefined` unless both are possible values of a label. */
export function environmentIn(location: string): Environment | undefined {
  const [application = '', environment = '', ...more] = location.split('/');
  const isOne = more.length === 0 && LABEL_VALUE.test(application) && LABEL_VALUE.test(environment);
  return isOne ? { application, environment } : undefined;
}

/** Which labels own the objects: those of a tool, or a selector with `{application}` and `{environment}` in it. */
export type Ownership = 'qbec' | 'applyset' | 'helm' | { readonly selector: string };

/**
 * The labels of an environment as a selector.
 * @param tag of qbec; absent: only objects without a tag, which belong to another environment
 */
export function selectorOf(of: Environment, ownership: Ownership, tag: string | undefined): string {
  const { application, environment } = of;
  if (ownership === 'applyset') return `${PART_OF}=${applySetId(application, environment)}`;
  if (ownership === 'helm') return `${MANAGED_BY}=${HELM}`;
  if (ownership !== 'qbec') {
    return ownership.selector.replaceAll('{application}', application).replaceAll('{environment}', environment);
  }
  return [
    `qbec.io/application=${application}`,
    `qbec.io/environment=${environment}`,
    tag === undefined ? '!qbec.io/tag' : `qbec.io/tag=${tag}`,
  ].join(',');
}

/** Does an object with the labels of {@link selectorOf} belong? Of a release its annotations decide. */
export function isOwned(of: Environment, ownership: Ownership, annotations: Readonly<Record<string, string>>): boolean {
  return ownership !== 'helm' || isOfRelease(of, annotations);
}

/** The label of each member of an ApplySet. */
export const PART_OF = 'applyset.kubernetes.io/part-of';

/** The id of an ApplySet whose parent is the Secret `namespace/name`, as `kubectl apply --applyset=name` makes it. */
function applySetId(namespace: string, name: string): string {
  const hash = createHash('sha256').update(`${name}.${namespace}.Secret.`).digest('base64url');
  return `applyset-${hash}-v1`;
}

/** The part of an application that an object is in, as qbec writes it. */
export const COMPONENT_ANNOTATION = 'qbec.io/component';
