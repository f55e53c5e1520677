/** Making a resource of EC2 again, under another id, with one request. */
import { createHash } from 'node:crypto';
import type { EC2, ResourceType, TagSpecification } from '@aws-sdk/client-ec2';
import { defined } from '../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { RestoreStep, Restoring } from '../../../core/resource/restoring.ts';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { requestIdOf, send } from '../wire/client.ts';
import { awsJsonCommand } from './commandLine.ts';
import { RESTORED_TAG } from './restoredTag.ts';
import { restoreBy, type Wanted } from './restoring.ts';
import { fromTags, toTags } from './tags.ts';

/** What an earlier run made, as AWS shows it now. */
export interface Earlier {
  readonly id: string | undefined;
  readonly state: string | undefined;
  /** Why it failed, in AWS's words. */
  readonly why?: string | undefined;
}

/** Found by {@link RESTORED_TAG}: a token says only what AWS answered then. */
interface Before {
  readonly earlier: readonly Earlier[];
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
}

/** Whoever wears the tag of what `id` was restored as. */
export function restoredAs(id: string): { readonly Name: string; readonly Values: string[] } {
  return { Name: `tag:${RESTORED_TAG}`, Values: [id] };
}

/** The plan of it; nothing else than its old id names the one that was deleted. */
export function makingAgain<M extends Method<EC2>>(wanted: Wanted, making: Making<M>): Restoring {
  const { restorer, stored } = wanted;
  const { call, input, noun, where, idOf, afterwards = () => [] } = making;
  // As the CLI writes it: `ec2 create-nat-gateway`.
  const words = `ec2 ${call.method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const known = making.before && knownFrom(wanted, making, making.before, words);
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
      const done = await restoreBy(restorer, call.api, `making ${noun} ${stored.id} again`, async () => {
        const answer = await send(restorer, call, input);
        id = idOf(answer) ?? '';
        return requestIdOf(answer);
      });
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: afterwards(id) };
    },
  };
}

/**
 * EC2 answers a token that it knows with what it made then, whatever became of that:
 * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html. So what an earlier run made is looked at first: one that is
 * there is restored, one that is on its way has only begun, and after one that ended a person decides.
 * @param words as the CLI writes the call
 */
function knownFrom<M extends Method<EC2>>(
  { restorer, stored }: Wanted,
  { input, noun, afterwards = () => [] }: Making<M>,
  { earlier, ready, ended }: Before,
  words: string,
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
  const { ClientToken: _used, ...again } = input as { readonly ClientToken?: string };
  const all = earlier.map(
    ({ id = 'one without id', state = 'gone', why }) => `${id} (${why ? `${state}: ${why}` : state})`,
  );
  const step = {
    says: `makes another one like ${stored.id}, each time it runs`,
    command: awsJsonCommand(restorer, words, again),
  };
  return { kind: 'byHand', why: `it was restored as ${all.join(', ')}, which is no more`, steps: [step] };
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
