import * as module from '@aws-sdk/client-medialive';
import { answered } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'BadRequestException',
  limits: { min: 1, max: 1000, otherwise: 100 },
});

export function mediaLive(): Service {
  return service(
    module,
    module.MediaLiveClient,
  )({
    ListChannels: listing(answered(), { answer: 'Channels' }),
    ListInputSecurityGroups: listing(answered(), { answer: 'InputSecurityGroups' }),
  });
}
