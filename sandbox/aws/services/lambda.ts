import * as module from '@aws-sdk/client-lambda';
import { AwsError } from '../collections/errors.ts';
import { functions } from '../seeds/functionSeeds.ts';
import { listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "a maximum of 50 items in each response, even if you set the number higher": API_ListFunctions */
const listing = listingsOf({
  size: 'MaxItems',
  token: 'Marker',
  next: 'NextMarker',
  badToken: 'InvalidParameterValueException',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: () => new AwsError('InvalidParameterValueException', 'MaxItems must be 1 to 10000'),
});

export function lambda(): Service {
  return service(
    module,
    module.LambdaClient,
  )({
    /** Without `FunctionVersion` only the unpublished version of each. */
    ListFunctions: listing(
      plain(({ here }) => here.functions),
      {
        answer: 'Functions',
        where:
          ({ FunctionVersion }) =>
          ({ Version }) =>
            FunctionVersion === 'ALL' || Version === '$LATEST',
      },
    ),

    CreateFunction({ FunctionName = '', VpcConfig: { SubnetIds, SecurityGroupIds } = {} }, call) {
      const made = functions.make({ FunctionName, VpcConfig: { SubnetIds, SecurityGroupIds } }, call);
      call.here.functions.put(`${FunctionName}:$LATEST`, made);
      return made;
    },
  });
}
