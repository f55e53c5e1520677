import { pipes as api } from '../../calls/pipes.ts';
import { describes, lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A stopped pipe counts: a user may start it at any time. */
export const pipes = listingSource({
  name: 'pipes',
  users: 'Pipes of EventBridge in every state',
  called: 'pipes',
  names: 'texts',
  reads: lists(api.listPipes, {
    each: [
      describes(api.describePipe, {
        by: { Name: 'Name' },
        has: 'Name',
        user: ({ Name, CurrentState }) => `pipe ${Name} of EventBridge (${CurrentState ?? 'state not known'})`,
      }),
    ],
  }),
});
