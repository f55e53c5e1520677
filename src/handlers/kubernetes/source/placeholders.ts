/** Sources of many environments in one setting: `{application}` and `{environment}` in it are the parts of the location. Pure. */
import { isLocationPattern } from '../../../core/resource/locationPattern.ts';
import type { EntryProblem } from '../../contract/entry.ts';
import { type Environment, environmentIn } from '../objects/ownership.ts';

const PARTS = ['application', 'environment'] as const;
type Part = (typeof PARTS)[number];
const WORD = /\{([A-Za-z]+)\}/g;

/** The source of one environment: each text of the setting with the parts of the location in it. */
export function filledIn<T>(setting: T, environment: Environment): T {
  if (typeof setting === 'string') {
    const text = PARTS.reduce((all, part) => all.replaceAll(`{${part}}`, environment[part]), setting as string);
    return text as T;
  }
  if (Array.isArray(setting)) return setting.map((one) => filledIn(one, environment)) as T;
  if (typeof setting !== 'object' || setting === null) return setting;
  return Object.fromEntries(Object.entries(setting).map(([key, value]) => [key, filledIn(value, environment)])) as T;
}

/** The first `{word}` in the texts of a setting that stands for nothing. */
export function unknownPlaceholder(setting: unknown): string | undefined {
  return wordsIn(setting).find((word) => !PARTS.includes(word as Part));
}

/**
 * Environments must not share their objects: each would be absent from the source of the other.
 * @param ownership plain data that may be invalid
 * @param locations the names of an account that one entry has
 */
export function problemOfSharedObjects(ownership: unknown, locations: readonly string[]): EntryProblem | undefined {
  const { selector } = (ownership ?? {}) as { readonly selector?: unknown };
  if (typeof selector !== 'string') return undefined;
  const owners = new Map<string, string>();
  for (const location of new Set(locations)) {
    const environment = environmentIn(location);
    if (!environment) continue;
    const labels = filledIn(selector, environment);
    const other = owners.get(labels);
    if (other !== undefined) {
      const message = `"${other}" and "${location}" would own the same objects; write \`{application}\` and \`{environment}\` so that their labels differ`;
      return { path: ['ownership', 'selector'], message };
    }
    owners.set(labels, location);
  }
  return undefined;
}

/** The same of environments that are found. @param locations the names and patterns of the account */
export function problemOfFoundOwnership(ownership: unknown, locations: readonly string[]): EntryProblem | undefined {
  const { selector } = (ownership ?? {}) as { readonly selector?: unknown };
  return typeof selector === 'string'
    ? problemOfFound(selector, locations, { path: ['ownership', 'selector'], each: 'labels' })
    : undefined;
}

/**
 * Environments that are found must not share a source: all objects of the one would be absent from the source of the
 * other.
 * @param locations the names and patterns of the account
 */
export function problemOfFoundSource(source: unknown, locations: readonly string[]): EntryProblem | undefined {
  return problemOfFound(source, locations, { path: ['source'], each: 'a source' });
}

function problemOfFound(
  setting: unknown,
  locations: readonly string[],
  { path, each }: { readonly path: readonly string[]; readonly each: string },
): EntryProblem | undefined {
  const words = wordsIn(setting);
  const differing = PARTS.filter((_, index) => mayDiffer(locations, index));
  const missing = differing.filter((part) => !words.includes(part));
  const found = `the environments of this entry are found (${locations.filter(isLocationPattern).join(', ')})`;
  const refused = (why: string) => ({
    path,
    message: `${found}, and each needs ${each} of its own: ${why}`,
  });
  if (missing.length > 0) {
    const names = missing.map((part) => `\`{${part}}\``).join(' and ');
    return refused(`write ${names} in it, or name the environments in \`locations\``);
  }
  if (differing.length < PARTS.length || areDistinct(textsIn(setting))) return undefined;
  return refused('`{application}` and `{environment}` cannot be separated in one word; write a slash between them');
}

/** In "a-b-c" the one part may be `a` or `a-b`; a character that no value of a label has shows where it ends. */
function areDistinct(texts: readonly string[]): boolean {
  if (texts.some((text) => new Set(wordsIn(text)).size === 1)) return true;
  return texts.some((text) => {
    const between = text.split(WORD);
    // Text and names of parts by turns: the text between the first two different names.
    const at = between.findIndex((word, index) => index % 2 === 1 && index > 1 && word !== between[index - 2]);
    return at > 0 && /[^A-Za-z0-9._-]/.test(between[at - 1] ?? '');
  });
}

/** May two of these locations differ in this part? */
function mayDiffer(locations: readonly string[], index: number): boolean {
  const parts = locations.map((location) => location.toLowerCase().split('/'));
  if (parts.some((all) => all.length !== PARTS.length || all[index]?.includes('*'))) return true;
  return new Set(parts.map((all) => all[index])).size > 1;
}

function wordsIn(setting: unknown): readonly string[] {
  return textsIn(setting).flatMap((text) => [...text.matchAll(WORD)].map(([, word = '']) => word));
}

function textsIn(setting: unknown): readonly string[] {
  if (typeof setting === 'string') return [setting];
  if (typeof setting !== 'object' || setting === null) return [];
  return Object.values(setting).flatMap(textsIn);
}
