// The endpoint: answers each question once through the sandbox, and from then on out of memory, as prepared bytes.
// Says `{ url, accessKeyId, secretAccessKey }` to its parent. argv: the module that fills
// the account, and the sizes as JSON.
import { createServer, request } from 'node:http';
import { startSandbox } from '../../dist/sandbox/aws/index.js';
import { ACCOUNT } from '../contest.mjs';

const sandbox = await startSandbox({ accounts: [{ id: ACCOUNT, roles: ['reader'] }] });
const [, , account, size] = process.argv;
const { seed, MARKER, fillerOf } = await import(account);
// Where a seed writes its marker, a long text arrives: thousands of megabytes need no memory here.
const filler = fillerOf ? Buffer.from(fillerOf(JSON.parse(size))) : undefined;
seed(sandbox.control, JSON.parse(size));
const prepared = new Map();
let calls = 0;

const server = createServer(async (asked, answer) => {
  calls += 1;
  const body = await whole(asked);
  const key = [asked.method, asked.url, asked.headers['x-amz-target'], body].join('\n');
  const known = prepared.get(key) ?? (await forward(asked, body));
  prepared.set(key, known);
  answer.writeHead(known.status, known.headers);
  for (const part of known.parts) answer.write(part);
  answer.end();
});
server.listen(0, '127.0.0.1', () => {
  const [known] = sandbox.control.accounts();
  process.send({ url: `http://127.0.0.1:${server.address().port}`, ...known.accessKeys[0] });
});
// The parent asks for the number of calls since it asked last.
process.on('message', () => {
  process.send({ calls });
  calls = 0;
});
process.once('disconnect', () => process.exit());

async function whole(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function forward({ method, url, headers }, body) {
  return new Promise((resolve, reject) => {
    const out = request(sandbox.url + url, { method, headers }, async (response) => {
      const { 'transfer-encoding': _, connection: __, ...kept } = response.headers;
      const bytes = await whole(response);
      const parts = partsOf(bytes);
      const length = parts.reduce((sum, part) => sum + part.length, 0);
      resolve({ status: response.statusCode, headers: { ...kept, 'content-length': length }, parts });
    });
    out.once('error', reject);
    out.end(body);
  });
}

/** The bytes of an answer, with the long text in the place of each marker. */
function partsOf(bytes) {
  const at = filler ? bytes.indexOf(MARKER) : -1;
  return at < 0 ? [bytes] : [bytes.subarray(0, at), filler, ...partsOf(bytes.subarray(at + MARKER.length))];
}
