/** Operations that only answer what tests put in: see seeds/answerSeeds.ts. */
import { AwsError } from '../collections/errors.ts';
import type { Answer } from '../seeds/answerSeeds.ts';
import type { Call } from './call.ts';
import { type Collection, collection } from './listing.ts';

/** Every item of the operation that is called; under a parent, if the request names one, those that name it. @param by member of the request and of the item */
export function answered<I, S>(by?: keyof I & string): Collection<I, Answer, S> {
  const rows = (call: Call, input: I) =>
    itemsOf(call).filter(
      ({ value }) => by === undefined || input[by] === undefined || value.item[by as never] === input[by],
    );
  return { ...collection<I, Answer, S>(rows, ({ item }) => item as S), isAnswered: true };
}

/** The item that a request names. @param by its member with the name, and that of the item */
export function answerOf<O>(call: Call, by: string, name: unknown, code = 'ResourceNotFoundException'): O {
  const found = itemsOf(call).find(({ value }) => value.item[by as never] === name);
  if (!found) throw new AwsError(code, `${String(name)} does not exist`);
  return found.value.item as O;
}

/** Every item of the operation that is called. */
export function answersOf<O>(call: Call): readonly O[] {
  return itemsOf(call).map(({ value }) => value.item as O);
}

function itemsOf({ here, operation }: Call) {
  return here.answers.view().filter(({ value }) => value.operation === operation);
}
