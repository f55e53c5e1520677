import { DAY_MS } from './families.ts';
import { type Leftovers, ownersIn, type Planned, protectedGroup, resourceOf, tagsOf } from './leftovers.ts';
import { kept, type SeededResource, UNUSED } from './truth.ts';

export function seedTemplates({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<never>[] = [
    { name: 'retired-batch', days: 450, owner: mine, truth: UNUSED },
    { name: 'retired-canary', days: 330, owner: theirs, truth: UNUSED },
    { name: 'retired-spot', days: 350, owner: theirs, truth: kept('inUse', 'an override of a group names it') },
  ];
  const ids = control.addLaunchTemplates(
    place,
    planned.map(({ name: LaunchTemplateName, days, ...one }) => ({
      LaunchTemplateName,
      CreateTime: new Date(now - days * DAY_MS),
      versions: [{ ImageId }, { ImageId }],
      tags: tagsOf({ name: LaunchTemplateName, ...one }),
    })),
  );
  const [first] = control.addLaunchTemplates(place, [{ LaunchTemplateName: 'legacy-mixed', versions: [{ ImageId }] }]);
  const of = (LaunchTemplateId: string | undefined) => ({ LaunchTemplateId, Version: '1' });
  const Overrides = [{ InstanceType: 'm5.large', LaunchTemplateSpecification: of(ids[2]) }];
  const LaunchTemplate = { LaunchTemplateSpecification: of(first), Overrides };
  const group = protectedGroup(control, place, now, 'legacy-spot', { MixedInstancesPolicy: { LaunchTemplate } });
  return [group, ...planned.map((one, index) => resourceOf(place, 'launchTemplate', ids[index] ?? '', one))];
}
