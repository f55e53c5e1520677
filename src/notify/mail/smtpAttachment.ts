/**
 * A long attachment goes to the mail server in pieces: as one string or buffer, nodemailer encodes, escapes and signs it
 * in one go, which for the longest list takes longer than anything may hold the event loop.
 */
import { pipeline, Readable, Transform } from 'node:stream';
import type MimeNode from 'nodemailer/lib/mime-node';
import { turn } from '../../core/common/steps.ts';

/** In UTF-16 code units; a ms or so to encode and to sign. */
const PIECE = 65_536;

/**
 * Nodemailer begins a message anew when a kept connection turns out to be gone. By then a stream has been read in part,
 * so each attempt gets streams of its own, of the whole text. By then too, those of the one before are closed: it waits
 * 50 ms at least (`smtp-pool/index.js`), and would fail otherwise, not send less.
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

/** One turn of the event loop for each chunk: a signed message has all of its chunks ready at once (DKIM). */
function inTurns(source: Readable): Readable {
  const paced = new Transform({
    transform(chunk, _encoding, done) {
      setImmediate(done, null, chunk);
    },
  });
  // An error of the one destroys the other; nodemailer listens to the stream that it gets.
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

/** The two halves of a character outside the basic plane stay together: alone, neither can be encoded. */
function endOfPiece(text: string, at: number): number {
  const last = text.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at + 1 : at;
}
