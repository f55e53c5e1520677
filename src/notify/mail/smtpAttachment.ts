/**
 * Sends a long attachment to the mail server in pieces: nodemailer encodes, escapes and signs one string or buffer in
 * one go, which for the longest list blocks the event loop too long.
 */
import { pipeline, Readable, Transform } from 'node:stream';
import type MimeNode from 'nodemailer/lib/mime-node';
import { turn } from '../../core/common/steps.ts';

/** In UTF-16 code units; takes about a ms to encode and to sign. */
const PIECE = 65_536;

/**
 * Nodemailer starts a message again when a kept connection is closed. By then a stream has been read in part, so each
 * attempt gets its own streams of the whole text. The streams of the earlier attempt are closed by then: nodemailer
 * waits at least 50 ms (`smtp-pool/index.js`); otherwise the attempt would fail, not send less.
 * @param texts by the file name of the attachment
 */
export function streamEachAttempt(message: MimeNode, texts: ReadonlyMap<string, string>): void {
  const create = message.createReadStream.bind(message);
  message.createReadStream = (options) => {
    for (const node of withDescendants(message)) {
      const text = node.filename ? texts.get(node.filename) : undefined;
      if (text !== undefined) node.setContent(inPieces(text));
    }
    return texts.size === 0 ? create(options) : inTurns(create(options));
  };
}

/** One turn of the event loop per chunk: a signed message has all of its chunks ready at once (DKIM). */
function inTurns(source: Readable): Readable {
  const paced = new Transform({
    transform(chunk, _encoding, done) {
      setImmediate(done, null, chunk);
    },
  });
  // An error in one stream destroys the other; nodemailer listens to the returned one.
  pipeline(source, paced, () => undefined);
  return paced;
}

function withDescendants(node: MimeNode): readonly MimeNode[] {
  return [node, ...node.childNodes.flatMap(withDescendants)];
}

/** UTF-8, with a turn of the event loop between two pieces. */
function inPieces(text: string): Readable {
  async function* pieces() {
    for (let from = 0; from < text.length; ) {
      const to = endOfPiece(text, from + PIECE);
      yield Buffer.from(text.slice(from, to));
      from = to;
      await turn();
    }
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** Keeps the two halves of a surrogate pair together: alone, neither can be encoded. */
function endOfPiece(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at + 1 : at;
}
