/** Sends the read calls of the tables in `calls/`; every failure is a `ReadError` that says what to do. */
import type { Call, Input, Item, ListCall, Method, Output } from '../calls/call.ts';
import { send } from './client.ts';
import { pagesOf } from './paging.ts';
import { readError } from './readError.ts';
import { requireList } from './requireList.ts';
import type { CallScope } from './target.ts';

/**
 * Every page of a listing; one, if AWS returns everything at once.
 * @param what for errors: `reading scheduled actions`
 * @param input parameters of each page in addition to those in the table
 * @throws ReadError; an answer without its list is malformed, and the pages before it must not be taken for the whole
 */
export function pages<
  C extends object,
  M extends Method<C>,
  L extends keyof Output<C, M> & string,
  I = Item<Output<C, M>, L>,
>(
  target: CallScope,
  call: ListCall<C, M, L, I>,
  what: string,
  input?: Partial<Input<C, M>>,
): AsyncGenerator<readonly I[]> {
  const operation = { target, api: call.api, what };
  const members = typeof call.token === 'string' ? { sent: call.token, answered: call.token } : call.token;
  return pagesOf(operation, async (token) => {
    const at = members === undefined ? {} : { [members.sent]: token };
    const answer = await send(target, call, { ...call.page, ...input, ...at } as Input<C, M>);
    const items = requireList(answer[call.list] as readonly I[] | undefined, operation);
    return { items, nextToken: members && (answer[members.answered as keyof Output<C, M>] as string | undefined) };
  });
}

/**
 * One answer.
 * @param what for errors: `reading the organisation`
 * @throws ReadError
 */
export async function read<C extends object, M extends Method<C>>(
  target: CallScope,
  call: Call<C, M>,
  what: string,
  input: Input<C, M>,
): Promise<Output<C, M>> {
  try {
    return await send(target, call, input);
  } catch (error) {
    throw readError(error, { target, api: call.api, what });
  }
}

/**
 * The list of one answer; AWS returns it in one page.
 * @param what for errors: `reading launch permissions of ami-1`
 * @throws ReadError
 */
export async function readList<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  target: CallScope,
  call: ListCall<C, M, L>,
  what: string,
  input: Input<C, M>,
): Promise<readonly Item<Output<C, M>, L>[]> {
  return listOf(await read(target, call, what, input), target, call, what);
}

/**
 * {@link readList} for callers that need the SDK's own errors about each id.
 * @param what for the error of an answer without its list: `reading volumes`
 * @throws the SDK's own errors; ReadError for an answer without its list
 */
export async function list<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  target: CallScope,
  call: ListCall<C, M, L>,
  what: string,
  input: Input<C, M>,
): Promise<readonly Item<Output<C, M>, L>[]> {
  return listOf(await send(target, call, input), target, call, what);
}

function listOf<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  answer: Output<C, M>,
  target: CallScope,
  { api, list }: ListCall<C, M, L>,
  what: string,
): readonly Item<Output<C, M>, L>[] {
  return requireList(answer[list] as readonly Item<Output<C, M>, L>[] | undefined, { target, api, what });
}
