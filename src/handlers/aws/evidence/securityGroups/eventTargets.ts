import { eventBridge } from '../../calls/eventBridge.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/** A disabled rule counts: a user may enable it at any time. */
export const eventTargets = listingSource({
  name: 'eventTargets',
  users: 'Targets of EventBridge rules, on every event bus, those of disabled rules too',
  called: 'the targets of EventBridge rules',
  names: 'texts',
  reads: lists(eventBridge.listEventBuses, {
    part: () => undefined,
    each: [
      lists(eventBridge.listRules, {
        by: { EventBusName: 'Name' },
        each: [
          lists(eventBridge.listTargetsByRule, {
            by: { EventBusName: 'EventBusName', Rule: 'Name' },
            user: ({ EventBusName, Name, State }) =>
              `EventBridge rule ${EventBusName}/${Name} (${State ?? 'state not known'})`,
          }),
        ],
      }),
    ],
  }),
});
