import type {
  ConnectionNotification,
  DescribeVpcEndpointConnectionNotificationsRequest,
  DescribeVpcEndpointConnectionNotificationsResult,
  DescribeVpcEndpointServiceConfigurationsRequest,
  DescribeVpcEndpointServiceConfigurationsResult,
  ServiceConfiguration,
} from '@aws-sdk/client-ec2';
import { AwsError } from '../collections/errors.ts';
import { type Making, plainKind } from '../collections/kind.ts';
import { listed } from '../collections/operations.ts';
import type { Seed } from '../collections/seed.ts';

type EndpointServiceSeed = Seed<ServiceConfiguration>;

/** Services that PrivateLink offers to others through Network and Gateway Load Balancers. */
export const endpointServices = plainKind<'endpointService', EndpointServiceSeed, ServiceConfiguration>(
  'endpointService',
  {
    make: newEndpointService,
    keyOf: ({ ServiceId }) => ServiceId,
    tagged: {
      prefix: 'vpce-svc',
      type: 'vpc-endpoint-service',
      malformed: 'InvalidVpcEndpointServiceId.Malformed',
      notFound: ([id]) =>
        new AwsError('InvalidVpcEndpointServiceId.NotFound', `The VpcEndpointService Id '${id}' does not exist`),
    },
    /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcEndpointServiceConfigurations.html */
    reads: listed<
      DescribeVpcEndpointServiceConfigurationsRequest,
      DescribeVpcEndpointServiceConfigurationsResult,
      ServiceConfiguration
    >({
      operation: 'DescribeVpcEndpointServiceConfigurations',
      by: 'ServiceIds',
      answer: 'ServiceConfigurations',
      tags: true,
      filters: ['service-id', 'service-name'],
    }),
  },
);

function newEndpointService(given: EndpointServiceSeed, { region, ids }: Making): ServiceConfiguration {
  const id = given.ServiceId ?? ids.next('vpce-svc');
  return {
    ServiceName: `com.amazonaws.vpce.${region}.${id}`,
    ServiceState: 'Available',
    ServiceType: [{ ServiceType: 'Interface' }],
    AcceptanceRequired: true,
    ManagesVpcEndpoints: false,
    ...(given as Partial<ServiceConfiguration>),
    ServiceId: id,
  };
}

/** Of an endpoint, or of a whole service. */
export const endpointNotifications = plainKind<
  'endpointNotification',
  Seed<ConnectionNotification>,
  ConnectionNotification
>('endpointNotification', {
  make: (given, { ids, account, region }) => ({
    ConnectionNotificationId: ids.next('vpce-nfn'),
    ConnectionNotificationType: 'Topic',
    ConnectionNotificationArn: `arn:aws:sns:${region}:${account.id}:endpoints`,
    ConnectionEvents: ['Accept', 'Reject'],
    ConnectionNotificationState: 'Enabled',
    ...(given as Partial<ConnectionNotification>),
  }),
  keyOf: ({ ConnectionNotificationId }) => ConnectionNotificationId,
  tagged: {
    prefix: 'vpce-nfn',
    type: 'vpc-endpoint-connection-notification',
    malformed: 'InvalidConnectionNotification',
    notFound: ([id]) => new AwsError('InvalidConnectionNotification', `The notification ${id} does not exist`),
  },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVpcEndpointConnectionNotifications.html */
  reads: listed<
    DescribeVpcEndpointConnectionNotificationsRequest,
    DescribeVpcEndpointConnectionNotificationsResult,
    ConnectionNotification
  >({
    operation: 'DescribeVpcEndpointConnectionNotifications',
    by: 'ConnectionNotificationId',
    answer: 'ConnectionNotificationSet',
  }),
});
