import { lambda } from '../../calls/lambda.ts';
import { everyAccount } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';
import { groupsNamed } from './namedGroups.ts';

/**
 * A published version keeps its groups for ever, and can be invoked at any time. Lambda removes the network interfaces of
 * a function that no client invokes for some weeks, and makes them again with the next invocation:
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html
 */
export const lambdaFunctions = plainSource({
  name: 'lambdaFunctions',
  summary: 'Lambda functions in a VPC, in all versions, in every account, by their security groups.',
  places: everyAccount,
  reads: lambda.listFunctions,
  input: { FunctionVersion: 'ALL' },
  what: 'reading the security groups of Lambda functions',
  find: ({ FunctionName = 'without name', Version = '$LATEST', VpcConfig }) => {
    const version = Version === '$LATEST' ? '' : ` (version ${Version})`;
    return groupsNamed(VpcConfig?.SecurityGroupIds, `Lambda function ${FunctionName}${version}`);
  },
});
