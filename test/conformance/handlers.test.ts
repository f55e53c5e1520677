import { afterAll, describe } from '@jest/globals';
import { everyType } from './everyType.ts';
import { groupUsers } from './groupUsers.ts';
import { launched } from './launched.ts';
import { startMoto } from './moto.ts';
import { parameters } from './parameters.ts';
import { scenarios } from './scenarios.ts';
import { snapshots } from './snapshots.ts';
import { volumes } from './volumes.ts';
import { openMoto, openSandbox, type World } from './world.ts';

const moto = await startMoto();

function everything(open: () => Promise<World>, isMoto = false): void {
  everyType(open, isMoto);
  scenarios(open);
  groupUsers(open);
  parameters(open);
  snapshots(open);
  volumes(open);
  launched(open);
}

describe('the sandbox', () => everything(openSandbox));

if (moto.kind === 'running') {
  describe('moto', () => everything(() => openMoto(moto), true));
  afterAll(() => moto.stop());
} else {
  process.stderr.write(`moto is not available: its scenarios are skipped, not passed (${moto.why})\n`);
  describe.skip('moto', () => everything(openSandbox));
}
