import type { FastifyReply } from 'fastify';
import type { Mark } from '../../../core/mark/mark.ts';
import { type MessageClaims, verifyMessage } from '../../../core/owner/optOutToken.ts';
import { joined } from '../../../core/resource/ends.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { speaking } from '../../../notify/texts/index.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { type Exchange, orRefused } from '../link/linkPage.ts';
import type { Reader } from '../link/subject.ts';

/** The person who opened a link of a whole message. */
export type MessageReader = Reader<MessageClaims>;

/** Calls `answer` only for the token of a message that we signed and that is still valid. */
export function withMessage(
  deps: PublicDeps,
  token: string,
  exchange: Exchange,
  answer: (reader: MessageReader) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orRefused(verifyMessage(token, deps.keys, deps.clock.now()), exchange, answer);
}

/** The words for what happens to these resources. */
export function about(
  { endOf: end }: Pick<PublicDeps, 'endOf'>,
  catalogue: Catalogue,
  marks: readonly Pick<Mark, 'namespace'>[],
): Catalogue {
  return speaking(catalogue, joined(marks.map(({ namespace }) => end(namespace))));
}
