import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { PublicDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { press } from './decide.ts';
import { readPress } from './press.ts';

/** A request has the whole message, percent-encoded, and Slack may add its own form of it. */
const BODY_LIMIT = 300 * 1024;
/** Slack waits for 3 s: https://docs.slack.dev/interactivity/handling-user-interaction#acknowledgment_response */
const ANSWER_WITHIN_MS = 2_000;
const FORM = 'application/x-www-form-urlencoded';

/** The path of the app's "Interactivity Request URL". */
export const SLACK_HOOK = '/hooks/slack';

/**
 * `POST /hooks/slack`: a person pressed a button. Slack gets an answer in time, 503 where the decision is known to be not stored by then;
 * the person is told the end of it through the address that came with the request.
 */
export async function slackRoutes(app: App, given: PublicDeps): Promise<void> {
  const { slack } = given;
  if (!slack) return;
  const deps = { ...given, slack };
  const underWay = new Set<Promise<void>>();
  app.removeContentTypeParser(FORM);
  // The signature is over the bytes.
  app.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.addHook('onClose', async () => {
    for (const door of slack.doors) door.close();
    await Promise.allSettled(underWay);
  });
  app.post(SLACK_HOOK, { bodyLimit: BODY_LIMIT }, async ({ body, headers }, reply) => {
    const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    const now = deps.clock.now();
    const [signed] = slack.doors.flatMap((door) => {
      const at = signedAt(door.signingSecret, headers, bytes, now);
      return at === undefined ? [] : [{ door, at }];
    });
    if (!signed)
      throw new Problem('forbidden', 'No configured app of Slack signed this request in the last five minutes.');
    const pressed = readPress(bytes.toString());
    if (!pressed) throw new Problem('badRequest', 'The body has no payload of Slack.');
    if (pressed === 'other') return reply.code(200).send();
    const { door, at } = signed;
    // The same request again decides the same: nothing of it is later than Slack's signature.
    const decided = press(deps, door, { ...pressed, at: Math.min(at, now) });
    const { answerTo } = pressed;
    const told = decided.then(async (answer) => {
      const result = await door.answer(answerTo ?? '', answer);
      const fields = { transport: door.name, slackUser: pressed.user };
      if (result.kind !== 'accepted')
        deps.log.warn({ ...fields, why: result.why }, 'whoever pressed a button was not answered');
    });
    underWay.add(told);
    void told.finally(() => underWay.delete(told));
    const soon = await within(decided, slack.answerWithinMs ?? ANSWER_WITHIN_MS);
    return reply.code(soon?.hasFailed ? 503 : 200).send();
  });
}

/** `undefined`: it takes longer. */
async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  const waiting = new AbortController();
  const late = delay(ms, undefined, { signal: waiting.signal }).catch(() => undefined);
  return Promise.race([work, late]).finally(() => waiting.abort());
}

/** A recorded request is worth nothing after it; until then it only says once more what it said. */
const WINDOW_MS = 5 * 60_000;

/**
 * Compares in constant time, over the bytes as they came: a body that was read and written again has another signature.
 * @param nowMs ms since the epoch
 * @returns when Slack signed it, ms since the epoch; `undefined` = Slack did not, or too long ago
 */
export function signedAt(
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  nowMs: number,
): number | undefined {
  const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': signature } = headers;
  if (typeof timestamp !== 'string' || typeof signature !== 'string') return undefined;
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return undefined;
  const at = Number(timestamp) * 1000;
  if (Math.abs(nowMs - at) > WINDOW_MS) return undefined;
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature.slice('v0='.length), 'hex')) ? at : undefined;
}
