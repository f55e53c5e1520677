/** The promises of every handler: its reads, its deletion and its keep tag, against whichever AWS `open` opens. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { handlerOf } from '../../src/handlers/contract/types.ts';
import { handlers } from '../../src/handlers/index.ts';
import { failureOf, openGate } from '../integration/handlers/fixture.ts';
import { CASES, TYPES } from './account.ts';
import { subjectOf } from './subject.ts';
import type { World } from './world.ts';

const GONE = /^gone$/;

export function everyType(openWorld: () => Promise<World>, isMoto: boolean): void {
  const isShown = (type: (typeof TYPES)[number]) => !isMoto || CASES[type].one.identifiedInMoto !== false;
  describe.each(TYPES.filter(isShown))('%s', (type) => {
    const { make, nowhere, onlyAfterQuarantine = false, tagsShown = true, dryRun = true } = CASES[type].one;
    const canDelete = !isMoto || CASES[type].one.deletedInMoto !== false;
    const { missing = GONE, deleted = GONE, again = GONE } = CASES[type].one;
    const handler = handlerOf(handlers, type);
    let world: World;
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(() => world.close());
    const { open, found, quarantine, remove } = subjectOf(handler, () => world);
    const kindOf = async (id: string) => (await open().get([id])).get(id)?.kind;

    test('by id: one that is not there does not hide the others', async () => {
      const ids = [await make(world, 'a'), nowhere, await make(world, 'b')];
      const reads = await open().get(ids);
      expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', expect.stringMatching(missing), 'found']);
    });

    (canDelete ? test : test.skip)(
      'A10 A11 deleted with a permit, only the one, and not twice; then it is gone by id',
      async () => {
        const [id, other] = [await make(world, 'a'), await make(world, 'b')];
        if (onlyAfterQuarantine) await quarantine(id);
        const resource = await found(id);
        const done = { kind: expect.stringMatching(/^(deleted|accepted)$/), requestId: expect.stringMatching(/.+/) };
        expect(await remove(id)).toMatchObject(done);
        expect([await kindOf(id), await kindOf(other)]).toEqual([expect.stringMatching(deleted), 'found']);
        const twice = (await open({ permit: openGate() }).delete([resource])).get(id);
        expect(twice?.kind).toMatch(again);
      },
    );

    test('A8 stays without a permit, and after a dry run of its deletion', async () => {
      const id = await make(world, 'a');
      if (onlyAfterQuarantine) await quarantine(id);
      if (canDelete) expect(await failureOf(open().delete([await found(id)]))).toMatchObject({ name: 'PermitError' });
      if (dryRun && canDelete) await open({ permit: openGate() }).dryRunDelete?.(await found(id));
      expect((await found(id)).id).toBe(id);
    });

    if (handler.permissions.protect !== undefined && tagsShown) {
      test('L62 L64 carries the keep tag, and loses it again', async () => {
        const id = await make(world, 'a');
        const before = await found(id);
        await open().protect?.(before, 'forever');
        const kept = await found(id);
        await open().protect?.(kept, undefined);
        const keep = { 'holystone:keep': 'always', 'holystone:keep-by': 'always' };
        expect([kept.tags, (await found(id)).tags]).toEqual([{ ...before.tags, ...keep }, before.tags]);
      });
    }
  });
}
