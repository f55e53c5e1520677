import * as module from '@aws-sdk/client-device-farm';
import { answered } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  size: 'maxResult',
  token: 'nextToken',
  badToken: 'ArgumentException',
  limits: { min: 1, max: 100, otherwise: 100 },
});

export function deviceFarm(): Service {
  return service(
    module,
    module.DeviceFarmClient,
  )({ ListTestGridProjects: listing(answered(), { answer: 'testGridProjects' }) });
}
