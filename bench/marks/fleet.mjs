// A fleet of many namespaces with about the same number of marks each.
import { randomUUID } from 'node:crypto';
import { newMark } from '../../dist/src/core/mark/mark.js';
import { namespaceOf } from '../../dist/src/core/resource/namespace.js';
import { namespaceKeys } from '../../dist/src/state/redis/keys.js';
import { encodeMark } from '../../dist/src/state/redis/markValue.js';

const DAY = 86_400_000;
const AT_ONCE = 100;
/** A command with more arguments would not fit on the stack. */
const PER_COMMAND = 5_000;
const OWNERS = 2_000;

export function fleetOf({ accounts, regions, types }) {
  const prices = {
    currency: 'USD',
    date: '2026-11-20',
    source: 'https://example.com/',
    staleAt: Number.MAX_SAFE_INTEGER,
  };
  const configurations = [];
  for (let a = 0; a < accounts; a++) {
    const account = { name: `account-${a}`, provider: 'aws', id: String(200_000_000_000 + a), locations: [] };
    for (let r = 0; r < regions; r++) {
      for (let t = 0; t < types; t++) {
        const place = { location: `eu-north-${r + 1}`, resourceType: `type${t}` };
        const namespace = namespaceOf({ provider: 'aws', account: account.name, ...place });
        configurations.push({ namespace, account, ...place, prices });
      }
    }
  }
  return { configurations, namespaces: configurations.map(({ namespace }) => namespace) };
}

/** Stores all marks as surveys store them, without their scripts and the audit log. */
export async function fill({ plan, connection, fleet }) {
  const count = fleet.namespaces.length;
  for (let from = 0; from < count; from += AT_ONCE) {
    const pipeline = connection.client.pipeline();
    for (let at = from; at < Math.min(from + AT_ONCE, count); at++) {
      const namespace = fleet.namespaces[at];
      const first = Math.floor((at * plan.marks) / count);
      const last = Math.floor(((at + 1) * plan.marks) / count);
      const { marks: values, schedule } = namespaceKeys(namespace);
      for (let start = first; start < last; start += PER_COMMAND) {
        const length = Math.min(PER_COMMAND, last - start);
        const marks = Array.from({ length }, (_, i) => markOf(namespace, start + i));
        pipeline.hset(values, ...marks.flatMap((mark) => [mark.id, encodeMark(mark)]));
        pipeline.zadd(schedule, ...marks.flatMap((mark) => [mark.projectedDeletionAt, mark.id]));
      }
    }
    await pipeline.exec();
  }
}

/** Spreads a number over others in a fixed way. */
const scattered = (n) => Math.imul(n + 1, 2_654_435_761) >>> 0;

function markOf(namespace, n) {
  const id = `ami-${scattered(n).toString(16).padStart(8, '0')}${n.toString(16).padStart(9, '0')}`;
  const now = Date.now();
  return newMark(
    {
      namespace,
      resource: { id, identity: id, name: `service-${scattered(n) % 10_000}-build-${n}`, tags: {}, aliases: [id] },
      monthlyCost: { amount: (scattered(n) % 100_000) / 1_000 },
      reasons: ['not used for 30 days'],
      owner: `team-${n % OWNERS}@example.com`,
      ownerVia: 'tag owner',
      projectedDeletionAt: now + (scattered(n) % 1_000) * (DAY / 50),
    },
    randomUUID(),
    now,
  );
}
