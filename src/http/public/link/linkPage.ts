/** The replies of the pages behind a link. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { StoreError } from '../../../core/common/errors.ts';
import { type Language, preferredLanguage } from '../../../core/common/language.ts';
import { type OptOutClaims, type TokenCheck, verify } from '../../../core/owner/optOutToken.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import { catalogueOf } from '../../../notify/texts/index.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notStoredPage, refusedPage } from './refusals.tsx';
import type { Reader } from './subject.ts';

/** Calls `answer` only for a token that we signed and that is still valid. */
export function withClaims(
  deps: PublicDeps,
  token: string,
  exchange: Exchange,
  answer: (reader: Reader) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  return orRefused(verify(token, deps.keys, deps.clock.now()), exchange, answer);
}

/** One request, and its reply. */
export interface Exchange {
  readonly request: Pick<FastifyRequest, 'headers'>;
  readonly reply: FastifyReply;
}

/** Calls `answer` with the claims of a valid token; any other token gets a page that explains the problem. */
export async function orRefused<Claims extends Pick<OptOutClaims, 'language'>>(
  checked: TokenCheck<Claims>,
  { request, reply }: Exchange,
  answer: (reader: Reader<Claims>) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const catalogue = catalogueFor(request, checked);
  if (checked.kind === 'valid') return answer({ claims: checked.claims, catalogue });
  return send(reply, checked.kind === 'expired' ? 410 : 400, refusedPage(catalogue, checked));
}

/** The language of the message with the link; else the browser's; else English. */
export function catalogueFor({ headers }: Exchange['request'], checked?: TokenCheck<Spoken>): Catalogue {
  const language = languageOf(checked);
  return catalogueOf(language ?? preferredLanguage(headers['accept-language']) ?? 'en');
}

type Spoken = Pick<OptOutClaims, 'language'>;

function languageOf(checked: TokenCheck<Spoken> | undefined): Language | undefined {
  if (checked?.kind === 'valid') return checked.claims.language;
  return checked?.kind === 'expired' ? checked.language : undefined;
}

/** Never reports an unconfirmed change as done. */
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

/** HTML, in UTF-8. */
export function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(page);
}

/** A relative address, so that the pages work below any path of a reverse proxy. From the page of the link itself. */
export function below(token: string, step: 'undo' | 'say' | 'early'): string {
  return `${encodeURIComponent(token)}/${step}`;
}

/** From a page below the page of the link. */
export function backTo(token: string): string {
  return `../${encodeURIComponent(token)}`;
}
