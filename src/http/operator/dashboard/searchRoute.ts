import { z } from 'zod';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Sightings } from '../../../core/resource/sightings.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import type { App } from '../../app/validation.ts';
import { queryMarks } from '../api/markPages.ts';
import { MarkFilters } from '../api/markQuery.ts';
import type { ReadFrame } from './frameState.ts';
import { keptMatching, readKept } from './keptRead.ts';
import { type Found, searchPage } from './search.tsx';
import { sendPage } from './sendPage.ts';

const Query = z.strictObject({
  q: z.string().trim().max(500).default(''),
  check: z.literal('now').optional(),
});
/** Of each kind; a link leads to the others. */
const SHOWN = 20;
/** The feed has about 50,000 events, and a page of it looks at 5,000. */
const PAGES_OF_EVENTS = 12;
const NOTHING = { some: [], isMore: false };

/** `GET search`: finds marks, decisions and deletions by a part of a name or an id; `check=now` asks the providers. */
export function searchRoute(app: App, deps: OperatorDeps, readFrame: ReadFrame): void {
  const reads = new SharedReads<Sightings>();
  app.get('/search', { schema: { querystring: Query } }, async (request, reply) => {
    const { q: text, check } = request.query;
    const { frame, now } = await readFrame(request, './');
    if (text === '')
      return sendPage(reply, searchPage({ frame, now, text, marks: NOTHING, kept: NOTHING, deleted: NOTHING }));
    const [marks, kept, deleted, sightings] = await Promise.all([
      marksLike(deps, text),
      readKept(deps).then((all) => firstOf(keptMatching(all.decisions, { q: text, now }))),
      deletedLike(deps, text),
      check && reads.read(text, () => deps.sightings(text)),
    ]);
    return sendPage(reply, searchPage({ frame, now, text, marks, kept, deleted, sightings }));
  });
}

async function marksLike(deps: OperatorDeps, q: string) {
  const { marks, next } = await queryMarks(deps, MarkFilters.parse({ q, limit: SHOWN }));
  return { some: marks, isMore: next !== undefined };
}

function firstOf<T>(all: readonly T[]): Found<T> {
  return { some: all.slice(0, SHOWN), isMore: all.length > SHOWN };
}

/** Newest first. */
async function deletedLike({ events }: Pick<OperatorDeps, 'events'>, q: string): Promise<Found<AuditEntry>> {
  const found: AuditEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_OF_EVENTS && found.length <= SHOWN; page++) {
    const read = await events.before(cursor, SHOWN + 1, { event: 'deleted', q });
    found.push(...read.events.map(({ entry }) => entry));
    cursor = read.next;
    if (cursor === undefined) break;
  }
  return firstOf(found);
}
