/**
 * Every kind that an API server serves: aggregated discovery, or the older calls where the server has none. A group that
 * could not be read, or that the server itself calls stale, is not absent: it is unread.
 */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import type { Call, CallScope } from '../wire/call.ts';
import { call, objectIn, objectOf } from '../wire/client.ts';
import { malformed, refused } from '../wire/readError.ts';
import { missingKinds } from './knownKinds.ts';
import type { Discovered, ServedKind } from './servedKind.ts';

export type { Discovered, ServedKind } from './servedKind.ts';

const AGGREGATED = ['v2', 'v2beta1']
  .map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`)
  .concat('application/json')
  .join(',');

const verbs = z.array(z.string()).default([]);
const aggregated = z.object({
  kind: z.literal('APIGroupDiscoveryList'),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default('') }).default({ name: '' }),
      versions: z
        .array(
          z.object({
            version: z.string(),
            freshness: z.string().optional(),
            resources: z
              .array(
                z.object({
                  resource: z.string(),
                  responseKind: z.object({ group: z.string().default(''), kind: z.string() }).optional(),
                  scope: z.enum(['Namespaced', 'Cluster']),
                  verbs,
                }),
              )
              .default([]),
          }),
        )
        .default([]),
    }),
  ),
});
const resourceList = z.object({
  kind: z.literal('APIResourceList'),
  resources: z.array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean(), verbs })),
});
const groupVersion = z.object({ groupVersion: z.string(), version: z.string() });
const groupList = z.object({
  kind: z.literal('APIGroupList'),
  groups: z.array(
    z.object({ name: z.string(), versions: z.array(groupVersion), preferredVersion: groupVersion.optional() }),
  ),
});

/**
 * Every kind that is served, and the groups that are not known now: also those of a kind that was served before, is not
 * served now, and is not proven gone.
 * @throws ReadError if not even the list of groups could be read
 */
export async function discover(target: CallScope): Promise<Discovered> {
  const now = await served(target);
  return { ...now, unread: new Map([...now.unread, ...(await missingKinds(target, now))]) };
}

async function served(target: CallScope): Promise<Discovered> {
  const kinds: ServedKind[] = [];
  const unread = new Map<string, string>();
  for (const path of ['/api', '/apis']) {
    const request = callOf(path, AGGREGATED);
    const object = await objectOf(target, request);
    const found = aggregated.safeParse(object);
    const part = found.success ? fromAggregated(found.data) : await legacy(target, path, object);
    kinds.push(...part.kinds);
    for (const [group, why] of part.unread) unread.set(group, why);
  }
  return { kinds, unread };
}

function callOf(path: string, accept?: string): Call {
  const what = `reading which kinds ${path} has`;
  return { method: 'GET', path, what, permission: `get ${path}`, ...(accept ? { accept } : {}) };
}

/** The versions of a group are in the server's order of preference: the first that has a kind counts. */
function fromAggregated({ items }: z.infer<typeof aggregated>): Discovered {
  const kinds = new Map<string, ServedKind>();
  const unread = new Map<string, string>();
  for (const { metadata, versions } of items) {
    const group = metadata.name;
    for (const { version, freshness, resources } of versions) {
      if (freshness === 'Stale') unread.set(group, `the API server calls its knowledge of ${group}/${version} stale`);
      for (const { resource, responseKind, scope, verbs: allowed } of resources) {
        if (!responseKind) continue;
        add(kinds, {
          ...{ group, version, kind: responseKind.kind, resource },
          ...{ isNamespaced: scope === 'Namespaced', verbs: allowed },
        });
      }
    }
  }
  return { kinds: [...kinds.values()], unread };
}

function add(kinds: Map<string, ServedKind>, kind: ServedKind): void {
  const key = `${kind.group}/${kind.resource}`;
  const known = kinds.get(key);
  const others = known && [...(known.otherVersions ?? []), kind.version];
  kinds.set(key, known ? { ...known, otherVersions: others ?? [] } : kind);
}

/** `/api` names versions, `/apis` groups with theirs; each is asked for alone, and may fail alone. */
async function legacy(target: CallScope, path: string, object: Readonly<Record<string, unknown>>): Promise<Discovered> {
  const kinds = new Map<string, ServedKind>();
  const unread = new Map<string, string>();
  for (const { group, versions } of groupsIn(object, path, target.account.name)) {
    for (const version of versions) {
      const at = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
      try {
        for (const one of await resourcesAt(target, at)) add(kinds, { ...one, group, version });
      } catch (error) {
        if (!(error instanceof ReadError)) throw error;
        unread.set(group, error.message);
      }
    }
  }
  return { kinds: [...kinds.values()], unread };
}

interface GroupVersions {
  readonly group: string;
  /** The preferred one first. */
  readonly versions: readonly string[];
}

function groupsIn(object: Readonly<Record<string, unknown>>, path: string, account: string): readonly GroupVersions[] {
  if (path === '/api') {
    const core = z.object({ kind: z.literal('APIVersions'), versions: z.array(z.string()) }).safeParse(object);
    if (core.success) return [{ group: '', versions: core.data.versions }];
  }
  const read = groupList.safeParse(object);
  if (!read.success) throw malformed(callOf(path).what, account, 'it is no list of groups');
  return read.data.groups.map(({ name: group, versions, preferredVersion }) => {
    const preferred = preferredVersion?.version;
    const others = versions.map(({ version }) => version).filter((version) => version !== preferred);
    return { group, versions: preferred === undefined ? others : [preferred, ...others] };
  });
}

async function resourcesAt(target: CallScope, path: string): Promise<readonly Omit<ServedKind, 'group' | 'version'>[]> {
  const request = callOf(path);
  const answer = await call(target, request);
  if (answer.status !== 200) throw refused(answer, request, target.account.name);
  const read = resourceList.safeParse(objectIn(answer, request, target.account.name));
  if (!read.success) throw malformed(request.what, target.account.name, 'it is no list of resources');
  return read.data.resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name: resource, kind, namespaced: isNamespaced, verbs: allowed }) => ({
      ...{ resource, kind, isNamespaced, verbs: allowed },
    }));
}
