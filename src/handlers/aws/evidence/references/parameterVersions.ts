/** Selects the parameter versions that count as users of their images. */
import { ReadError } from '../../../../core/common/errors.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { parametersBelow, typedParameters, type Version, valueOfOne, valuesOf, versionsOf } from './parameterApi.ts';
import type { ParameterReference } from './parameterReferences.ts';

/** A version of an SSM parameter, with each reason why it counts as used. */
export interface UsedVersion {
  readonly version: Version;
  /** `current`, `label prod`, `named by launch template lt-1 "web" version 2`. */
  readonly because: readonly string[];
}

/** Takes the result of one part of the read; a failed part does not hide the others. */
export type Taking = (read: () => Promise<readonly UsedVersion[]>) => Promise<void>;

/** The data about a parameter from the listings. */
interface Known {
  /** The number of the current version. */
  readonly number?: number;
  readonly current?: Version;
}

/** The parameters of this account: typed ones, those at and below the paths, and the named ones. */
export async function parametersHere(
  target: CallScope,
  paths: readonly string[],
  references: readonly ParameterReference[],
  take: Taking,
): Promise<void> {
  const known = new Map<string, Known>();
  // A path may itself be a parameter; the listing below it omits it.
  for (const name of [...paths, ...references.map((reference) => reference.name)]) known.set(name, {});
  known.delete('/');
  await take(async () => {
    for await (const [name, number] of typedParameters(target)) known.set(name, { number });
    return [];
  });
  for (const path of paths) {
    await take(async () => {
      for await (const current of parametersBelow(target, path)) {
        known.set(current.name, { number: current.number, current });
      }
      return [];
    });
  }
  await take(async () => {
    await readFirstVersions(target, known);
    return [];
  });
  for (const [name, what] of known) {
    await take(async () => {
      const versions = await allVersions(target, name, what);
      return usedOf(
        versions,
        references.filter((reference) => reference.name === name),
      );
    });
  }
}

/** A parameter with one version needs no history, and ten of them cost one call; the others need the history. */
async function readFirstVersions(target: CallScope, known: Map<string, Known>): Promise<void> {
  const names = [...known].filter(([, { number = 1, current }]) => number === 1 && !current).map(([name]) => name);
  const values = await valuesOf(target, names);
  for (const name of names) {
    const current = values.get(name);
    if (current) known.set(name, { number: current.number, current });
  }
}

async function allVersions(
  target: CallScope,
  name: string,
  { number = 1, current }: Known,
): Promise<readonly Version[]> {
  if (current && (current.number === 1 || current.isSecure)) return [current];
  const versions = await versionsOf(target, name);
  // Deleted since the listing: the version read before still counts.
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

/** Parameters that other accounts share: exactly the named versions, because only these may be shared. */
export async function sharedVersions(
  target: CallScope,
  references: readonly ParameterReference[],
  take: Taking,
): Promise<void> {
  const byVersion = new Map<string, ParameterReference[]>();
  for (const reference of references) {
    const { name, selector } = reference;
    const selected = selector === undefined ? name : `${name}:${selector}`;
    byVersion.set(selected, [...(byVersion.get(selected) ?? []), reference]);
  }
  for (const [selected, naming] of byVersion) {
    await take(async () => {
      const value = await valueOfOne(target, selected);
      if (value) return [{ version: value, because: namedBy(naming) }];
      return usedOf(await versionsOf(target, naming[0]?.name ?? selected), naming);
    });
  }
}

/** Many versions of a template name the same parameter: naming one is enough. */
function namedBy(references: readonly ParameterReference[]): readonly string[] {
  const [first, ...others] = references;
  if (!first) return [];
  return [`named by ${first.by}${others.length === 0 ? '' : ` and ${others.length} more`}`];
}
