/** A source at an address: one file of manifests, or an archive of them, with its age. */

import { formatMs } from '../../../core/common/duration.ts';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import { isSafeAddress } from '../../../core/text/loopback.ts';
import { utf8 } from '../../../documents/plainFile.ts';
import { isPacked } from '../../../documents/unpack.ts';
import { Connections, type WireAnswer } from '../../http/exchange.ts';
import { httpDate } from '../../http/httpDate.ts';
import type { CallScope } from '../wire/call.ts';
import { filesInArchive } from './archive.ts';
import { MAX_BYTES, type SourceFile } from './folder.ts';

/** The manifests of a URL, at the time that its server states. */
export interface Downloaded {
  readonly files: readonly SourceFile[];
  /** `Last-Modified`, ms since the epoch. */
  readonly at: number;
}

/** @throws ReadError unless it is whole and not too old */
export async function filesAt(address: string, maxAgeMs: number, { io }: CallScope): Promise<Downloaded> {
  const url = new URL(address);
  if (!isSafeAddress(url)) {
    throw problem(url, 'it is not encrypted: it could be changed on its way');
  }
  const connections = io.clients.get('kubernetes/source', () => new Connections());
  const headers = { accept: '*/*' };
  const answer = await connections
    .send({ method: 'GET', url, headers, maxBytes: MAX_BYTES }, io.signal)
    .catch((error) => {
      if (io.signal.aborted) throw io.signal.reason;
      throw problem(url, messageOf(error), error);
    });
  if (answer.status !== 200) throw problem(url, `the server answers ${answer.status}`);
  // Without it a connection that breaks looks like the end; an archive knows its own.
  if (!isPacked(answer.body) && !saysItsLength(answer)) {
    throw problem(url, 'the server does not say how long it is (`Content-Length`), so it may be cut short');
  }
  const at = httpDate(answer.headers['last-modified']);
  if (at === undefined) throw problem(url, 'the server does not say how old it is (`Last-Modified`)');
  if (io.clock.now() - at > maxAgeMs) throw problem(url, `it is older than ${formatMs(maxAgeMs)} (\`maxAge\`)`);
  const name = url.pathname.split('/').at(-1) || url.hostname;
  if (isPacked(answer.body)) return { files: (await filesInArchive(answer.body, name, io.signal)).files, at };
  try {
    return { files: [{ name, text: utf8(answer.body) }], at };
  } catch (error) {
    throw problem(url, messageOf(error), error);
  }
}

function saysItsLength({ headers }: Pick<WireAnswer, 'headers'>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/** Without the query, which may have a secret. */
function problem({ origin, pathname }: URL, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${origin}${pathname}: ${why}`, { problem: 'failed', cause });
}
