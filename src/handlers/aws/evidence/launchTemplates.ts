/** Launch templates of one account and region, with every version; shared by the sources that look at them. */
import {
  DescribeLaunchTemplatesCommand,
  DescribeLaunchTemplateVersionsCommand,
  type DescribeLaunchTemplateVersionsCommandInput,
  type LaunchTemplate,
  type LaunchTemplateVersion,
} from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import { call } from '../client.ts';
import { isNotFound } from '../errors.ts';
import { listed } from '../listed.ts';
import { allOf, pagesOf } from '../paging.ts';
import type { Doing } from '../readError.ts';
import { type Target, whereIs } from '../target.ts';

/** Version number → the image it names; `undefined` where it names none. */
export type Versions = ReadonlyMap<number, string | undefined>;

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly defaultVersion: number;
  readonly latestVersion: number;
  readonly versions: Versions;
}

/** A version never changes, but it may be deleted, which nothing tells: all are read anew after this. */
const READ_ANEW_MS = 24 * 3_600_000;
/** The most AWS gives per page, of both. */
const PAGE = 200;
/** An account may hide templates that AWS services manage. */
const EVERY_KIND = { IncludeManagedResources: true };

/**
 * All templates with all their versions. The list is read each time, a version once.
 * @throws ReadError unless every version that must exist was seen
 */
export function readTemplates(target: Target): Promise<readonly Template[]> {
  const key = `aws/${target.account.name}/${target.region}/launchTemplates`;
  return target.io.clients.get(key, () => new VersionCache()).read(target);
}

interface Known {
  readonly versions: Map<number, string | undefined>;
  /** Business time, ms. */
  readonly readAt: number;
}

class VersionCache {
  #known = new Map<string, Known>();
  /** Two sources that ask at once take turns: the second finds the versions already there. */
  #turn: Promise<unknown> = Promise.resolve();

  read(target: Target): Promise<readonly Template[]> {
    const read = this.#turn.then(() => this.#read(target));
    this.#turn = read.catch(() => undefined);
    return read;
  }

  destroy(): void {
    this.#known.clear();
  }

  async #read(target: Target): Promise<readonly Template[]> {
    const templates: Template[] = [];
    for (const listedTemplate of await listTemplates(target)) {
      const template = await this.#complete(target, listedTemplate);
      if (template) templates.push(template);
    }
    const ids = new Set(templates.map(({ id }) => id));
    for (const id of this.#known.keys()) if (!ids.has(id)) this.#known.delete(id);
    return templates;
  }

  async #complete(target: Target, template: Omit<Template, 'versions'>): Promise<Template | undefined> {
    const now = target.io.clock.now();
    const found = this.#known.get(template.id);
    const known = found && now - found.readAt < READ_ANEW_MS ? found : { versions: new Map(), readAt: now };
    const highest = Math.max(0, ...known.versions.keys());
    if (highest < template.latestVersion) {
      // Whether AWS counts MinVersion itself in is not said clearly: asking from the last known one on is right both ways.
      const from = highest === 0 ? {} : { MinVersion: String(highest) };
      const fresh = await readVersions(target, { LaunchTemplateId: template.id, ...from });
      if (!fresh) return undefined;
      for (const [number, image] of fresh) known.versions.set(number, image);
      await mustBeWhole(target, template, known.versions);
    }
    this.#known.set(template.id, known);
    return { ...template, versions: known.versions };
  }
}

/** The default version cannot be deleted; the latest can, and then `$Latest` names an earlier one. */
async function mustBeWhole(target: Target, template: Omit<Template, 'versions'>, versions: Versions): Promise<void> {
  const { id, defaultVersion, latestVersion } = template;
  if (!versions.has(defaultVersion)) throw notWhole(target, id, defaultVersion);
  if (versions.has(latestVersion)) return;
  const latest = await readVersions(target, { LaunchTemplateId: id, Versions: ['$Latest'] });
  const really = latest && [...latest.keys()][0];
  if (really === undefined || !versions.has(really)) throw notWhole(target, id, latestVersion);
}

function notWhole(target: Target, id: string, version: number): ReadError {
  const message = `reading launch template ${id} in ${whereIs(target)}: version ${version} exists and was not in the answer`;
  return new ReadError(message, { problem: 'malformed' });
}

async function listTemplates(target: Target): Promise<readonly Omit<Template, 'versions'>[]> {
  const doing: Doing = { target, api: 'ec2:DescribeLaunchTemplates', what: 'listing launch templates' };
  const pages = pagesOf(doing, async (NextToken) => {
    const command = new DescribeLaunchTemplatesCommand({ MaxResults: PAGE, NextToken, ...EVERY_KIND });
    const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
    return { items: listed(answer.LaunchTemplates, doing), nextToken: answer.NextToken };
  });
  return (await allOf(pages)).map((template) => toTemplate(template, doing));
}

function toTemplate(template: LaunchTemplate, { target }: Doing): Omit<Template, 'versions'> {
  const { LaunchTemplateId: id, LaunchTemplateName: name = '' } = template;
  const { DefaultVersionNumber: defaultVersion, LatestVersionNumber: latestVersion } = template;
  if (id && defaultVersion && latestVersion) return { id, name, defaultVersion, latestVersion };
  const message = `listing launch templates in ${whereIs(target)}: ${id ?? name} came without id or version numbers`;
  throw new ReadError(message, { problem: 'malformed' });
}

/** `undefined` when the template or the version is positively not there. */
export async function readVersions(
  target: Target,
  which: Pick<
    DescribeLaunchTemplateVersionsCommandInput,
    'LaunchTemplateId' | 'LaunchTemplateName' | 'Versions' | 'MinVersion'
  >,
): Promise<Versions | undefined> {
  const what = `reading versions of launch template ${which.LaunchTemplateId ?? which.LaunchTemplateName}`;
  const doing: Doing = { target, api: 'ec2:DescribeLaunchTemplateVersions', what };
  const pages = pagesOf(doing, async (NextToken) => {
    const input = { ...which, NextToken, ...EVERY_KIND, ...(which.Versions ? {} : { MaxResults: PAGE }) };
    const command = new DescribeLaunchTemplateVersionsCommand(input);
    const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
    return { items: listed(answer.LaunchTemplateVersions, doing), nextToken: answer.NextToken };
  });
  try {
    return new Map((await allOf(pages)).map((version) => entryOf(version, doing)));
  } catch (error) {
    if (error instanceof ReadError && isNotFound(error.cause)) return undefined;
    throw error;
  }
}

function entryOf(version: LaunchTemplateVersion, { what, target }: Doing): readonly [number, string | undefined] {
  const { VersionNumber: number, LaunchTemplateData: data } = version;
  if (number && data) return [number, data.ImageId || undefined];
  throw new ReadError(`${what} in ${whereIs(target)}: one came without number or data`, { problem: 'malformed' });
}
