import { z } from 'zod';
import { AUDIT_EVENTS } from '../../../core/resource/audit.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import type { App } from '../../app/validation.ts';
import { day, daysOf } from '../api/events.ts';
import { activityPage } from './activity.tsx';
import type { ReadFrame } from './frameState.ts';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({
  actor: z.string().max(500).default(''),
  person: z.string().max(500).default(''),
  event: z.preprocess((value) => (value === '' ? undefined : value), z.enum(AUDIT_EVENTS).optional()),
  from: day,
  to: day,
  before: z.string().max(500).optional(),
});
const EVENTS = 100;

/** `GET activity`: a page of the newest events, with who, why, before and after. */
export function activityRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  app.get('/activity', { schema: { querystring: Query } }, async (request, reply) => {
    const { actor, person, event, from, to, before } = request.query;
    const filter = { actor: actor || undefined, person: person || undefined, event, ...daysOf({ from, to }) };
    const [state, page] = await Promise.all([readFrame(request, './'), deps.events.before(before, EVENTS, filter)]);
    const { events, next } = page;
    const asked = { actor, person, event, from, to };
    return sendPage(reply, activityPage({ ...state, ...asked, events, next, isOlder: before !== undefined }));
  });
}
