/** What a reader says about the ticked resources of a message, other than "keep it". */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { hasValidNotice, type Mark } from '../../../core/mark/mark.ts';
import { isExpedited, type ResponseResult, STATEMENTS } from '../../../core/mark/ownerResponse.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notifyOnlyNamespaces } from '../../app/notifyOnly.ts';
import type { App } from '../../app/validation.ts';
import { Reason, TokenParams } from '../link/choice.ts';
import { backTo, orNotStored, send } from '../link/linkPage.ts';
import { mapConcurrent } from './mapConcurrent.ts';
import { about, type MessageReader, withMessage } from './messageReader.ts';
import { isOnRecord, marksNamed } from './notified.ts';
import { forgottenPage, unchangedPage } from './pages.tsx';
import { earlyPage, saidAllPage, type Unsaid } from './responsePages.tsx';
import { BODY_LIMIT, earlyKey, Selection, selectionKey } from './selection.ts';
import { resourceTable, rowsOf } from './table.tsx';

const SayAllForm = z.object({ statement: z.enum(STATEMENTS), only: Selection, reason: Reason });
type SayAllForm = z.output<typeof SayAllForm>;

/** The fallback gets a message about each resource that an owner wants deleted early. */
const MOST_EARLY = 20;

/** `/m/:token/early`: a page that asks which may go early; `/m/:token/say`: the response about the ticked ones. */
export function messageResponses(app: App, deps: PublicDeps): void {
  app.get('/m/:token/early', { schema: { params: TokenParams } }, (request, reply) => {
    const { token } = request.params;
    return withMessage(deps, token, { request, reply }, async ({ claims, catalogue }) => {
      if (!(await isOnRecord(deps, claims))) return send(reply, 410, forgottenPage(catalogue));
      const now = deps.clock.now();
      const isIdle = await notifyOnlyNamespaces(deps);
      const { items } = await marksNamed(deps, claims, 0);
      const marks = items.filter((mark) => !isIdle(mark.namespace) && mayGoEarly(mark, claims.owner, now));
      const spoken = about(deps, catalogue, marks);
      const label = (name: string) => spoken.pages.message.earlyLabel(name);
      const boxes = { ticked: false, keyOf: earlyKey, label };
      const table = { ...claims, catalogue: spoken, root: '../../', isOpen: true, boxes };
      const rows = marks.length === 0 ? undefined : await resourceTable(deps, rowsOf(deps, marks), table);
      return send(reply, 200, earlyPage(spoken, rows, MOST_EARLY, backTo(token)));
    });
  });

  app.get('/m/:token/say', { schema: { params: TokenParams } }, ({ params: { token } }, reply) =>
    reply.redirect(backTo(token), 303),
  );

  app.post(
    '/m/:token/say',
    { bodyLimit: BODY_LIMIT, schema: { params: TokenParams, body: SayAllForm } },
    (request, reply) => {
      const { token } = request.params;
      const back = backTo(token);
      return withMessage(deps, token, { request, reply }, (reader) =>
        orNotStored(deps, reply, { ...reader, back }, () => sayAll(deps, reply, request.body, reader, back)),
      );
    },
  );
}

/** Others would be refused, and are not offered. */
function mayGoEarly(mark: Mark, owner: string, now: number): boolean {
  return (
    mark.owner === owner &&
    !mark.unowned &&
    mark.state !== 'deleting' &&
    !isExpedited(mark) &&
    hasValidNotice(mark, now)
  );
}

async function sayAll(
  deps: PublicDeps,
  reply: FastifyReply,
  form: SayAllForm,
  { claims, catalogue }: MessageReader,
  back: string,
): Promise<FastifyReply> {
  const { statement, only, reason } = form;
  if (!(await isOnRecord(deps, claims))) return send(reply, 410, forgottenPage(catalogue));
  const { items } = await marksNamed(deps, claims, 0);
  const spoken = about(deps, catalogue, items);
  const texts = spoken.pages.message;
  if (only === undefined) return send(reply, 409, unchangedPage(spoken, texts.noneTicked, back));
  if (statement === 'deleteEarly' && only.size > MOST_EARLY)
    return send(reply, 409, unchangedPage(spoken, texts.earlyAtMost(MOST_EARLY), back));
  const keyOf = statement === 'deleteEarly' ? earlyKey : selectionKey;
  const chosen = items.filter((mark) => only.has(keyOf(mark)));
  const results = await mapConcurrent(chosen, ({ namespace, id, generation, resource: { group } }) =>
    deps.storeResponse({
      ...{ namespace, id, generation, statement, owner: claims.owner },
      ...(group === undefined ? {} : { group }),
      ...(reason ? { reason } : {}),
    }),
  );
  const done = chosen.filter((_, i) => results[i]?.kind === 'done');
  const gone = Array.from({ length: only.size - chosen.length }, (): Unsaid => ({ because: 'markedAnew' }));
  const unsaid = [...results.flatMap((result, i) => unsaidOf(chosen[i], result)), ...gone];
  // A withdrawal is about the resource, whatever its mark is by then.
  const keys = done.map(selectionKey);
  return send(reply, done.length > 0 ? 200 : 409, saidAllPage(spoken, { statement, keys, unsaid }, back));
}

function unsaidOf(mark: Mark | undefined, result: ResponseResult): readonly Unsaid[] {
  if (result.kind === 'done') return [];
  const { kind: _kind, ...why } = result;
  return [{ ...why, ...(mark ? { name: mark.resource.name || mark.id } : {}) }];
}
