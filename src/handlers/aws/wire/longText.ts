/**
 * Takes the one long text of an XML answer out of it, and gives it back with the rest that the SDK has read. The SDK's parser appends each
 * character to a string of its own: for a template of a megabyte that takes 100 ms of CPU, and tens of megabytes.
 */
import type { DeserializeMiddleware, HandlerExecutionContext, HttpResponse } from '@smithy/types';
import { cutText } from './xmlText.ts';

/**
 * Two middlewares: one before the SDK's parser and one behind it.
 * @param memberOf the name of the long text in the answer to this command, `TemplateBody`; `undefined`: there is none
 */
export function longText(memberOf: (context: HandlerExecutionContext) => string | undefined) {
  const taken = new WeakMap<object, string>();

  const take: DeserializeMiddleware<object, object> = (next, context) => async (args) => {
    const result = await next(args);
    const response = result.response as HttpResponse;
    const name = memberOf(context);
    if (name === undefined || response.statusCode >= 300) return result;
    const body = await whole(response.body);
    const cut = cutText(body.toString('utf8'), name);
    response.body = cut ? Buffer.from(cut.rest) : body;
    if (cut) taken.set(response, cut.text);
    return result;
  };

  const giveBack: DeserializeMiddleware<object, object> = (next, context) => async (args) => {
    const result = await next(args);
    const name = memberOf(context);
    const text = taken.get(result.response as object);
    if (name !== undefined && text !== undefined) Object.assign(result.output ?? {}, { [name]: text });
    return result;
  };

  return { take, giveBack };
}

/** A client without a socket has the whole body at once. */
async function whole(body: unknown): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const chunks: Uint8Array[] = [];
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
