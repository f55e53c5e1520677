/** One type of resource in one world, as the conformance suites ask about it. */
import type { Resource } from '../../src/core/resource/resource.ts';
import type { EvidenceSource, Handler, Io } from '../../src/handlers/contract/handler.ts';
import { openGate, REGION } from '../integration/handlers/fixture.ts';
import type { World } from './world.ts';

const HERE = { account: 'test', location: REGION };

/** @param worldOf the world of the test that is under way */
export function subjectOf<R extends Resource, P>(handler: Handler<R, P>, worldOf: () => World) {
  const scope = () => worldOf().scope(handler.parameters.parse({}));
  const open = (io?: Partial<Io>) => handler.open(scope(), worldOf().io(io));
  const found = async (id: string): Promise<R> => {
    const read = (await open().get([id])).get(id);
    if (read?.kind !== 'found') throw new Error(`${id}: ${JSON.stringify(read)}`);
    return read.resource;
  };
  return {
    open,
    found,
    /** The findings of one kind of evidence about it. */
    async findingsOf(name: string, id: string) {
      const source = handler.evidence.find((known) => known.name === name) as EvidenceSource<P>;
      const candidates = source.per === 'resource' ? [await found(id)] : [];
      return (await source.read(HERE, scope(), candidates, worldOf().io())).filter(({ alias }) => alias === id);
    },
    async quarantine(id: string): Promise<void> {
      const done = await open({ permit: openGate() }).quarantine?.begin(await found(id));
      if (done?.kind !== 'done') throw new Error(`${id}: ${JSON.stringify(done)}`);
    },
    remove: async (id: string) => (await open({ permit: openGate() }).delete([await found(id)])).get(id),
  };
}
