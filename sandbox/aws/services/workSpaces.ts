import * as module from '@aws-sdk/client-workspaces';
import { answered } from '../store/answers.ts';
import { listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

const listing = listingsOf({
  token: 'NextToken',
  badToken: 'ValidationException',
  limits: { min: 1, max: 100, otherwise: 100 },
});

export function workSpaces(): Service {
  return service(
    module,
    module.WorkSpacesClient,
  )({ DescribeWorkspaceDirectories: listing(answered(), { answer: 'Directories' }) });
}
