/** Making a resource of EC2 again, under another id, with one request. */
import { createHash } from 'node:crypto';
import type { EC2, ResourceType, TagSpecification } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { NotRestored, RestoreStep, Restoring } from '../../../core/resource/restoring.ts';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { requestIdOf, send } from '../wire/client.ts';
import { codeOf } from '../wire/errors.ts';
import { awsJsonCommand } from './commandLine.ts';
import { RESTORED_TAG } from './restoredTag.ts';
import { refused, restoreBy, type Wanted } from './restoring.ts';
import { fromTags, toTags } from './tags.ts';

/** What an earlier run made, as AWS shows it now. */
export interface Earlier {
  readonly id: string | undefined;
  readonly state: string | undefined;
  /** Why it failed, in AWS's words. */
  readonly why?: string | undefined;
}

/** One filter of a listing of EC2. */
export interface Filter {
  readonly Name: string;
  readonly Values: string[];
}

interface Before {
  /** Those that the filter shows. @throws ReadError */
  find(filter: Filter): Promise<readonly Earlier[]>;
  /** The filter for an id, of a request with a token: what AWS answers it with may be of an earlier run. Absent: it has no token. */
  readonly byId?: string;
  /** States in which it is whole. */
  readonly ready: ReadonlySet<string | undefined>;
  /** States from which it never comes back: the next is another one. */
  readonly ended: ReadonlySet<string | undefined>;
}

interface Making<M extends Method<EC2>> {
  readonly call: Call<EC2, M>;
  readonly input: Input<EC2, M>;
  /** `NAT gateway` */
  readonly noun: string;
  /** `in subnet-1, with the same addresses` */
  readonly where: string;
  idOf(answer: Output<EC2, M>): string | undefined;
  /** What is left for a person, with the new id. */
  afterwards?(id: string): readonly RestoreStep[];
  readonly before?: Before;
  /** What a person may ask for where AWS refuses the request. */
  readonly otherwise?: { readonly input: Input<EC2, M>; readonly says: string };
}

/** Whoever wears the tag of what `id` was restored as. */
function restoredAs(id: string): Filter {
  return { Name: `tag:${RESTORED_TAG}`, Values: [id] };
}

/** The plan of it; nothing else than its old id names the one that was deleted. */
export async function makingAgain<M extends Method<EC2>>(wanted: Wanted, making: Making<M>): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const { call, input, noun, where, idOf, afterwards = () => [], before, otherwise } = making;
  // As the CLI writes it: `ec2 create-nat-gateway`.
  const words = `ec2 ${call.method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const another = anotherLike(wanted, input, words);
  const known = before && knownFrom(making, before, await before.find(restoredAs(stored.id)), another);
  if (known) return known;
  return {
    kind: 'ready',
    steps: [
      {
        says: `makes ${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun} like ${stored.id} ${where}, under another id`,
        command: awsJsonCommand(restorer, words, input as object),
      },
    ],
    afterwards: afterwards('$ID'),
    async run() {
      let id = '';
      let otherParameters = false;
      const done = await restoreBy(restorer, call.api, `making ${noun} ${stored.id} again`, async () => {
        try {
          const answer = await send(restorer, call, input);
          id = idOf(answer) ?? '';
          return requestIdOf(answer);
        } catch (error) {
          otherParameters = codeOf(error) === 'IdempotentParameterMismatch';
          throw error;
        }
      });
      if (otherParameters) return { kind: 'byHand', why: OTHER_PARAMETERS, steps: [another] };
      if ('kind' in done) {
        if (done.kind !== 'refused' || !otherwise) return done;
        const step = { ...anotherLike(wanted, otherwise.input, words), says: otherwise.says };
        return { ...done, steps: [...done.steps, step] };
      }
      const over = before && (await endedSince(id, before, another));
      return over ?? { kind: 'restored', id, ...done, afterwards: afterwards(id) };
    },
  };
}

/** "You can't reuse a token with different parameters": the guide of {@link endedSince}. */
const OTHER_PARAMETERS =
  'an earlier run asked for it with other parameters, perhaps that of another version of Holystone, and nothing shows what came of it';

/** The same request without its token. */
function anotherLike({ restorer, stored }: Wanted, input: unknown, words: string): RestoreStep {
  const { ClientToken: _used, ...again } = input as { readonly ClientToken?: string };
  return {
    says: `makes another one like ${stored.id}, each time it runs`,
    command: awsJsonCommand(restorer, words, again),
  };
}

/**
 * EC2 answers a token that it knows with what it made then, whatever became of that, and for a day or longer:
 * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html. AWS stops to show a failed gateway after an hour and a
 * deleted endpoint after minutes, and then no tag says any more that there was an earlier run. So what the answer names has to be there.
 */
async function endedSince(
  id: string,
  { byId, find, ended }: Before,
  another: RestoreStep,
): Promise<NotRestored | undefined> {
  if (byId === undefined) return undefined;
  try {
    const [one] = await find({ Name: byId, Values: [id] });
    if (one && !ended.has(one.state)) return undefined;
    const why = one
      ? `AWS answered with ${stateOf(one)}, which is no more`
      : `AWS answered with ${id}, which it does not show: if an earlier run made it, it is gone; if it was made right now, the next run finds it, so run it again first`;
    return { kind: 'byHand', why, steps: [another] };
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return refused(
      `AWS answered with ${id}, and it is not known whether that is there: ${error.message}; run it again`,
    );
  }
}

function stateOf({ id = 'one without id', state = 'gone', why }: Earlier): string {
  return `${id} (${why ? `${state}: ${why}` : state})`;
}

/**
 * What an earlier run made is looked at first: one that is there is restored, one that is on its way has only begun, and after one that
 * ended a person decides.
 */
function knownFrom<M extends Method<EC2>>(
  { noun, afterwards = () => [] }: Making<M>,
  { ready, ended }: Before,
  earlier: readonly Earlier[],
  another: RestoreStep,
): Restoring | undefined {
  const alive = earlier.find(({ state }) => !ended.has(state));
  if (alive) {
    const { id = '', state = 'in a state that is not known' } = alive;
    if (ready.has(alive.state)) return { kind: 'restored', id, afterwards: afterwards(id) };
    return {
      kind: 'begun',
      says: `${noun} ${id}, which an earlier run made, is ${state}`,
      ...defined({ id: alive.id }),
    };
  }
  if (earlier.length === 0) return undefined;
  const why = `it was restored as ${earlier.map(stateOf).join(', ')}, which is no more`;
  return { kind: 'byHand', why, steps: [another] };
}

/** A second request with the same token makes nothing. */
export function tokenFor(id: string): string {
  return createHash('sha256').update(`holystone ${id}`).digest('hex').slice(0, 64);
}

/** "Maximum number of tags per resource – 50": https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Tags.html */
const MOST_TAGS = 50;

/**
 * The tags of the old one, but those that only AWS writes, and that of its quarantine, which is over; `undefined`: it had none.
 * @param from the id of the old one, for one that is found again by it ({@link restoredAs})
 */
export function sameTags(
  type: ResourceType,
  tags: Parameters<typeof toTags>[0],
  from?: string,
): TagSpecification[] | undefined {
  const { [RESTORED_TAG]: earlier, ...all } = toTags(tags);
  const same = fromTags(all).filter(({ Key = '' }) => !Key.startsWith('aws:') && Key !== QUARANTINE_TAG);
  const value = from ?? earlier;
  const own = value === undefined || same.length >= MOST_TAGS ? same : [...same, { Key: RESTORED_TAG, Value: value }];
  return own.length > 0 ? [{ ResourceType: type, Tags: own }] : undefined;
}
