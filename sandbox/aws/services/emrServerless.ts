import * as module from '@aws-sdk/client-emr-serverless';
import { AwsError } from '../collections/errors.ts';
import { emrApplications } from '../seeds/idleGroupSeeds.ts';
import { collection, listingsOf, rowsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** https://docs.aws.amazon.com/emr-serverless/latest/APIReference/API_ListApplications.html */
const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 50, otherwise: 50 },
  badSize: 'ValidationException',
});

export function emrServerless(): Service {
  return service(
    module,
    module.EMRServerlessClient,
  )({
    ListApplications: listing(
      collection(
        rowsOf('emrApplications'),
        ({ applicationId: id, name, state }) => ({ id, name, state }) as module.ApplicationSummary,
      ),
      { answer: 'applications' },
    ),

    GetApplication({ applicationId = '' }, { here }) {
      const found = here.emrApplications.get(applicationId);
      if (found) return { application: found as module.Application };
      throw new AwsError('ResourceNotFoundException', `Application ${applicationId} does not exist`, 404);
    },

    CreateApplication({ clientToken: _token, ...given }, call) {
      const made = emrApplications.make(given as Parameters<typeof emrApplications.make>[0], call);
      const { applicationId = '', name } = made;
      call.here.emrApplications.put(applicationId, made);
      return { applicationId, name, arn: undefined };
    },
  });
}
