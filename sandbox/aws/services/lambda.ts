import * as module from '@aws-sdk/client-lambda';
import { AwsError } from '../collections/errors.ts';
import { functions } from '../seeds/functionSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
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
      collection(rowsOf('functions'), ({ code: _code, ...configuration }) => configuration),
      {
        answer: 'Functions',
        where:
          ({ FunctionVersion }) =>
          ({ Version }) =>
            FunctionVersion === 'ALL' || Version === '$LATEST',
      },
    ),

    /** https://docs.aws.amazon.com/lambda/latest/api/API_GetFunction.html; the URL of a ZIP file is left out. */
    GetFunction({ FunctionName = '', Qualifier = '$LATEST' }, { here }) {
      const found = here.functions.get(`${FunctionName}:${Qualifier}`);
      if (!found) throw new AwsError('ResourceNotFoundException', `Function not found: ${FunctionName}`, 404);
      const { code, ...Configuration } = found;
      return { Configuration, Code: code ?? { RepositoryType: 'S3' } };
    },

    CreateFunction({ FunctionName = '', VpcConfig: { SubnetIds, SecurityGroupIds } = {}, PackageType, Code }, call) {
      const ofImage = Code?.ImageUri ? { PackageType, code: { ImageUri: Code.ImageUri } } : {};
      const seed = { FunctionName, VpcConfig: { SubnetIds, SecurityGroupIds }, ...ofImage };
      const made = functions.make(seed as Parameters<typeof functions.make>[0], call);
      call.here.functions.put(`${FunctionName}:$LATEST`, made);
      return made;
    },
  });
}
