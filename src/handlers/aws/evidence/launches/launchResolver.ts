/** Resolves the source of a launch to the image it would launch: both count as used. */
import type { LaunchConfiguration } from '@aws-sdk/client-auto-scaling';
import type { Found } from '../../../contract/collecting.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { allOf } from '../../wire/paging.ts';
import { pages } from '../../wire/reading.ts';
import { type CallScope, whereIs } from '../../wire/target.ts';
import { type LaunchReference, namedIn, notUnderstood } from './launchReference.ts';
import { readVersions, type Template } from './launchTemplateApi.ts';
import { readTemplates } from './launchTemplates.ts';

/** The reference type of one kind. */
type Of<K extends LaunchReference['kind']> = Extract<LaunchReference, { kind: K }>;

/** A user that launches, in words that help to find it, and its launch sources. */
export interface Launching {
  readonly user: string;
  readonly references: readonly LaunchReference[];
}

interface Resolved {
  /** `undefined` when the reference leads to no image. */
  readonly imageId: string | undefined;
  readonly via: string;
}

/** Two maps, because the name of one template may look like the id of another. */
interface Templates {
  readonly byId: ReadonlyMap<string, Template>;
  readonly byName: ReadonlyMap<string, Template>;
}

/**
 * Resolves references of one account and region. Lists launch configurations and templates at the first reference to
 * one.
 */
export class LaunchResolver {
  readonly #target: CallScope;
  // Promises, so that a failed read is not repeated for each reference.
  #templates: Promise<Templates> | undefined;
  #imageOfConfiguration: Promise<Map<string | undefined, string | undefined>> | undefined;

  constructor(target: CallScope) {
    this.#target = target;
  }

  /**
   * Finds the launch sources of every item of a listing: the launch configurations and templates that it names, and the
   * images that they launch. An unresolvable reference does not hide the others.
   * @param launching `undefined` for an item that no longer launches
   */
  async findInPages<T>(
    found: Found,
    pages: AsyncIterable<readonly T[]>,
    launching: (item: T) => Launching | undefined,
  ): Promise<void> {
    for await (const page of pages) {
      for (const item of page) {
        await found.attempt(async () => {
          const from = launching(item);
          for (const reference of from?.references ?? []) await this.#find(found, from?.user ?? '', reference);
        });
      }
    }
  }

  async #find(found: Found, user: string, reference: LaunchReference): Promise<void> {
    found.add(namedIn(user, reference));
    await found.attempt(async () => {
      const { imageId, via } = await this.#resolve(reference);
      if (imageId !== undefined) found.add([{ alias: imageId, says: 'used', by: `${user} (${via})` }]);
    });
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
    this.#imageOfConfiguration ??= this.#imagesOfConfigurations();
    const known = await this.#imageOfConfiguration;
    if (!known.has(name)) {
      // A list cannot prove absence; AWS's only proof is its answer to a read by this exact name.
      known.set(name, (await this.#imagesOfConfigurations({ LaunchConfigurationNames: [name] })).get(name));
    }
    return { imageId: known.get(name), via: `${via}launch configuration ${name}` };
  }

  /** Images by configuration name: of all configurations, or only of those named in the question. */
  async #imagesOfConfigurations(question = {}): Promise<Map<string | undefined, string | undefined>> {
    const call = autoScaling.describeLaunchConfigurations;
    const all = await allOf(pages(this.#target, call, 'reading launch configurations', question));
    return new Map(all.map((each) => [each.LaunchConfigurationName, imageOf(each)]));
  }

  async #template(reference: Of<'launchTemplate'>): Promise<Resolved> {
    this.#templates ??= readTemplates(this.#target).then(indexed);
    return resolveTemplate(this.#target, await this.#templates, reference);
  }
}

function indexed(templates: readonly Template[]): Templates {
  return {
    byId: new Map(templates.map((template) => [template.id, template])),
    byName: new Map(templates.map((template) => [template.name, template])),
  };
}

async function resolveTemplate(
  target: CallScope,
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
  // Deleted although it is used, or newer than our list: only AWS's answer for exactly this version decides (law 2).
  const one = isById ? { LaunchTemplateId: named } : { LaunchTemplateName: named };
  const versions = await readVersions(target, { ...one, Versions: [version] });
  if (typeof versions !== 'string') return { imageId: [...versions.values()][0]?.imageId, via: described };
  // A template always has a latest and a default version, so this answer is inconsistent.
  if (template && (versions === 'noTemplate' || version.startsWith('$'))) throw disagree(target, template.id);
  return { imageId: undefined, via: described };
}

/** Reads of a new template disagree for a while; its image is then unknown. */
function disagree(target: CallScope, id: string): Error {
  return notUnderstood(
    `reading launch template ${id} in ${whereIs(target)}: it is listed, but AWS does not find its versions`,
  );
}

function versionNumber(template: Template, version: string): number | undefined {
  if (version === '$Latest') return template.latestVersion;
  if (version === '$Default') return template.defaultVersion;
  return /^\d+$/.test(version) ? Number(version) : undefined;
}

/** @throws ReadError without an image: every launch configuration has one, so the answer is incomplete */
function imageOf({ LaunchConfigurationName, ImageId }: LaunchConfiguration): string {
  if (ImageId) return ImageId;
  throw notUnderstood(`launch configuration ${LaunchConfigurationName} came without its image`);
}
