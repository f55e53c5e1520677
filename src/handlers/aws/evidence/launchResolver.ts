/** From what something launches from to the image that it would launch: it uses both. */
import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import type { Finding } from '../../../core/finding.ts';
import { type Target, whereIs } from '../target.ts';
import { imageOf, readLaunchConfigurations } from './launchConfigurations.ts';
import { type LaunchReference, namedIn, notUnderstood } from './launchReference.ts';
import { readVersions, type Template } from './launchTemplateApi.ts';
import { readTemplates } from './launchTemplates.ts';

/** The part of a reference's kind. */
type Of<K extends LaunchReference['kind']> = Extract<LaunchReference, { kind: K }>;

/** Something that launches, in words that find it, and what it launches from. */
export interface Launching {
  readonly user: string;
  readonly references: readonly LaunchReference[];
}

interface Resolved {
  /** `undefined` when the reference leads to no image. */
  readonly imageId: string | undefined;
  readonly via: string;
}

/** A name may look like another's id. */
interface Templates {
  readonly byId: ReadonlyMap<string, Template>;
  readonly byName: ReadonlyMap<string, Template>;
}

/**
 * Follows references of one account and region. Launch configurations and templates are listed when the first reference
 * to one comes.
 */
export class LaunchResolver {
  readonly #target: Target;
  #templates: Templates | undefined;
  #imageOfConfiguration: Map<string | undefined, string | undefined> | undefined;

  constructor(target: Target) {
    this.#target = target;
  }

  /**
   * The launch configurations and templates that `user` names, and the images that it launches through them.
   * @throws ReadError for a reference of which nobody can tell where it leads
   */
  async usesOf(user: string, references: readonly LaunchReference[]): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for (const reference of references) {
      findings.push(...namedIn(user, reference));
      const { imageId, via } = await this.#resolve(reference);
      if (imageId !== undefined) findings.push({ alias: imageId, says: 'used', by: `${user} (${via})` });
    }
    return findings;
  }

  /** What everything in a listing launches from. @param launching `undefined` of what launches no more */
  async usesOfAll<T>(
    pages: AsyncIterable<readonly T[]>,
    launching: (item: T) => Launching | undefined,
  ): Promise<readonly Finding[]> {
    const findings: Finding[] = [];
    for await (const page of pages) {
      for (const item of page) {
        const found = launching(item);
        if (found) findings.push(...(await this.usesOf(found.user, found.references)));
      }
    }
    return findings;
  }

  #resolve(reference: LaunchReference): Promise<Resolved> {
    switch (reference.kind) {
      case 'image':
        return Promise.resolve(reference);
      case 'snapshot':
        return Promise.resolve({ imageId: undefined, via: reference.via });
      case 'launchConfiguration':
        return this.#configuration(reference);
      case 'launchTemplate':
        return this.#template(reference);
    }
  }

  async #configuration({ name, via }: Of<'launchConfiguration'>): Promise<Resolved> {
    this.#imageOfConfiguration ??= byName(await readLaunchConfigurations(this.#target));
    const known = this.#imageOfConfiguration;
    if (!known.has(name)) {
      // Absent from a list is not gone; AWS has no other way to say so than an answer about this very name.
      known.set(name, byName(await readLaunchConfigurations(this.#target, [name])).get(name));
    }
    return { imageId: known.get(name), via: `${via}launch configuration ${name}` };
  }

  async #template(reference: Of<'launchTemplate'>): Promise<Resolved> {
    this.#templates ??= indexed(await readTemplates(this.#target));
    return resolveTemplate(this.#target, this.#templates, reference);
  }
}

function byName(configurations: readonly LaunchConfiguration[]): Map<string | undefined, string | undefined> {
  return new Map(configurations.map((each) => [each.LaunchConfigurationName, imageOf(each)]));
}

function indexed(templates: readonly Template[]): Templates {
  return {
    byId: new Map(templates.map((template) => [template.id, template])),
    byName: new Map(templates.map((template) => [template.name, template])),
  };
}

async function resolveTemplate(
  target: Target,
  { byId, byName }: Templates,
  { which, version, via }: Of<'launchTemplate'>,
): Promise<Resolved> {
  const isById = 'id' in which;
  const named = isById ? which.id : which.name;
  const template = (isById ? byId : byName).get(named);
  const number = template && versionNumber(template, version);
  const shown = number === undefined || String(number) === version ? version : `${number} (${version})`;
  const described = `${via}launch template ${template?.id ?? named} version ${shown}`;
  if (template && number !== undefined && template.versions.has(number)) {
    return { imageId: template.versions.get(number)?.imageId, via: described };
  }
  // Deleted behind the user's back, or newer than our list: only AWS's answer for exactly this one tells (law 2).
  const one = isById ? { LaunchTemplateId: named } : { LaunchTemplateName: named };
  const asked = await readVersions(target, { ...one, Versions: [version] });
  if (typeof asked !== 'string') return { imageId: [...asked.values()][0]?.imageId, via: described };
  // A template always has a latest and a default version, so this cannot be its state.
  if (template && (asked === 'noTemplate' || version.startsWith('$'))) throw disagree(target, template.id);
  return { imageId: undefined, via: described };
}

/** Reads of a new template disagree for a while; what it uses is not known then. */
function disagree(target: Target, id: string): Error {
  return notUnderstood(
    `reading launch template ${id} in ${whereIs(target)}: it is listed, but AWS does not find its versions`,
  );
}

function versionNumber(template: Template, version: string): number | undefined {
  if (version === '$Latest') return template.latestVersion;
  if (version === '$Default') return template.defaultVersion;
  return /^\d+$/.test(version) ? Number(version) : undefined;
}
