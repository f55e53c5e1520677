/** Annotations by which tools and people say that an object stays, and the values that say the opposite. Pure. */
import { keepIn } from '../../../core/owner/optOut.ts';
import { visible } from '../../../core/text/visible.ts';
import { RESOURCE_POLICY } from './release.ts';

const KEEPING: Readonly<Record<string, { readonly keep: RegExp; readonly mayGo: RegExp }>> = {
  'directives.qbec.io/delete-policy': { keep: /^never$/, mayGo: /^(default)?$/ },
  [RESOURCE_POLICY]: { keep: /^keep$/, mayGo: /^$/ },
  'argocd.argoproj.io/sync-options': { keep: /(^|,)\s*(Prune|Delete)=false\s*(,|$)/, mayGo: /^((?!Prune|Delete).)*$/ },
  'kustomize.toolkit.fluxcd.io/prune': { keep: /^disabled$/, mayGo: /^(enabled)?$/ },
};

/** Why they keep an object; a value that Holystone does not know keeps too. `undefined`: they do not. */
export function keptByAnnotation(annotations: Readonly<Record<string, string>>): string | undefined {
  for (const [key, { keep, mayGo }] of Object.entries(KEEPING)) {
    const value = annotations[key];
    if (value === undefined) continue;
    if (keep.test(value)) return `its annotation ${key} is ${value}`;
    if (!mayGo.test(value)) return `its annotation ${key} has the value ${value}, which Holystone does not know`;
  }
  return undefined;
}

interface Texts {
  readonly annotations: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
}

/** Why a person's key keeps an object at `now`, ms since the epoch; a person may write it as a label as well. */
export function keptByKey({ annotations, labels }: Texts, now: number): string | undefined {
  const annotation = keepIn(annotations, now);
  if (annotation) return `its annotation ${visible(annotation.key)} is ${annotation.value}`;
  const label = keepIn(labels, now);
  return label && `its label ${visible(label.key)} is ${label.value}`;
}

/** Their keys. */
export const DELETE_POLICIES: readonly string[] = Object.keys(KEEPING);
