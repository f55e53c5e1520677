import type { Configuration } from '../../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers } from '../../../src/handlers/index.ts';
import { ACCOUNT } from './cloud.ts';
import { FILES, REDIS_PORT } from './edges.ts';
import { FAMILIES, type FamilyName } from './families.ts';
import type { Scale } from './scale.ts';

const MINUTE_S = 60;
const HOUR_S = 3_600;
/** The second of its minute in which a tick comes. */
const TICK_S = 7;
const SECRET = '0123456789abcdef0123456789abcdef';

/** The first tick after this wall-clock time, ms. */
export function nextTick({ tickS }: Scale, wallMs: number): number {
  const everyMs = tickS * 1_000;
  const laterMs = tickS < MINUTE_S ? 0 : TICK_S * 1_000;
  return (Math.floor((wallMs - laterMs) / everyMs) + 1) * everyMs + laterMs;
}

function cron(tickS: number): string {
  if (tickS < MINUTE_S) return `*/${tickS} * * * * *`;
  if (tickS < HOUR_S) return `${TICK_S} */${tickS / MINUTE_S} * * * *`;
  return `${TICK_S} 0 */${tickS / HOUR_S} * * *`;
}

export const namespaceOf = (region: string, type: FamilyName) =>
  `aws:test:${region}:${type.toLowerCase()}` as Namespace;
export const DEFINITIONS = `${FILES}definitions`;

/** Of one instance: all have one file, but each its own disk for the beat. */
export function configurationOf(
  { types, regions, tickS, retentionDays, everyS, settings = {} }: Scale,
  instance: string,
): Configuration {
  const {
    isDryRun = false,
    isStoreChecked,
    stage = 'live',
    tripwires,
    deletesPerDay = 100_000,
    quarantine,
    isSigned,
  } = settings;
  const more = quarantine === undefined ? '' : `, quarantine: ${quarantine}d`;
  const entries = types.map(
    (type) => `{ type: ${type}, live: true, rollout: ${stage}, ${FAMILIES[type].entry}${more} }`,
  );
  const text = `
dryRun: ${isDryRun}
redis: { url: "redis://127.0.0.1:${REDIS_PORT}", durability: ${isStoreChecked ? 'checked' : 'trusted'}, beatFile: ${FILES}${instance}/beat.json }
mail: { smtp: "smtp://127.0.0.1:2525", from: holystone@example.com }
http: { public: { port: 0, bind: 127.0.0.1, url: "http://127.0.0.1:1" }, operator: { port: 0, bind: 127.0.0.1 } }
optOut: { keys: [{ id: simulation, secret: "${SECRET}" }] }
owner: { domains: any }
${isSigned ? `signing: { keys: [{ id: s1, secret: "of-marks-${SECRET}" }] }` : ''}
definitions: { dir: ${DEFINITIONS} }
work: { tick: "${cron(tickS)}", capacity: 6, concurrency: 2, callRateShare: 100% }
accounts:
  - name: test
    provider: aws
    id: "${ACCOUNT}"
    alias: acme-test
    locations: [${regions.join(', ')}]
    readRole: "arn:aws:iam::${ACCOUNT}:role/reader"
    deleteRole: "arn:aws:iam::${ACCOUNT}:role/deleter"
defaults:
  every: { mark: ${everyS.mark}s, notify: ${everyS.notify}s, delete: ${everyS.delete}s }
  retention: ${retentionDays}d
  unownedRetention: ${retentionDays}d
  notice: { fallback: cloud@example.com }
  tripwires: { ${tripwires ?? 'markedShare: 100%, unmarkedShare: 100%, dueShare: 100%, newMarks: 100000, shrunkBy: 100%'} }
  pace: { deletesPerPass: 1000, deletesPerDay: ${deletesPerDay}, batch: 2 }
cleanup: [${entries.join(', ')}]
`;
  return loadConfiguration({ text, file: 'simulation.yaml' }, { env: process.env, handlers });
}
