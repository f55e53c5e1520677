import { DAY_MS } from './families.ts';
import { type Leftovers, type Planned, protectedGroup, resourceOf } from './leftovers.ts';
import { kept, type SeededResource, UNUSED } from './truth.ts';

/** They have no tags, so no owner. */
export function seedConfigurations({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const name = 'retired-api';
  const planned: readonly Planned<never>[] = [
    { name: 'retired-web-7', days: 700, truth: UNUSED },
    { name: 'retired-web-8', days: 640, truth: UNUSED },
    { name, days: 500, truth: kept('inUse', 'a group would launch from it') },
  ];
  control.addLaunchConfigurations(
    place,
    planned.map(({ name: LaunchConfigurationName, days }) => {
      return { LaunchConfigurationName, ImageId, CreatedTime: new Date(now - days * DAY_MS) };
    }),
  );
  const group = protectedGroup(control, place, now, 'legacy-api', { LaunchConfigurationName: name });
  return [group, ...planned.map((one) => resourceOf(place, 'launchConfiguration', one.name, one))];
}
