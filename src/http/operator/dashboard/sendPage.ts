import type { FastifyReply } from 'fastify';

/** The status stays as the caller set it. */
export function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page);
}
