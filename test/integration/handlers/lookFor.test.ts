/** For every type of AWS: which decisions about an id are stored. */
import { describe, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { aws as provider } from '../../../src/handlers/aws/provider.ts';
import { handlerOf } from '../../../src/handlers/contract/types.ts';
import { type KnownDeps, lookFor } from '../../../src/lifecycle/index.ts';
import { KITS } from '../../kits/index.ts';
import { awsForEach, HERE, scopeOf } from './fixture.ts';

/** No resource has a mark. */
const UNMARKED: KnownDeps = {
  marks: { get: async () => undefined, async *all() {} },
  audit: { history: async () => [] },
};

const aws = awsForEach();

describe.each(KITS.map((kit) => [kit.type, kit] as const))('%s', (type, kit) => {
  const handler = handlerOf(provider.handlers, type);
  const look = (id: string) => {
    const session = handler.open(scopeOf(handler.parameters.parse({})), aws.io());
    const get = async (one: string) =>
      (await session.get([one])).get(one) ?? ({ kind: 'unknown', why: 'the read by id did not return it' } as const);
    const target = { kind: 'id', value: id } as const;
    return lookFor(UNMARKED, 'aws:test:us-east-1:x' as Namespace, target, () => ({ get, list: () => session.list() }));
  };

  test('P18 a decision about an id without a mark is stored once a read finds it, and one about a wrong id never', async () => {
    const [id = ''] = kit.make(aws.control, HERE, 2);
    expect(await look(id)).toMatchObject({ kind: 'seen' });
    for (const wrong of [`${id}*`, id.toUpperCase(), `${id}\u200D`, ` ${id}`, `arn:aws:x:::x/${id}`, 'no-such-thing']) {
      if (wrong === id) continue;
      const unseen = await look(wrong);
      expect({ wrong, unseen }).toMatchObject({ unseen: { kind: expect.stringMatching(/^(absent|unread)$/) } });
      const isSimilar = wrong !== 'no-such-thing' && !wrong.endsWith('*');
      const meant = unseen.kind === 'seen' ? [] : unseen.meant.map(({ id: one }) => one);
      expect({ wrong, meant }).toEqual({ wrong, meant: isSimilar ? [id] : [] });
    }
  });
});
