// The floor: every kind listed page by page as bare metadata. argv: the file with the address, the paths and, of a list of
// one environment, the label selector.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';

const { url, paths, labelSelector } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const accept = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';

const asked = (path) =>
  new Promise((resolve, reject) => {
    get(url + path, { agent, headers: { accept } }, async (response) => {
      const chunks = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve(JSON.parse(Buffer.concat(chunks).toString()));
    }).on('error', reject);
  });
let count = 0;
await Promise.all(
  paths.map(async (path) => {
    let next;
    do {
      const query = { limit: '500', ...(labelSelector ? { labelSelector } : {}), ...(next ? { continue: next } : {}) };
      const { items, metadata } = await asked(`${path}?${new URLSearchParams(query)}`);
      count += items.length;
      next = metadata.continue;
    } while (next);
  }),
);
agent.destroy();
console.log(count);
