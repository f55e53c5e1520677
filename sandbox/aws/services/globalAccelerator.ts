import * as module from '@aws-sdk/client-global-accelerator';
import { AwsError } from '../collections/errors.ts';
import { ACCELERATOR_REGION, type AcceleratorRow } from '../seeds/acceleratorSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, plain } from '../store/listing.ts';
import type { Region } from '../store/store.ts';
import { type Service, service } from '../wire/service.ts';

/** "Valid Range: Minimum value of 1. Maximum value of 100." https://docs.aws.amazon.com/global-accelerator/latest/api/API_ListAccelerators.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidNextTokenException',
  limits: { min: 1, max: 100, otherwise: 10 },
  badSize: 'InvalidArgumentException',
});

/** Standard accelerators of an account, with their listeners and endpoint groups. */
export function globalAccelerator(): Service {
  return service(
    module,
    module.GlobalAcceleratorClient,
  )({
    ListAccelerators: listing(
      collection(
        (call) => accountOf(call).accelerators,
        ({ accelerator }) => accelerator,
      ),
      { answer: 'Accelerators' },
    ),

    ListListeners: listing(
      plain((call, { AcceleratorArn = '' }: module.ListListenersCommandInput) => {
        const row = accountOf(call).accelerators.get(AcceleratorArn);
        if (!row) throw new AwsError('AcceleratorNotFoundException', `${AcceleratorArn} does not exist`);
        return numbered(row.listeners.map((_groups, index) => ({ ListenerArn: listenerArn(row, index) })));
      }),
      { answer: 'Listeners' },
    ),

    ListEndpointGroups: listing(
      plain((call, { ListenerArn = '' }: module.ListEndpointGroupsCommandInput) =>
        numbered(endpointGroupsOf(accountOf(call), ListenerArn)),
      ),
      { answer: 'EndpointGroups' },
    ),

    ListCrossAccountAttachments: listing(
      plain((call) => accountOf(call).acceleratorAttachments),
      { answer: 'CrossAccountAttachments' },
    ),
  });
}

/** No other Region has an endpoint, so the sandbox refuses to answer for it. */
function accountOf({ store, account, region }: Call): Region {
  if (region === ACCELERATOR_REGION) return store.region(account.id, ACCELERATOR_REGION);
  throw new AwsError('UnknownEndpoint', `Global Accelerator has no endpoint in ${region}`, 404);
}

function listenerArn({ accelerator }: AcceleratorRow, index: number): string {
  return `${accelerator.AcceleratorArn}/listener/${String(index).padStart(8, '0')}`;
}

function endpointGroupsOf({ accelerators }: Region, arn: string): readonly module.EndpointGroup[] {
  for (const { value: row } of accelerators.view()) {
    const groups = row.listeners.find((_groups, index) => listenerArn(row, index) === arn);
    if (groups) return groups.map((group, index) => endpointGroup(`${arn}/endpoint-group/${index}`, group));
  }
  throw new AwsError('ListenerNotFoundException', `${arn} does not exist`);
}

function endpointGroup(
  EndpointGroupArn: string,
  { region = 'us-east-1', endpoints }: AcceleratorRow['listeners'][number][number],
): module.EndpointGroup {
  const EndpointDescriptions = endpoints.map(
    (EndpointId) => ({ EndpointId, Weight: 128, HealthState: 'HEALTHY' }) as const,
  );
  return { EndpointGroupArn, EndpointGroupRegion: region, EndpointDescriptions, TrafficDialPercentage: 100 };
}
