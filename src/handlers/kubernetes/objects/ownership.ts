/** Which objects belong to an application environment. Pure. */
import type { LocationProblem } from '../../contract/provider.ts';

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

export function environmentIn(location: string): Environment | undefined {
  const [application = '', environment = '', ...more] = location.split('/');
  const isOne = more.length === 0 && LABEL_VALUE.test(application) && LABEL_VALUE.test(environment);
  return isOne ? { application, environment } : undefined;
}

/**
 * The labels of qbec as a selector.
 * @param tag of qbec; absent: only objects without a tag, which belong to another environment
 */
export function selectorOf({ application, environment }: Environment, tag: string | undefined): string {
  return [
    `qbec.io/application=${application}`,
    `qbec.io/environment=${environment}`,
    tag === undefined ? '!qbec.io/tag' : `qbec.io/tag=${tag}`,
  ].join(',');
}

/** The part of an application that an object is in, as qbec writes it. */
export const COMPONENT_ANNOTATION = 'qbec.io/component';
