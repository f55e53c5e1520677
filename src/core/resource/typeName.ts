import type { Language } from '../common/language.ts';

/** A resource type as people call it, in each language: `Auto Scaling group`. */
export type TypeName = Readonly<Record<Language, string>>;

/** `AMI`; without a name the words of the type: `fileTree` → `file tree`. */
export function typeName(
  { called, resourceType }: { readonly called?: TypeName; readonly resourceType: string },
  language: Language,
): string {
  return called?.[language] ?? resourceType.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The plural of an English name: `Elastic IP addresses`. */
export function pluralOf(called: string): string {
  return /s$/.test(called) ? `${called}es` : `${called}s`;
}
