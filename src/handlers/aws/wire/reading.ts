/** Sends the read calls of the tables in `calls/`; every failure is a `ReadError` that says what to do. */
import type { Call, Input, Item, ListCall, Method, Output } from '../calls/call.ts';
import type { Service } from '../calls/services.ts';
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
export function pages<S extends Service, M extends Method<S>, L extends keyof Output<S, M> & string>(
  target: CallScope,
  call: ListCall<S, M, L>,
  what: string,
  input?: Partial<Input<S, M>>,
): AsyncGenerator<readonly Item<Output<S, M>, L>[]> {
  const operation = { target, api: call.api, what };
  const members = typeof call.token === 'string' ? { sent: call.token, answered: call.token } : call.token;
  return pagesOf(operation, async (token) => {
    const at = members === undefined ? {} : { [members.sent]: token };
    const answer = await send(target, call, { ...call.page, ...input, ...at } as Input<S, M>);
    const items = requireList(answer[call.list] as readonly Item<Output<S, M>, L>[] | undefined, operation);
    return { items, nextToken: members && (answer[members.answered as keyof Output<S, M>] as string | undefined) };
  });
}

/**
 * One answer.
 * @param what for errors: `reading the organisation`
 * @throws ReadError
 */
export async function read<S extends Service, M extends Method<S>>(
  target: CallScope,
  call: Call<S, M>,
  what: string,
  input: Input<S, M>,
): Promise<Output<S, M>> {
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
export async function readList<S extends Service, M extends Method<S>, L extends keyof Output<S, M> & string>(
  target: CallScope,
  call: ListCall<S, M, L>,
  what: string,
  input: Input<S, M>,
): Promise<readonly Item<Output<S, M>, L>[]> {
  return listOf(await read(target, call, what, input), target, call, what);
}

/**
 * {@link readList} for callers that need the SDK's own errors about each id.
 * @param what for the error of an answer without its list: `reading volumes`
 * @throws the SDK's own errors; ReadError for an answer without its list
 */
export async function list<S extends Service, M extends Method<S>, L extends keyof Output<S, M> & string>(
  target: CallScope,
  call: ListCall<S, M, L>,
  what: string,
  input: Input<S, M>,
): Promise<readonly Item<Output<S, M>, L>[]> {
  return listOf(await send(target, call, input), target, call, what);
}

function listOf<S extends Service, M extends Method<S>, L extends keyof Output<S, M> & string>(
  answer: Output<S, M>,
  target: CallScope,
  { api, list }: ListCall<S, M, L>,
  what: string,
): readonly Item<Output<S, M>, L>[] {
  return requireList(answer[list] as readonly Item<Output<S, M>, L>[] | undefined, { target, api, what });
}
