import * as module from '@aws-sdk/client-m2';
import { answered, answerOf } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  size: 'maxResults',
  token: 'nextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 2000, otherwise: 100 },
});

export function mainframe(): Service {
  return service(
    module,
    module.M2Client,
  )({
    ListApplications: listing(answered(), { answer: 'applications' }),
    ListEnvironments: listing(answered(), { answer: 'environments' }),
    GetApplication: ({ applicationId }, call) => answerOf(call, 'applicationId', applicationId),
    GetEnvironment: ({ environmentId }, call) => answerOf(call, 'environmentId', environmentId),
  });
}
