import * as module from '@aws-sdk/client-pipes';
import { AwsError } from '../collections/errors.ts';
import { pipes as seeds } from '../seeds/warehouseSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/eventbridge/latest/pipes-reference/API_ListPipes.html */
const listing = listingsOf({
  size: 'Limit',
  token: 'NextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'ValidationException',
});

export function pipes(): Service {
  return service(
    module,
    module.PipesClient,
  )({
    ListPipes: listing(
      collection(
        rowsOf('pipes'),
        ({ Name, CurrentState, Source, Target }): module.Pipe => ({ Name, CurrentState, Source, Target }),
      ),
      { answer: 'Pipes' },
    ),

    DescribePipe({ Name = '' }, { here }) {
      const found = here.pipes.get(Name);
      if (found) return found;
      throw new AwsError('NotFoundException', `Pipe ${Name} does not exist.`, 404);
    },

    CreatePipe({ Name = '', Source, Target, TargetParameters }, call) {
      if (call.here.pipes.get(Name)) throw new AwsError('ConflictException', `Pipe ${Name} already exists.`, 409);
      call.here.pipes.put(Name, seeds.make({ Name, Source, Target, TargetParameters }, call));
      return { Name };
    },
  });
}
