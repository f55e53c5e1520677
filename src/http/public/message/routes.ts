import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { StoreError } from '../../../core/common/errors.ts';
import type { NotifiedItem } from '../../../core/notice/sentMessage.ts';
import { keysThatMayKeep } from '../../../core/owner/optOut.ts';
import type { MessageClaims } from '../../../core/owner/optOutToken.ts';
import { parseNamespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { undoAudit } from '../../app/undoAudit.ts';
import type { App } from '../../app/validation.ts';
import { decisionOf, KeepAllForm, LastDay, TokenParams, untilDay } from '../link/choice.ts';
import { backTo, below, orNotStored, send } from '../link/linkPage.ts';
import { reportOpened } from '../link/opening.ts';
import { endOf } from '../link/parts.tsx';
import { askAllPage } from './askAllPage.tsx';
import { keepNamed } from './keepAll.ts';
import { mapConcurrent } from './mapConcurrent.ts';
import { about, type MessageReader, withMessage } from './messageReader.ts';
import { isOnRecord, marksAsked, marksNamed, type Stretch, stretchOf, typesNamed } from './notified.ts';
import {
  forgottenPage,
  keptAllPage,
  nothingUndonePage,
  preferencesPage,
  unchangedPage,
  undoneAllPage,
} from './pages.tsx';
import { messageResponses } from './responses.ts';
import { BODY_LIMIT, isNoneTicked, Selection, Shown, selectionKey } from './selection.ts';
import { resourceTable, rowsOf } from './table.tsx';

/** At most one for each kept part of a message. */
const MOST = 500;

/** Times of decisions, ms since the epoch: `1780315200000,1780315201000`. They identify the decisions to undo. */
const Moments = z
  .string()
  .max(MOST * 16)
  .regex(/^(\d{1,15}(,\d{1,15})*)?$/, 'numbers with commas between them')
  .default('')
  .transform((text) => (text === '' ? [] : text.split(',').slice(0, MOST).map(Number)));

/** `ns` and `after`: the start of this page of a long list; an invalid place means the beginning. */
const Preferences = z.object({ t: z.string().default(''), ns: z.string().optional(), after: z.string().optional() });
/** The part of a long message. */
const From = z.coerce.number().int().min(0).max(1_000_000).default(0);
const KeepPartForm = KeepAllForm.extend({ until: LastDay, from: From, at: Moments, only: Selection, shown: Shown });
/** Only decisions of the link's own reader are ever undone, whatever the form contains. */
const UndoAllForm = z.object({ at: Moments.pipe(z.array(z.int()).min(1)), from: From, shown: Shown });

/** `/m/:token`: all resources of one message. `/preferences?t=`: all that its reader gets messages about; read-only. */
export function messageRoutes(app: App, deps: PublicDeps): void {
  messageResponses(app, deps);

  app.get('/m/:token', { schema: { params: TokenParams } }, (request, reply) => {
    const { token } = request.params;
    return withMessage(deps, token, { request, reply }, async ({ claims, catalogue }) => {
      if (!(await isOnRecord(deps, claims))) return send(reply, 410, forgottenPage(catalogue));
      reportOpened(deps, request, claims.messageId);
      const named = await marksNamed(deps, claims, 0);
      const spoken = about(deps, catalogue, named.items);
      const boxes = { ticked: true, keyOf: selectionKey, label: (name: string) => `${spoken.keepIt}: ${name}` };
      const rows = rowsOf(deps, named.items);
      const table = await resourceTable(deps, rows, {
        ...claims,
        catalogue: spoken,
        root: '../../',
        isOpen: true,
        ...(named.items.length === 0 ? {} : { boxes }),
      });
      const links = {
        preferences: `../preferences?t=${encodeURIComponent(token)}`,
        say: below(token, 'say'),
        early: below(token, 'early'),
      };
      return send(reply, 200, askAllPage(spoken, { ...named, items: rows }, table, links));
    });
  });

  app.post(
    '/m/:token',
    { bodyLimit: BODY_LIMIT, schema: { params: TokenParams, body: KeepPartForm } },
    (request, reply) => {
      const { token } = request.params;
      return withMessage(deps, token, { request, reply }, (reader) =>
        orNotStored(deps, reply, { ...reader, back: encodeURIComponent(token) }, () =>
          keepAll(deps, reply, request.body, reader, token),
        ),
      );
    },
  );

  app.get('/m/:token/undo', { schema: { params: TokenParams } }, ({ params: { token } }, reply) =>
    reply.redirect(backTo(token), 303),
  );

  app.post(
    '/m/:token/undo',
    { bodyLimit: BODY_LIMIT, schema: { params: TokenParams, body: UndoAllForm } },
    (request, reply) => {
      const { token } = request.params;
      const back = backTo(token);
      return withMessage(deps, token, { request, reply }, ({ claims, catalogue }) =>
        orNotStored(deps, reply, { catalogue, back }, async () => {
          const { at, from, shown } = request.body;
          const undone = await undoAll(deps, claims, at, from);
          if (undone.items.length > 0 || undone.next !== undefined)
            return send(reply, 200, undoneAllPage(catalogue, undone, { moments: at, shown }, back));
          const types = await typesNamed(deps, claims, from);
          return send(reply, 409, nothingUndonePage(catalogue, keysThatMayKeep(types), back));
        }),
      );
    },
  );

  app.get('/preferences', { schema: { querystring: Preferences } }, (request, reply) => {
    const { t: token, ns, after: cursor } = request.query;
    return withMessage(deps, token, { request, reply }, async ({ claims, catalogue }) => {
      const namespace = ns === undefined ? undefined : parseNamespace(ns);
      const from = namespace && { namespace, ...(cursor === undefined ? {} : { cursor }) };
      reportOpened(deps, request, claims.messageId);
      const wanted = await marksAsked(deps, claims.owner, from);
      const { marks, next } = wanted;
      const more =
        next && `preferences?${new URLSearchParams({ t: token, ns: next.namespace, after: next.cursor ?? '' })}`;
      const spoken = about(deps, catalogue, marks);
      const table = await resourceTable(deps, rowsOf(deps, marks), {
        ...claims,
        ...{ catalogue: spoken, root: '', isOpen: true },
      });
      const links = { keepAll: `m/${encodeURIComponent(token)}`, more };
      return send(reply, 200, preferencesPage(spoken, claims.owner, marks.length === 0 ? undefined : table, links));
    });
  });
}

async function keepAll(
  deps: PublicDeps,
  reply: FastifyReply,
  form: z.output<typeof KeepPartForm>,
  { claims, catalogue }: MessageReader,
  token: string,
): Promise<FastifyReply> {
  if (!(await isOnRecord(deps, claims))) return send(reply, 410, forgottenPage(catalogue));
  if (isNoneTicked(form))
    return send(reply, 409, unchangedPage(catalogue, catalogue.pages.message.noneTicked, encodeURIComponent(token)));
  const at = deps.clock.now();
  const chosen = decisionOf(form, claims.owner, at);
  const decision = form.until === undefined ? chosen : untilDay(chosen, form.until);
  if (decision === undefined)
    return send(reply, 400, unchangedPage(catalogue, catalogue.pages.message.noDay, encodeURIComponent(token)));
  const { marks, hasStored, ...part } = await keepNamed(deps, claims, form, decision);
  const until = endOf({ timeZone: 'UTC', catalogue }, decision);
  const moments = hasStored ? [...new Set([...form.at, at])] : form.at;
  const spoken = about(deps, catalogue, marks);
  const table = await tableOrNone(deps, marks, { ...claims, catalogue: spoken, root: '../../', isOpen: false });
  const actions = { undo: below(token, 'undo'), next: encodeURIComponent(token), back: backTo(token) };
  return send(reply, 200, keptAllPage(spoken, { ...part, until, moments, form }, table, actions));
}

/** The decisions are stored: a store that does not reply any more only costs the table. */
async function tableOrNone(deps: PublicDeps, ...[marks, table]: TableOf): Promise<Html | undefined> {
  try {
    return marks.length === 0 ? undefined : await resourceTable(deps, marks, table);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    deps.log.warn({ problem: error.message }, 'the page of kept resources has no table');
    return undefined;
  }
}

type TableOf = [marks: Parameters<typeof resourceTable>[1], table: Parameters<typeof resourceTable>[2]];

/**
 * Undoes the reader's decisions of some moments about the resources of the message, from a part on; other persons'
 * decisions and the reader's at other times stay. Rejects with `StoreError`. @returns the undone decisions
 */
async function undoAll(
  deps: PublicDeps,
  claims: MessageClaims,
  moments: readonly number[],
  from: number,
): Promise<Stretch<NotifiedItem>> {
  const { owner: actor } = claims;
  const at = deps.clock.now();
  return stretchOf(deps, claims, from, async (part) => {
    const undone = await mapConcurrent(part, async ({ namespace, id }) => {
      const target = { kind: 'id', value: id } as const;
      const decisions = await deps.optOuts.list(namespace, target);
      if (!decisions.some((one) => one.actor === actor && moments.includes(one.at))) return false;
      return deps.optOuts.undo(namespace, target, undoAudit(namespace, target, { actor, at }));
    });
    return part.filter((_, i) => undone[i]);
  });
}
