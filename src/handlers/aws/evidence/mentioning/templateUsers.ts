/** What finds the users of launch templates and of their versions. */
import type { EvidenceSource } from '../../../contract/handler.ts';
import { protectsUsedOnly } from '../../resources/templateProtection.ts';
import { autoScalingGroups } from '../launches/autoScalingGroups.ts';
import { fleets } from '../launches/fleets.ts';
import { spotRequests } from '../launches/spotRequests.ts';
import { imageDistributions } from '../references/imageDistributions.ts';
import { mentionedBy } from './mentionedBy.ts';

/** Every source, which reads at `places` unless users may be anywhere. */
export function templateUsers(places: EvidenceSource['places']): readonly EvidenceSource[] {
  const here = (source: EvidenceSource): EvidenceSource => ({ ...source, places });
  return [
    here(autoScalingGroups),
    here(fleets),
    imageDistributions,
    here(spotRequests),
    ...mentionedBy('launchTemplate', places),
  ];
}

/** Which types versions lead to, where the entry asks which versions are used: what a person keeps is used. */
export function linkedToTemplates(parameters: unknown): readonly string[] {
  return protectsUsedOnly({ parameters }) ? ['launchTemplate', 'launchTemplateVersion'] : [];
}

/**
 * The sources of a type whose resources launch templates name, and those that find who uses these templates: they are read
 * where the entry asks which versions are used (`protects: used`).
 */
export function withTemplateUsers(
  sources: readonly EvidenceSource[],
  places: EvidenceSource['places'],
): readonly EvidenceSource[] {
  const known = new Set(sources.map(({ name }) => name));
  const more = templateUsers(places)
    .filter(({ name }) => !known.has(name))
    .map((source) => ({
      ...source,
      places: (scope: Parameters<EvidenceSource['places']>[0]) => (protectsUsedOnly(scope) ? source.places(scope) : []),
    }));
  return [...sources, ...more];
}
