// An account of the size that the aims speak of, in the sandbox. Use is known by construction.
import { ACCOUNT, REGION } from '../contest.mjs';

const DAY = 86_400_000;
const OLD = new Date(Date.now() - 400 * DAY).toISOString();
const TAGS = { owner: 'ann@example.com', team: 'web', env: 'prod', app: 'shop', build: '4711', commit: 'a1b2c3d' };

export const FULL = { images: 20_000, instances: 100_000, groups: 2_000, templates: 2_500, unused: 200 };
export const QUICK = { images: 1_000, instances: 5_000, groups: 100, templates: 125, unused: 20 };

const hex = (kind, index) => `${kind}-0${String(index).padStart(16, '0')}`;
const imageId = (index) => hex('ami', index);

/** The last `unused` images have no user; two versions of each template make up the template versions. */
export function seed(control, { images, instances, groups, templates, unused }) {
  const place = { account: ACCOUNT, region: REGION };
  const used = images - unused;
  add(
    images,
    (index) => ({ ImageId: imageId(index), Name: `app-${index}`, CreationDate: OLD, tags: TAGS }),
    (seeds) => control.addImages(place, seeds),
  );
  add(
    instances,
    (index) => ({ InstanceId: hex('i', index), ImageId: imageId(index % used), tags: TAGS }),
    (seeds) => control.addInstances(place, seeds),
  );
  add(
    templates,
    (index) => ({
      LaunchTemplateId: hex('lt', index),
      LaunchTemplateName: `template-${index}`,
      versions: [{ ImageId: imageId(index % used) }, { ImageId: imageId((index + 1) % used) }],
    }),
    (seeds) => control.addLaunchTemplates(place, seeds),
  );
  add(
    groups,
    (index) => ({
      AutoScalingGroupName: `group-${index}`,
      LaunchTemplate: { LaunchTemplateId: hex('lt', index % templates), Version: '$Latest' },
      tags: TAGS,
    }),
    (seeds) => control.addAutoScalingGroups(place, seeds),
  );
}

/** A thousand at a time: so many seeds at once would cost more memory than the resources themselves. */
function add(count, make, put) {
  for (let from = 0; from < count; from += 1000) {
    put(Array.from({ length: Math.min(1000, count - from) }, (_, index) => make(from + index)));
  }
}
