/**
 * The requests that may change a cluster, and by whose leave; everything else is stopped before it is sent. Pure.
 *
 *   DELETE of one object, with its uid and version      a permit for this object
 *   apply of the keep annotation, with the uid          any pass
 *   apply of an Event about a mark                      any pass
 *   apply of a stored definition                        `holystone restore --yes`
 */
import { z } from 'zod';
import { KEEP_ANNOTATION, KEPT_BEFORE_ANNOTATION, MANAGERS } from '../objects/annotations.ts';
import type { Call, CallScope } from './call.ts';

const DRY_RUN = z.tuple([z.literal('All')]);

/**
 * Every deletion names the object as it was read. The options in the body are those that count: an API server ignores the
 * query where there is a body.
 */
const deletion = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('DeleteOptions'),
  propagationPolicy: z.enum(['Foreground', 'Background', 'Orphan']),
  preconditions: z.strictObject({ uid: z.string().min(1), resourceVersion: z.string().min(1) }),
  dryRun: DRY_RUN.optional(),
});

/** Nothing but the annotations; without the uid an API server would make an object that is gone anew. */
const keeping = z.strictObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.strictObject({
    name: z.string().min(1),
    namespace: z.string().min(1).optional(),
    uid: z.string().min(1),
    annotations: z
      .strictObject({ [KEEP_ANNOTATION]: z.string().optional(), [KEPT_BEFORE_ANNOTATION]: z.string().optional() })
      .optional(),
  }),
});

/** An Event that says nothing but that an object is marked. */
const event = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Event'),
  type: z.literal('Normal'),
  reason: z.literal('HolystoneMarked'),
  metadata: z.strictObject({ name: z.string().startsWith('holystone.'), namespace: z.string().min(1) }),
  involvedObject: z.looseObject({ uid: z.string().min(1) }),
  message: z.string(),
  source: z.strictObject({ component: z.literal('holystone') }),
  reportingComponent: z.literal('holystone'),
  reportingInstance: z.literal('holystone'),
  firstTimestamp: z.string(),
  lastTimestamp: z.string(),
  count: z.number(),
});
const EVENT = /^\/api\/v1\/namespaces\/[^/]+\/events\/[^/]+$/;

const definition = z.looseObject({
  apiVersion: z.string().min(1),
  kind: z.string().min(1),
  metadata: z.looseObject({
    name: z.string().min(1),
    uid: z.undefined().optional(),
    resourceVersion: z.undefined().optional(),
  }),
});

/** One object, never a collection: of the whole cluster, or in a namespace. */
const CORE_OBJECT = /^\/api\/v1\/(?:namespaces\/[^/]+\/[a-z0-9-]+|[a-z0-9-]+)\/(?<name>[^/]+)$/;
const GROUP_OBJECT = /^\/apis\/[^/]+\/[^/]+\/(?:namespaces\/[^/]+\/[a-z0-9-]+|[a-z0-9-]+)\/(?<name>[^/]+)$/;

/** Why this must not be sent now; `undefined`: it may. */
export function refusal(request: Call, { permit, mayRestore }: CallScope['io']): string | undefined {
  if (request.method === 'GET') return undefined;
  const url = new URL(request.path, 'http://cluster');
  const name = nameIn(url.pathname);
  if (name === undefined) return 'it names no single object';
  if (request.method === 'DELETE') {
    const { deletes = '' } = request;
    if (!isDeletion(request, url) || deletes.split('/').at(-1) !== name) return 'no such request is known';
    return permit === undefined ? 'this pass may not delete' : permit.denies([deletes]);
  }
  if (request.content?.type !== 'application/apply-patch+yaml') return 'no such request is known';
  const manager = url.searchParams.get('fieldManager');
  const isForced = url.searchParams.has('force');
  const body = json(request);
  if (manager === MANAGERS.restore && !isForced && isOf(definition, body, name)) {
    return mayRestore ? undefined : 'only `holystone restore --yes` may restore';
  }
  if (manager === MANAGERS.events && EVENT.test(url.pathname) && isOf(event, body, name)) return undefined;
  const isKeeping = manager === MANAGERS.keep || manager === MANAGERS.putBack;
  return isKeeping && isOf(keeping, body, name) ? undefined : 'no such request is known';
}

function nameIn(pathname: string): string | undefined {
  const { name } = (CORE_OBJECT.exec(pathname) ?? GROUP_OBJECT.exec(pathname))?.groups ?? {};
  return name === undefined ? undefined : decodeURIComponent(name);
}

/** A dry run says so in the body and in the query, so that neither reading of it deletes. */
function isDeletion(request: Call, url: URL): boolean {
  const read = deletion.safeParse(json(request));
  if (!read.success) return false;
  const isDryRun = read.data.dryRun !== undefined;
  return isDryRun === (url.searchParams.get('dryRun') === 'All');
}

function isOf(schema: typeof keeping | typeof event | typeof definition, body: unknown, name: string): boolean {
  const read = schema.safeParse(body);
  return read.success && read.data.metadata.name === name;
}

function json({ content }: Call): unknown {
  try {
    return JSON.parse(content?.body ?? '');
  } catch {
    return undefined;
  }
}
