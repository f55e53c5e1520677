import * as module from '@aws-sdk/client-apprunner';
import { AwsError } from '../collections/errors.ts';
import { vpcConnectors } from '../seeds/servedGroupSeeds.ts';
import { collection, listingsOf, plain, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/apprunner/latest/api/API_ListServices.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidRequestException',
  limits: { min: 1, max: 20, otherwise: 20 },
  badSize: 'InvalidRequestException',
});

export function appRunner(): Service {
  return service(
    module,
    module.AppRunnerClient,
  )({
    ListServices: listing(
      collection(
        rowsOf('appRunnerServices'),
        ({ ServiceName, ServiceId, ServiceArn, Status, CreatedAt, UpdatedAt }): module.ServiceSummary => ({
          ...(ServiceName && { ServiceName }),
          ...(ServiceId && { ServiceId }),
          ...(ServiceArn && { ServiceArn }),
          ...(Status && { Status }),
          ...(CreatedAt && { CreatedAt }),
          ...(UpdatedAt && { UpdatedAt }),
        }),
      ),
      { answer: 'ServiceSummaryList' },
    ),

    ListVpcConnectors: listing(plain(rowsOf('vpcConnectors')), { answer: 'VpcConnectors' }),

    CreateVpcConnector({ VpcConnectorName = '', SecurityGroups }, call) {
      const VpcConnector = vpcConnectors.make({ VpcConnectorName, SecurityGroups }, call);
      call.here.vpcConnectors.put(VpcConnectorName, VpcConnector);
      return { VpcConnector };
    },

    DescribeService({ ServiceArn = '' }, { here }) {
      const found = here.appRunnerServices.get(ServiceArn);
      if (!found)
        throw new AwsError('ResourceNotFoundException', `Service with the provided ARN does not exist: ${ServiceArn}`);
      return { Service: found };
    },
  });
}
