/** How a page behind a link is answered. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StoreError } from '../../../core/common/errors.ts';
import { type Language, preferredLanguage } from '../../../core/common/language.ts';
import { type OptOutClaims, type TokenCheck, verify } from '../../../core/owner/optOutToken.ts';
import type { Catalogue } from '../../../notify/texts/catalogue.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notStoredPage, refusedPage } from './refusals.tsx';
import type { Reader } from './subject.ts';

/** Calls back only for a token that we signed and that is still valid. */
export function withClaims(
  deps: PublicDeps,
  token: string,
  exchange: Exchange,
  answer: (reader: Reader) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orRefused(verify(token, deps.keys, deps.clock.now()), exchange, answer);
}

/** One request, and its answer. */
export interface Exchange {
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly reply: FastifyReply;
}

/** Calls back with the claims of a valid token only; any other gets a page that says what is wrong with it. */
export async function orRefused<Claims extends Pick<OptOutClaims, 'language'>>(
  checked: TokenCheck<Claims>,
  { request, reply }: Exchange,
  answer: (reader: Reader<Claims>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const catalogue = catalogueFor(request, checked);
  if (checked.kind === 'valid') return answer({ claims: checked.claims, catalogue });
  return send(reply, checked.kind === 'expired' ? 410 : 400, refusedPage(catalogue, checked));
}

/** The language of the message that led here; else what the browser asks for; else English. */
export function catalogueFor({ headers }: Exchange['request'], checked?: TokenCheck<Spoken>): Catalogue {
  const said = languageOf(checked);
  return catalogueOf(said ?? preferredLanguage(headers['accept-language']) ?? 'en');
}

type Spoken = Pick<OptOutClaims, 'language'>;

function languageOf(checked: TokenCheck<Spoken> | undefined): Language | undefined {
  if (checked?.kind === 'valid') return checked.claims.language;
  return checked?.kind === 'expired' ? checked.language : undefined;
}

/** A change that the store did not confirm is never told as done. */
export async function orNotStored(
  { log }: PublicDeps,
  reply: FastifyReply,
  { catalogue, back }: { readonly catalogue: Catalogue; readonly back: string },
  change: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await change();
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    log.warn({ problem: error.message }, 'the store did not confirm a response of an owner');
    return send(reply.header('retry-after', '30'), 503, notStoredPage(catalogue, back));
  }
}

export function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** Addresses are relative, so that the pages work below any path of a reverse proxy. From the page of the link itself. */
export function below(token: string, step: 'undo' | 'say'): string {
  return `${encodeURIComponent(token)}/${step}`;
}

/** From a page below that of the link. */
export function backTo(token: string): string {
  return `../${encodeURIComponent(token)}`;
}
