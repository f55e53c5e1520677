/** Which versions of which parameters count as users of the images in them. */
import { ReadError } from '../../../core/errors.ts';
import { type Target, whereIs } from '../target.ts';
import { parametersBelow, typedParameters, type Version, valueOfOne, valuesOf, versionsOf } from './parameterApi.ts';
import type { ParameterReference } from './parameterReferences.ts';

export interface UsedVersion {
  readonly version: Version;
  /** `current`, `label prod`, `named by launch template lt-1 "web" version 2`. */
  readonly because: readonly string[];
}

/** What the listings already told of a parameter. */
interface Known {
  /** Of the current version. */
  readonly number?: number;
  readonly current?: Version;
}

/** Of the parameters of this account: typed ones, those at and below the paths, and those that are named. */
export async function parametersHere(
  target: Target,
  paths: readonly string[],
  references: readonly ParameterReference[],
): Promise<readonly UsedVersion[]> {
  const known = new Map<string, Known>();
  // A path may be a parameter, too, which is not below itself.
  for (const name of [...paths, ...references.map((reference) => reference.name)]) known.set(name, {});
  known.delete('/');
  for (const [name, number] of await typedParameters(target)) known.set(name, { number });
  for (const path of paths) {
    for (const current of await parametersBelow(target, path)) {
      known.set(current.name, { number: current.number, current });
    }
  }
  await readFirstVersions(target, known);
  const used: UsedVersion[] = [];
  for (const [name, what] of known) {
    const versions = await allVersions(target, name, what);
    used.push(
      ...usedOf(
        versions,
        references.filter((reference) => reference.name === name),
      ),
    );
  }
  return used;
}

/** A first version is all there is, and ten of them cost one call; of the others the history says more. */
async function readFirstVersions(target: Target, known: Map<string, Known>): Promise<void> {
  const names = [...known].filter(([, { number = 1, current }]) => number === 1 && !current).map(([name]) => name);
  const values = await valuesOf(target, names);
  for (const name of names) {
    const current = values.get(name);
    if (current) known.set(name, { number: current.number, current });
  }
}

async function allVersions(target: Target, name: string, { number = 1, current }: Known): Promise<readonly Version[]> {
  if (current && (current.number === 1 || current.isSecure)) return [current];
  const versions = await versionsOf(target, name);
  // Gone since it was listed: what was read of it a moment ago still counts.
  if (versions.length === 0) return current ? [current] : [];
  if (versions.some((version) => version.number >= number)) return versions;
  const message = `reading versions of SSM parameter ${name} in ${whereIs(target)}: version ${number} exists and was not in the answer`;
  throw new ReadError(message, { problem: 'malformed' });
}

function usedOf(versions: readonly Version[], references: readonly ParameterReference[]): readonly UsedVersion[] {
  const newest = Math.max(...versions.map(({ number }) => number));
  return versions.flatMap((version) => {
    const isCurrent = version.number === newest;
    const naming = references.filter(({ selector }) =>
      selector === undefined ? isCurrent : isSelected(version, selector),
    );
    const labels = version.labels.map((label) => `label ${label}`);
    const because = [...(isCurrent ? ['current'] : []), ...labels, ...namedBy(naming)];
    return because.length === 0 ? [] : [{ version, because }];
  });
}

function isSelected({ number, labels }: Version, selector: string): boolean {
  return String(number) === selector || labels.includes(selector);
}

/** Of parameters that other accounts share: the very versions that are named, because nothing else may be shared. */
export async function sharedVersions(
  target: Target,
  references: readonly ParameterReference[],
): Promise<readonly UsedVersion[]> {
  const byVersion = new Map<string, ParameterReference[]>();
  for (const reference of references) {
    const { name, selector } = reference;
    const asked = selector === undefined ? name : `${name}:${selector}`;
    byVersion.set(asked, [...(byVersion.get(asked) ?? []), reference]);
  }
  const used: UsedVersion[] = [];
  for (const [asked, naming] of byVersion) {
    const value = await valueOfOne(target, asked);
    if (value) used.push({ version: value, because: namedBy(naming) });
    else used.push(...usedOf(await versionsOf(target, naming[0]?.name ?? asked), naming));
  }
  return used;
}

/** Many versions of a template name the same parameter: one of them says enough. */
function namedBy(references: readonly ParameterReference[]): readonly string[] {
  const [first, ...others] = references;
  if (!first) return [];
  return [`named by ${first.by}${others.length === 0 ? '' : ` and ${others.length} more`}`];
}
