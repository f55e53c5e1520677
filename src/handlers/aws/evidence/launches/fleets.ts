import type { FleetData } from '@aws-sdk/client-ec2';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { call } from '../../wire/client.ts';
import { pagesOf } from '../../wire/paging.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import type { CallContext } from '../../wire/readError.ts';
import { requireList } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { referencesOfFleet } from './fleetReferences.ts';
import { type Launching, LaunchResolver } from './launchResolver.ts';

/**
 * "does not launch additional instances", and nothing brings one back; its instances are found as instances.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_EventInformation.html. Every other state may launch, or is
 * not said not to (`failed`).
 */
const LAUNCHES_NO_MORE: ReadonlySet<string> = new Set(['deleted', 'deleted_running', 'deleted_terminating']);

/** Instant fleets are not among them: AWS lists none, and none launches twice. */
export const fleets: EvidenceSource = {
  name: 'fleets',
  summary:
    'EC2 fleets that are not deleted, by the launch templates they launch from, the images of those versions and of their overrides, and by the snapshots that overrides name.',
  permissions: permissionsOf(ec2.describeFleets, ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting((found) => new LaunchResolver(target).findInPages(found, fleetPages(target), launching));
  },
};

/** No filter by state: one that is new would be left out. */
function fleetPages(target: CallScope): AsyncIterable<readonly FleetData[]> {
  const doing: CallContext = { target, api: ec2.describeFleets.api, what: 'reading EC2 fleets' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeFleets({ MaxResults: 1000, NextToken }, options),
    );
    return { items: requireList(answer.Fleets, doing), nextToken: answer.NextToken };
  });
}

function launching(fleet: FleetData): Launching | undefined {
  const { FleetId, FleetState: state = 'state not known' } = fleet;
  if (LAUNCHES_NO_MORE.has(state)) return undefined;
  const user = `EC2 fleet ${FleetId} (${state})`;
  return { user, references: referencesOfFleet({ user, configs: fleet.LaunchTemplateConfigs }) };
}
