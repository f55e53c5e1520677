import { z } from 'zod';
import { parseYaml } from '../config/yaml/yamlSource.ts';
import { CLOCKS_DIFFER_MS } from '../core/common/clock.ts';
import { formatAge, formatMs } from '../core/common/duration.ts';
import { inSteps } from '../core/common/steps.ts';
import { applicationKey } from '../core/owner/ownerRegistry.ts';
import type { RegistryFormat, RegistrySettings } from '../core/policy/ownerSettings.ts';
import { applicationsIn } from './backstage.ts';
import { rowsIn } from './csv.ts';

/** The entries are checked one by one. */
const list = z.custom<readonly unknown[]>(Array.isArray);
const schema = z.union([
  list.transform((applications) => ({ applications, generatedAt: undefined })),
  z.object({ generatedAt: z.iso.datetime({ offset: true }).optional(), applications: list }),
]);
/** Other keys of the registry are ignored. */
const Entry = z.record(z.string(), z.unknown());
const Name = z.union([z.string(), z.number()]).transform(String);
/** A list of people is one owner. */
const Owner = z.union([z.string(), z.array(z.string()).transform((people) => people.join(', '))]).nullish();
/** The data of each format, with entries that have the keys of the settings. */
const READERS: Readonly<Record<RegistryFormat, (text: string, keys: RegistrySettings['keys']) => unknown>> = {
  applications: dataOf,
  backstage: (text, keys) => applicationsIn(documentsIn(text), keys),
  csv: rowsIn,
};

/** Entries between two turns of the event loop. */
const A_STEP = 1_000;

/** A registry after the read. */
export interface RegistryDocument {
  /** Application, in lower case → owner; two contradictory entries give no owner. */
  readonly owners: ReadonlyMap<string, string>;
  /** ms since the epoch, if the document has it. */
  readonly generatedAt?: number;
}

/**
 * `applications: [{ app: shop, owner: team@example.com }]`, or only that list; YAML or JSON.
 * @returns rejects with an Error that describes the problem
 */
export async function parseRegistry(
  text: string,
  keys: RegistrySettings['keys'],
  format: RegistryFormat = 'applications',
): Promise<RegistryDocument> {
  const parsed = schema.safeParse(READERS[format](text, keys));
  // A suddenly empty registry counts as unread, or every resource would get another owner.
  if (!parsed.success || parsed.data.applications.length === 0) throw noRegistry(keys);
  const { applications, generatedAt } = parsed.data;
  const owners = new Map<string, string>();
  // One entry at a time: a list of anything else fails at its first entry, and not at its millionth.
  for await (const some of inSteps(applications, A_STEP)) {
    for (const one of some) {
      const entry = Entry.safeParse(one);
      if (!entry.success) throw noRegistry(keys);
      const [app, owner] = [Name.safeParse(entry.data[keys.app]), Owner.safeParse(entry.data[keys.owner])];
      if (!app.success || !owner.success) throw noRegistry(keys);
      const key = applicationKey(app.data);
      const data = (owner.data ?? '').trim();
      owners.set(key, (owners.get(key) ?? data) === data ? data : '');
    }
  }
  return { owners, ...(generatedAt === undefined ? {} : { generatedAt: Date.parse(generatedAt) }) };
}

function noRegistry({ app, owner }: RegistrySettings['keys']): Error {
  return new Error(`it is not a list of applications such as { ${app}: shop, ${owner}: a@example.com }`);
}

/** Why a readable registry does not count any more: the program that generates it has stopped. */
export function outdated({ generatedAt }: RegistryDocument, maxAgeMs: number, now: number): string | undefined {
  if (generatedAt === undefined) return undefined;
  if (generatedAt - now > CLOCKS_DIFFER_MS)
    return `its generatedAt is ${new Date(generatedAt).toISOString()}, in the future`;
  if (now - generatedAt <= maxAgeMs) return undefined;
  return `it was generated ${formatAge(now - generatedAt)} ago, more than ${formatMs(maxAgeMs)}`;
}

/** The JSON of an API, or YAML documents one after another. */
function documentsIn(text: string): readonly unknown[] {
  if (/^\s*[[{]/.test(text)) return [dataOf(text)].flat();
  const documents = text.split(/^---(?=\s|$)/m).filter((part) => /^\s*[^\s#]/m.test(part));
  return documents.map(dataOf);
}

/** Tries JSON first: it is much faster, and large registries are JSON. */
function dataOf(text: string): unknown {
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML may begin like JSON.
    }
  }
  const { document, problems } = parseYaml(text);
  if (!document) throw new Error(`it is not YAML: ${problems[0]?.message ?? 'unreadable'}`);
  return document.toJS();
}
