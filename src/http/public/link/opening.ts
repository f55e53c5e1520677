import type { FastifyRequest } from 'fastify';
import type { OptOutClaims } from '../../../core/owner/optOutToken.ts';
import type { PublicDeps } from '../../app/deps.ts';
import type { Subject } from './subject.ts';

type Deps = Pick<PublicDeps, 'opened'>;

/** A page of the message was opened, by its reader or by a machine on the way to the reader. */
export function reportOpened({ opened }: Deps, { method }: Pick<FastifyRequest, 'method'>, messageId: string): void {
  if (method === 'GET') opened?.(messageId);
}

/** The link of one resource names no message: it counts for the message that is the notice of the mark. */
export function reportResourceOpened(deps: Deps, request: Pick<FastifyRequest, 'method'>, subject: Subject): void {
  const { notice, generation } = subject.mark ?? {};
  const { claims } = subject;
  if (notice && isFor(claims, generation)) reportOpened(deps, request, notice.messageId);
}

function isFor(claims: OptOutClaims, generation: string | undefined): boolean {
  return claims.generation === undefined || claims.generation === generation;
}
