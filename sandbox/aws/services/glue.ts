import * as module from '@aws-sdk/client-glue';
import { AwsError } from '../collections/errors.ts';
import { glueConnections, glueDevEndpoints } from '../seeds/groupNamerSeeds.ts';
import { answered } from '../store/answers.ts';
import { collection, listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/glue/latest/dg/aws-glue-api-catalog-connections.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidInputException',
  limits: { min: 1, max: 1000, otherwise: 100 },
  badSize: 'InvalidInputException',
});

export function glue(): Service {
  return service(
    module,
    module.GlueClient,
  )({
    GetConnections: listing(
      collection<module.GetConnectionsCommandInput, module.Connection, module.Connection>(
        ({ here }) => here.glueConnections,
        withoutPassword,
      ),
      { answer: 'ConnectionList' },
    ),

    CreateConnection({ ConnectionInput }, call) {
      const { Name = '' } = ConnectionInput ?? {};
      if (call.here.glueConnections.get(Name)) throw exists('Connection', Name);
      call.here.glueConnections.put(Name, glueConnections.make({ ...ConnectionInput } as never, call));
      return {};
    },

    GetDevEndpoints: listing(plain(rowsOf('glueDevEndpoints')), { answer: 'DevEndpoints' }),

    GetCrawlers: listing(answered(), { answer: 'Crawlers' }),
    GetJobs: listing(answered(), { answer: 'Jobs' }),
    GetTriggers: listing(answered(), { answer: 'Triggers' }),

    CreateDevEndpoint({ EndpointName = '', RoleArn, SecurityGroupIds = [], SubnetId }, call) {
      if (call.here.glueDevEndpoints.get(EndpointName)) throw exists('DevEndpoint', EndpointName);
      const seed = { EndpointName, RoleArn, SecurityGroupIds, ...(SubnetId && { SubnetId }) };
      call.here.glueDevEndpoints.put(EndpointName, glueDevEndpoints.make(seed, call));
      return { EndpointName, SecurityGroupIds };
    },
  });
}

/** "HidePassword: Allows you to retrieve the connection metadata without returning the password." */
function withoutPassword(
  connection: module.Connection,
  { HidePassword }: module.GetConnectionsCommandInput,
): module.Connection {
  if (!HidePassword) return connection;
  const { PASSWORD: _password, ...ConnectionProperties } = connection.ConnectionProperties ?? {};
  return { ...connection, ConnectionProperties };
}

function exists(noun: string, name: string): AwsError {
  return new AwsError('AlreadyExistsException', `${noun} ${name} already exists.`);
}
