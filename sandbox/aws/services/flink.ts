import * as module from '@aws-sdk/client-kinesis-analytics-v2';
import { AwsError } from '../collections/errors.ts';
import { flinkApplications } from '../seeds/idleGroupSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/managed-flink/latest/apiv2/API_ListApplications.html */
const listing = listingsOf({
  size: 'Limit',
  token: 'NextToken',
  badToken: 'InvalidRequestException',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: 'InvalidRequestException',
});

export function flink(): Service {
  return service(
    module,
    module.KinesisAnalyticsV2Client,
  )({
    ListApplications: listing(
      collection(
        rowsOf('flinkApplications'),
        ({ ApplicationName, ApplicationStatus }) =>
          ({ ApplicationName, ApplicationStatus }) as module.ApplicationSummary,
      ),
      { answer: 'ApplicationSummaries' },
    ),

    DescribeApplication({ ApplicationName = '' }, { here }) {
      const found = here.flinkApplications.get(ApplicationName);
      if (found) return { ApplicationDetail: found as module.ApplicationDetail };
      throw new AwsError('ResourceNotFoundException', `Application ${ApplicationName} not found`);
    },

    CreateApplication({ ApplicationName = '', ApplicationConfiguration }, call) {
      const VpcConfigurationDescriptions = (ApplicationConfiguration?.VpcConfigurations ?? []).map(
        ({ SubnetIds, SecurityGroupIds }, index) => ({
          VpcConfigurationId: `${index + 1}.1`,
          VpcId: undefined,
          SubnetIds,
          SecurityGroupIds,
        }),
      );
      const ApplicationConfigurationDescription = { VpcConfigurationDescriptions };
      const made = flinkApplications.make({ ApplicationName, ApplicationConfigurationDescription }, call);
      call.here.flinkApplications.put(ApplicationName, made);
      return { ApplicationDetail: made as module.ApplicationDetail };
    },
  });
}
