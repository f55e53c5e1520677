import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { CursorError } from '../../../core/common/errors.ts';
import type { EventFilter } from '../../../core/ports/events.ts';
import { AUDIT_EVENTS } from '../../../core/resource/audit.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { EventStreams } from './eventStreams.ts';
import { eventView } from './eventView.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';
import { auditView } from './views.ts';

/** The changes of the fleet's control that `GET history` shows. */
const CHANGES = 500;

/**
 * `GET history`: the changes of the fleet's control, with actor, reason, before and after. `GET history/:namespace/:id`:
 * the events of a resource. Both oldest first; empty when none is on record.
 */
export function historyRoutes(app: App, deps: OperatorDeps): void {
  app.get('/history', async () => {
    const changes = await deps.control.changes(CHANGES);
    return { items: changes.toReversed().map(auditView) };
  });

  app.get('/history/:namespace/:id', { schema: { params: NamespaceAndId } }, async ({ params }) => {
    const { namespace } = knownNamespace(deps, params.namespace);
    const items = await deps.audit.history(namespace, params.id);
    return { namespace, id: params.id, items: items.map(auditView) };
  });
}

const text = z.string().max(500).optional();
/** A day of UTC, as a form sends it; an empty field is none. */
export const day = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.iso.date({ error: 'a day such as 2026-11-27' }).optional(),
);
const Filter = z.strictObject({
  namespace: text.describe('A namespace, or `fleet` for the control.'),
  id: text,
  // A form sends an empty field as an empty text.
  event: z.preprocess((value) => (value === '' ? undefined : value), z.enum(AUDIT_EVENTS).optional()),
  person: text.describe('The whole name of the person, in any case.'),
  actor: text.describe('Part of the name of the person; `holystone` for the daemon itself.'),
  from: day.describe('The first day, UTC: 2026-11-01.'),
  to: day.describe('The last day, UTC: 2026-11-30.'),
});
const EventQuery = Filter.extend({
  before: text.describe('A cursor: the events before it, newest first. Absent = from the newest.'),
  after: text.describe('A cursor: the events after it, oldest first.'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

const FULL = 'This instance has as many live streams as it serves';

interface EventDeps extends Pick<OperatorDeps, 'events' | 'log'> {
  /** Calls the listener whenever somebody has signed out at this instance. */
  readonly onSignOut?: (listener: () => void) => void;
}

/** `GET events` paged by cursor, `GET events/live` as they happen (P10). */
export function eventRoutes(app: App, deps: EventDeps): void {
  const { events } = deps;
  app.get('/events', { schema: { querystring: EventQuery } }, async ({ query }) => {
    const { before, after, limit } = query;
    if (before && after) throw invalidField('query.after', 'goes not with `before`: give one of the two');
    const page = await (after
      ? checked('query.after', events.after(after, limit, filterOf(query)))
      : checked('query.before', events.before(before, limit, filterOf(query))));
    return { items: page.events.map(eventView), next: page.next };
  });

  const streams = new EventStreams(deps);
  app.addHook('preClose', async () => streams.close());
  deps.onSignOut?.(() => void streams.recheck());
  app.get('/events/live', { schema: { querystring: Filter } }, async (request, reply) => {
    const given = request.headers['last-event-id'];
    const cursor = typeof given === 'string' && given !== '' ? given : await events.newest();
    // A foreign cursor is refused while there is still a status to refuse it with.
    const hasGap = await checked('header.last-event-id', events.isBefore(cursor));
    if (request.method === 'HEAD') return reply.type('text/event-stream').send();
    const { actor, mayStillRead } = request;
    const full = streams.fullFor(actor);
    if (full !== undefined) {
      const whose = full === 'actor' ? `"${actor}" has as many live streams as one may have here` : FULL;
      throw new Problem('tooManyRequests', `${whose}; close one first.`);
    }
    reply.hijack();
    // A connection that stays open after its stream would delay the stop of the listener.
    const own = { 'content-type': 'text/event-stream', connection: 'close' };
    reply.raw.writeHead(200, { ...headersOf(reply.getHeaders()), ...own });
    streams.add(reply.raw, { cursor, filter: filterOf(request.query), hasGap, actor, mayRead: mayStillRead });
    return reply;
  });
}

/** Empty texts of a form are no filter. */
function filterOf({ namespace, id, event, actor, person, from, to }: z.infer<typeof Filter>): EventFilter {
  return {
    namespace: (namespace as Namespace | 'fleet') || undefined,
    id: id || undefined,
    event,
    actor: actor || undefined,
    person: person || undefined,
    ...daysOf({ from, to }),
  };
}

/** From the first instant of a day to the last of another, both included. */
export function daysOf({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}

/** The security headers of every answer, which a response that Fastify no longer writes would lack. */
function headersOf(headers: Readonly<Record<string, number | string | string[] | undefined>>) {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
}

async function checked<T>(field: string, read: Promise<T>): Promise<T> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CursorError) throw invalidField(field, 'is not a cursor from an earlier answer');
    throw error;
  }
}
