/** Launch templates, configurations and spot requests as users of security groups: their next launch needs the groups they name. */
import type { GroupIdentifier } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../../core/common/finding.ts';
import { collecting } from '../../../contract/collecting.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { autoScaling } from '../../calls/autoScaling.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { groupAlias } from '../../resources/securityGroup.ts';
import { everyAccount, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import { readTemplates } from '../launches/launchTemplates.ts';
import { FLEET_IS_OVER, REQUEST_IS_OVER } from '../launches/spotRequests.ts';
import { plainSource } from '../plainSource.ts';

/** An older version counts too: any of them can be launched. */
export const templateGroups: EvidenceSource = {
  name: 'templateGroups',
  summary:
    'Every version of every launch template, in every account, by the security groups that it names, by id or by name, also those of its network interfaces.',
  permissions: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return collecting(async (found) => {
      for (const { id, name, versions } of await readTemplates(target)) {
        for (const [number, { securityGroups }] of versions) {
          found.add(usesOf(securityGroups, `launch template ${id} "${name}" version ${number}`));
        }
      }
    });
  },
};

export const configurationGroups = plainSource({
  name: 'configurationGroups',
  summary:
    'Launch configurations, whether an Auto Scaling group uses them or not, in every account, by the security groups that they name, by id or by name.',
  places: everyAccount,
  reads: autoScaling.describeLaunchConfigurations,
  what: 'reading the security groups of launch configurations',
  find: ({ LaunchConfigurationName, SecurityGroups = [] }) =>
    usesOf(SecurityGroups, `launch configuration ${LaunchConfigurationName}`),
});

/** A spot fleet whose instance was interrupted has no network interface until it launches the next one. */
export const spotGroups: EvidenceSource = {
  name: 'spotGroups',
  summary:
    'Spot instance requests and spot fleet requests that may still launch, in every account, by the security groups of their launch specifications, by id or by name; their launch templates are read with those.',
  permissions: permissionsOf(ec2.describeSpotFleetRequests, ec2.describeSpotInstanceRequests),
  per: 'location',
  places: everyAccount,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const requests = pages(target, ec2.describeSpotInstanceRequests, 'reading the security groups of spot requests');
    const fleets = pages(target, ec2.describeSpotFleetRequests, 'reading the security groups of spot fleets');
    return collecting(async (found) => {
      await found.attempt(() =>
        found.inPages(requests, ({ SpotInstanceRequestId: id, State = 'state not known', LaunchSpecification }) =>
          REQUEST_IS_OVER.has(State) ? [] : specified(LaunchSpecification, `spot instance request ${id} (${State})`),
        ),
      );
      await found.inPages(
        fleets,
        ({ SpotFleetRequestId: id, SpotFleetRequestState: state = 'state not known', SpotFleetRequestConfig: its }) => {
          if (FLEET_IS_OVER.has(state)) return [];
          const by = `spot fleet request ${id} (${state})`;
          return (its?.LaunchSpecifications ?? []).flatMap((specification) => specified(specification, by));
        },
      );
    });
  },
};

interface Specification {
  readonly SecurityGroups?: readonly GroupIdentifier[] | undefined;
  readonly NetworkInterfaces?: readonly { readonly Groups?: readonly string[] | undefined }[] | undefined;
}

function specified({ SecurityGroups = [], NetworkInterfaces = [] }: Specification = {}, by: string) {
  const own = SecurityGroups.map(({ GroupId, GroupName = '' }) => GroupId || GroupName);
  return usesOf([...own, ...NetworkInterfaces.flatMap(({ Groups = [] }) => Groups)], by);
}

function usesOf(idsOrNames: readonly string[], by: string): readonly Finding[] {
  return idsOrNames.filter((one) => one !== '').map((idOrName) => ({ alias: groupAlias(idOrName), says: 'used', by }));
}
