/** Whether every version of a launch template protects what it names, or only those that something uses. */
import { z } from 'zod';

const WHICH = ['all', 'used'] as const;

/** `evidence.launchTemplateVersions` of an entry whose resources launch templates name. */
export const launchTemplateVersions = z
  .union([
    z.literal('all'),
    z.strictObject({
      protects: z
        .enum(WHICH)
        .default('all')
        .describe(
          '`all`: every version, because a person may launch from it at any time. `used`: the default and the latest version, and those that something names, or whose template something names without a version.',
        ),
    }),
  ])
  .default('all')
  .describe(
    'Which versions of launch templates protect what they name: all of them unless given. With `protects: used`, a resource that only other versions name may go, and its reason says so.',
  );

/** The part of parsed parameters that says it. */
export interface TemplateProtection {
  readonly evidence: { readonly launchTemplateVersions: z.infer<typeof launchTemplateVersions> };
}

/** For types without other keys of their own below `evidence`. */
export const templateProtection = z
  .strictObject({ launchTemplateVersions })
  .prefault({})
  .describe('How Holystone reads evidence.');

/** Of parameters of any type; only those with the key can say so. */
export function protectsUsedOnly({ parameters }: { readonly parameters: unknown }): boolean {
  const { evidence } = (parameters ?? {}) as Partial<TemplateProtection>;
  const which = evidence?.launchTemplateVersions;
  return typeof which === 'object' && which.protects === 'used';
}

/** Sources with the same answer share it (`EvidenceSource.variant`). */
export function protectionOf(scope: { readonly parameters: unknown }): string {
  return protectsUsedOnly(scope) ? 'used' : '';
}
