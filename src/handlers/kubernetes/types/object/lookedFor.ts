/** Is there anything of the environment, and of what its entry names? For people: a wrong name looks like nothing to do. */

import { messageOf, ReadError } from '../../../../core/common/errors.ts';
import { pluralize } from '../../../../core/common/pluralize.ts';
import type { LookedFor } from '../../../../core/resource/lookedFor.ts';
import type { Discovered } from '../../calls/discovery.ts';
import { readObject } from '../../calls/objects.ts';
import { kindText } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { COMPONENT_ANNOTATION, type Environment, environmentIn } from '../../objects/ownership.ts';
import { readSource } from '../../source/readSource.ts';
import type { CallScope } from '../../wire/call.ts';
import type { ObjectParameters } from './parameters.ts';

interface Looking {
  readonly target: CallScope;
  readonly location: string;
  readonly parameters: ObjectParameters;
  readonly discovered: Discovered;
  /** The selector of the environment. */
  readonly selector: string;
}

/** @param objects of the environment, all of them. @throws ReadError */
export async function lookedFor(looking: Looking, objects: readonly KubernetesObject[]): Promise<readonly LookedFor[]> {
  const { parameters, discovered } = looking;
  const isFound = objects.length > 0;
  const environment = { what: isFound ? looking.location : await nothingWords(looking), isFound };
  return [environment, ...kindsIn(parameters, discovered), ...componentsIn(parameters, objects)];
}

/** `no object has the labels … of shop/prod, and its source declares 12 objects` */
async function nothingWords(looking: Looking): Promise<string> {
  const { location, selector, parameters } = looking;
  const parent = parameters.ownership === 'applyset' ? await parentWords(looking) : '';
  const labels = parameters.ownership === 'helm' ? `annotations of the release ${location}` : `labels ${selector}`;
  return `no object has the ${labels}${parent}, and ${await sourceWords(looking)}: correct the name, or apply the source first`;
}

async function sourceWords({ target, location, parameters, discovered }: Looking): Promise<string> {
  try {
    const declared = await readSource(parameters, { target, location, discovered });
    return `its source declares ${pluralize(declared.length, 'object')}`;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return `its source cannot be read (${messageOf(error)})`;
  }
}

/** An ApplySet may have a parent of any kind; its members are found by the name of a Secret. */
async function parentWords({ target, location, discovered }: Looking): Promise<string> {
  const { application: namespace, environment: name } = environmentIn(location) as Environment;
  const secret = discovered.kinds.find(({ group, kind }) => group === '' && kind === 'Secret');
  try {
    const isThere = secret && (await readObject(target, secret, namespace, name)) !== undefined;
    if (isThere) return ` (the Secret ${location} is there, and has no members)`;
    return ` (there is no Secret ${location}; an ApplySet whose parent is of another kind is not looked for)`;
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return ` (its parent is the Secret ${location}; an ApplySet whose parent is of another kind is not looked for)`;
  }
}

/** A kind that the API server does not serve is misspelt, or its group is not known now. */
function kindsIn(
  { kinds = [], dataKinds, propagation }: ObjectParameters,
  discovered: Discovered,
): readonly LookedFor[] {
  const served = new Set(discovered.kinds.flatMap((one) => [one.kind, kindText(one)]));
  const named = { kinds, dataKinds, propagation: Object.keys(propagation) };
  return Object.entries(named).flatMap(([key, names]) =>
    names.map((name) => ({
      what: `the API server serves no kind ${name}, which \`${key}\` names`,
      isFound: served.has(name) || (discovered.unread.size > 0 ? null : false),
      mayBeElsewhere: true as const,
    })),
  );
}

function componentsIn(
  { components = [] }: ObjectParameters,
  objects: readonly KubernetesObject[],
): readonly LookedFor[] {
  const found = new Set(objects.map(({ annotations }) => annotations[COMPONENT_ANNOTATION]));
  return components.map((component) => ({
    what: `no object is in the component ${component}, which \`components\` names`,
    isFound: found.has(component),
    mayBeElsewhere: true,
  }));
}
