// One instance: deletes the images it was given, as fast as the bucket that it shares with the others lets it.
// argv: { redisUrl, account, region, share, images }, as JSON. Says `ready`, begins when spoken to, ends on command.

import { systemClock } from '../../dist/src/core/common/clock.js';
import { namespaceOf } from '../../dist/src/core/resource/namespace.js';
import { image } from '../../dist/src/handlers/aws/types/image/handler.js';
import { SharedClientPool } from '../../dist/src/handlers/contract/clientPool.js';
import { RedisConnection } from '../../dist/src/state/redis/connection.js';
import { redisState } from '../../dist/src/state/redis/redisState.js';
import { LocalLog } from './log.mjs';

const { redisUrl, account: id, region, share, images } = JSON.parse(process.argv[2]);
const log = LocalLog;
const connection = new RedisConnection({ url: redisUrl, log });
await connection.whenReady();
const { pacer } = redisState(connection, { log, callRateShare: share });
const account = { name: 'test', provider: 'aws', id, locations: [region] };
const namespace = namespaceOf({ provider: 'aws', account: 'test', location: region, resourceType: 'image' });
const scope = { namespace, account, accounts: [account], location: region, parameters: image.parameters.parse({}) };
const stop = new AbortController();
const io = {
  signal: stop.signal,
  log,
  clock: systemClock,
  pacer,
  clients: new SharedClientPool(),
  // The permit is not measured here; the sandbox is thrown away.
  permit: { denies: () => undefined },
};
const session = image.open(scope, io);

process.once('disconnect', () => process.exit());
process.once('message', async () => {
  try {
    for (const id of images) await session.delete([{ id, identity: id, name: id, tags: {}, aliases: [id] }]);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  }
});
process.send('ready');
