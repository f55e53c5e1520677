import { pipes as api } from '../../calls/pipes.ts';
import { describedSource } from './describedSource.ts';

/** A stopped pipe counts: a user may start it at any time. */
export const pipes = describedSource({
  name: 'pipes',
  summary:
    'Pipes of EventBridge in every state, in every account, by every id of a security group in their sources and targets: Kafka of their own, ECS tasks, templates of inputs.',
  lists: api.listPipes,
  describes: api.describePipe,
  what: 'reading the security groups of pipes',
  by: { Name: 'Name' },
  has: 'Name',
  part: ({ SourceParameters, TargetParameters }) => [SourceParameters, TargetParameters],
  user: ({ Name }, { CurrentState }) => `pipe ${Name} of EventBridge (${CurrentState ?? 'state not known'})`,
});
