import type { Configuration } from '../../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNT } from './cloud.ts';
import { FILES, REDIS_PORT } from './edges.ts';
import { FAMILIES, type FamilyName } from './families.ts';
import type { Scale } from './scale.ts';

const HOUR = 3_600_000;
const TICK_S = 7;

/** The first tick after this wall-clock time, ms. */
export function nextTick({ tickHours }: Scale, wallMs: number): number {
  const everyMs = tickHours * HOUR;
  return (Math.floor((wallMs - TICK_S * 1_000) / everyMs) + 1) * everyMs + TICK_S * 1_000;
}

export const namespaceOf = (region: string, type: FamilyName) =>
  `aws:test:${region}:${type.toLowerCase()}` as Namespace;
export const DEFINITIONS = `${FILES}definitions`;

/** Of one instance: all have one file, but each its own disk for the beat. */
export function configurationOf(
  { types, regions, tickHours, retentionDays, every }: Scale,
  instance: string,
): Configuration {
  const entries = types.map((type) => `{ type: ${type}, live: true, ${FAMILIES[type].entry} }`);
  const text = `
dryRun: false
redis: { url: "redis://127.0.0.1:${REDIS_PORT}", durability: trusted, beatFile: ${FILES}${instance}/beat.json }
mail: { smtp: "smtp://127.0.0.1:2525", from: holystone@example.com }
http: { public: { port: 0, bind: 127.0.0.1, url: "http://127.0.0.1:1" }, operator: { port: 0, bind: 127.0.0.1 } }
optOut: { keys: [{ id: simulation, secret: "0123456789abcdef0123456789abcdef" }] }
owner: { domains: any }
definitions: { dir: ${DEFINITIONS} }
work: { tick: "${TICK_S} 0 */${tickHours} * * *", capacity: 6, concurrency: 2, callRateShare: 100% }
accounts:
  - name: test
    provider: aws
    id: "${ACCOUNT}"
    alias: acme-test
    locations: [${regions.join(', ')}]
    readRole: "arn:aws:iam::${ACCOUNT}:role/reader"
    deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter"
defaults:
  every: { mark: ${every.mark}, notify: ${every.notify}, delete: ${every.delete} }
  retention: ${retentionDays}d
  unownedRetention: ${retentionDays}d
  notice: { fallback: cloud@example.com }
  tripwires: { markedShare: 100%, unmarkedShare: 100%, dueShare: 100%, newMarks: 100000, shrunkBy: 100% }
  pace: { deletesPerPass: 1000, deletesPerDay: 100000, batch: 2 }
cleanup: [${entries.join(', ')}]
`;
  return loadConfiguration({ text, file: 'simulation.yaml' }, { env: process.env, handlers });
}
