/** Making a resource of EC2 again, under another id, with one request. */
import { createHash } from 'node:crypto';
import type { EC2, ResourceType, TagSpecification } from '@aws-sdk/client-ec2';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { RestoreStep, Restoring } from '../../../core/resource/restoring.ts';
import type { Call, Input, Method, Output } from '../calls/call.ts';
import { requestIdOf, send } from '../wire/client.ts';
import { awsJsonCommand } from './commandLine.ts';
import { restoreBy, type Wanted } from './restoring.ts';
import { fromTags, toTags } from './tags.ts';

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
}

/** The plan of it; nothing else than its old id names the one that was deleted. */
export function makingAgain<M extends Method<EC2>>(
  { restorer, stored }: Wanted,
  { call, input, noun, where, idOf, afterwards = () => [] }: Making<M>,
): Restoring {
  // As the CLI writes it: `ec2 create-nat-gateway`.
  const words = `ec2 ${call.method.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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

/** A second request with the same token makes nothing. */
export function tokenFor(id: string): string {
  return createHash('sha256').update(`holystone ${id}`).digest('hex').slice(0, 64);
}

/** The tags of the old one, but those that only AWS writes, and that of its quarantine, which is over; `undefined`: it had none. */
export function sameTags(type: ResourceType, tags: Parameters<typeof toTags>[0]): TagSpecification[] | undefined {
  const own = fromTags(toTags(tags)).filter(({ Key = '' }) => !Key.startsWith('aws:') && Key !== QUARANTINE_TAG);
  return own.length > 0 ? [{ ResourceType: type, Tags: own }] : undefined;
}
