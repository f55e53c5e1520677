// A registry with many repositories, in a process of its own. argv: how many, and how many of them have tags.
import { startRegistry } from '../../dist/sandbox/registry/server.js';

const [count, tagged] = process.argv.slice(2).map(Number);
const hub = await startRegistry();
const created = (days) => new Date(Date.now() - days * 86_400_000).toISOString();
for (let at = 0; at < count; at++) {
  const name = `shop/r${String(at).padStart(6, '0')}`;
  hub.store.repository(name);
  if (at >= tagged) continue;
  for (const [tag, days] of Object.entries({ v1: 100, v2: 50, v3: 3 }))
    hub.store.image(name, tag, { salt: tag, created: created(days) });
}
process.on('message', () => {
  const counts = { catalog: 0, lists: 0, others: 0 };
  for (const { path } of hub.asked) {
    if (path.startsWith('/v2/_catalog')) counts.catalog++;
    else if (path.includes('/tags/list')) counts.lists++;
    else counts.others++;
  }
  hub.asked.length = 0;
  process.send(counts);
});
process.once('disconnect', () => process.exit());
process.send(hub.url);
