import { lambda } from '../../calls/lambda.ts';
import { lists } from '../listings/listing.ts';
import { listingSource } from '../listings/listingSource.ts';

/**
 * A published version keeps its groups and variables for ever, and can be invoked at any time. Lambda removes the network
 * interfaces of a function that no client invokes for some weeks, and makes them again with the next invocation:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export const lambdaFunctions = listingSource({
  name: 'lambdaFunctions',
  users: 'Lambda functions, in all versions, with their variables',
  called: 'Lambda functions',
  names: 'texts',
  reads: lists(lambda.listFunctions, {
    input: { FunctionVersion: 'ALL' },
    user: ({ FunctionName = 'without name', Version = '$LATEST' }) =>
      `Lambda function ${FunctionName}${Version === '$LATEST' ? '' : ` (version ${Version})`}`,
  }),
});
