import { findInPages } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { pipes as api } from '../../calls/pipes.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { saysNotFound } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import { groupsIn } from './namedGroups.ts';

/** A stopped pipe counts: somebody may start it at any time. */
export const pipes: EvidenceSource = {
  name: 'pipes',
  summary:
    'Pipes of EventBridge in every state, in every account, by every id of a security group in their sources and targets: Kafka of their own, ECS tasks, templates of inputs.',
  permissions: permissionsOf(api.describePipe, api.listPipes),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const what = 'reading the security groups of pipes';
    return findInPages(pages(target, api.listPipes, what), async (listed) => {
      const Name = requirePart(listed.Name || undefined, 'pipe name', { target, api: api.listPipes.api, what });
      try {
        const pipe = await read(target, api.describePipe, what, { Name });
        // A blank answer and a pipe without parameters differ in the name alone.
        requirePart(pipe.Name || undefined, 'pipe', { target, api: api.describePipe.api, what });
        const { CurrentState, SourceParameters, TargetParameters } = pipe;
        const by = `pipe ${Name} of EventBridge (${CurrentState ?? 'state not known'})`;
        return groupsIn(JSON.stringify([SourceParameters, TargetParameters]), by);
      } catch (error) {
        // It was deleted after the listing.
        if (saysNotFound(error)) return [];
        throw error;
      }
    });
  },
};
