/** An instance of the demo with a sabotage in it: `node daemon.mjs serve --config FILE --instance NAME`. */
import { parseArgs } from 'node:util';
import { serve } from '../../src/composition/daemon.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { handlers } from '../../src/handlers/index.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { openedWith } from '../support/openedWith.ts';
import { changeOf, partOf } from './apply.ts';

const { env } = process;
const options = { config: { type: 'string' }, instance: { type: 'string' } } as const;
const { config = '', instance = '' } = parseArgs({ allowPositionals: true, options }).values;
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());

const loaded = loadConfiguration({ path: config }, { env, handlers });
const log = createLogger({ level: 'info', instance });
const connection = new RedisConnection({ url: loaded.redis.url, log });
await connection.whenReady();
const kit = { connection };
const { swap, patch, configure } = changeOf(env.HOLYSTONE_SABOTAGE ?? '', partOf(env.HOLYSTONE_SABOTAGE_PART));
patch?.();
const given = { configuration: configure?.(loaded) ?? loaded, log, signal: stop.signal };
const ended = await serve(given, (made) => openedWith(made, (parts) => swap?.(parts, kit) ?? parts));
await connection.close();
process.exit(ended === 'clean' ? 0 : 1);
