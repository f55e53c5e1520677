import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { groups } from '../autoScalingGroup/api.ts';
import { allOf } from '../paging.ts';
import { everyAccount, provenReader } from '../places.ts';
import { type Target, whereIs } from '../target.ts';
import { type GroupReference, referencesOf } from './groupReferences.ts';
import { readLaunchConfigurations } from './launchConfigurations.ts';
import { readVersions, type Template } from './launchTemplateApi.ts';
import { readTemplates } from './launchTemplates.ts';

/** What a group would launch next counts, whether or not it has instances now. */
export const autoScalingGroups: EvidenceSource = {
  name: 'autoScalingGroups',
  summary:
    'Auto Scaling groups in every account, through launch configuration, launch template, mixed instances policy and its overrides.',
  permissions: [
    'autoscaling:DescribeAutoScalingGroups',
    'autoscaling:DescribeLaunchConfigurations',
    'ec2:DescribeLaunchTemplates',
    'ec2:DescribeLaunchTemplateVersions',
  ],
  asks: 'place',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const all = await allOf(groups(target, 'reading Auto Scaling groups'));
    if (all.length === 0) return [];
    const resolver = await openResolver(target);
    const findings: Finding[] = [];
    for (const group of all) findings.push(...(await usesOf(group, resolver)));
    return findings;
  },
};

async function usesOf(group: AutoScalingGroup, resolver: Resolver): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const reference of referencesOf(group)) {
    const { imageId, via } = await resolver.resolve(reference);
    const by = `Auto Scaling group ${group.AutoScalingGroupName} (${via})`;
    if (imageId !== undefined) findings.push({ alias: imageId, says: 'used', by });
  }
  return findings;
}

interface Resolved {
  /** `undefined` when the reference leads to no image. */
  readonly imageId: string | undefined;
  readonly via: string;
}

interface Resolver {
  resolve(reference: GroupReference): Promise<Resolved>;
}

async function openResolver(target: Target): Promise<Resolver> {
  const configurations = await readLaunchConfigurations(target);
  const imageOf = new Map(configurations.map((lc) => [lc.LaunchConfigurationName, lc.ImageId]));
  const templates = await readTemplates(target);
  return {
    async resolve(reference) {
      if (reference.kind === 'image') return { imageId: reference.imageId, via: reference.via };
      if (reference.kind === 'launchTemplate') return resolveTemplate(target, templates, reference);
      const { name, via } = reference;
      // Absent from a list is not gone; AWS has no other way to say so than an answer about this very name.
      if (!imageOf.has(name)) imageOf.set(name, (await readLaunchConfigurations(target, [name]))[0]?.ImageId);
      return { imageId: imageOf.get(name) || undefined, via: `${via}launch configuration ${name}` };
    },
  };
}

async function resolveTemplate(
  target: Target,
  templates: readonly Template[],
  reference: GroupReference & { kind: 'launchTemplate' },
): Promise<Resolved> {
  const { id, name, version, via } = reference;
  const template = templates.find((known) => (id === undefined ? known.name === name : known.id === id));
  const number = template && versionNumber(template, version);
  const shown = number === undefined || String(number) === version ? version : `${number} (${version})`;
  const described = `${via}launch template ${template?.id ?? id ?? name} version ${shown}`;
  if (template && number !== undefined && template.versions.has(number)) {
    return { imageId: template.versions.get(number), via: described };
  }
  // Deleted behind the group's back, or newer than our list: only AWS's answer for exactly this one tells.
  const which = id === undefined ? { LaunchTemplateName: name } : { LaunchTemplateId: id };
  const asked = await readVersions(target, { ...which, Versions: [version] });
  if (asked === 'noTemplate' && template) throw disagree(target, template.id);
  return { imageId: typeof asked === 'string' ? undefined : [...asked.values()][0], via: described };
}

/** Reads of a new template disagree for a while; what it uses is not known then. */
function disagree(target: Target, id: string): ReadError {
  const message = `reading launch template ${id} in ${whereIs(target)}: it is listed, but AWS does not find its versions`;
  return new ReadError(message, { problem: 'malformed' });
}

function versionNumber(template: Template, version: string): number | undefined {
  if (version === '$Latest') return template.latestVersion;
  if (version === '$Default') return template.defaultVersion;
  return /^\d+$/.test(version) ? Number(version) : undefined;
}
