import type { Measured } from '../../../../core/measured/metric.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import { isLastOf, madeAt } from '../../resources/lastImages.ts';
import { ownPlace } from '../../wire/places.ts';
import { read } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { measuredUse } from '../measured/measuredUse.ts';
import { plainSource } from '../plainSource.ts';

/** One attribute a call. AWS would refuse the end of a protected one; the stop, too, is of a person who wants it to stay. */
const PROTECTIONS = [
  { Attribute: 'disableApiTermination', member: 'DisableApiTermination', words: 'its termination protection' },
  { Attribute: 'disableApiStop', member: 'DisableApiStop', words: 'its stop protection' },
] as const;

/** No listing returns attributes. Any value but `false` protects. */
export const instanceProtection = eachSource({
  name: 'instanceProtection',
  summary: 'Its protection from termination and from being stopped. Holystone never switches them off.',
  calls: [ec2.describeInstanceAttribute],
  reading:
    (target) =>
    async ({ id: InstanceId }) => {
      const found: FindingOfOne[] = [];
      for (const { Attribute, member, words } of PROTECTIONS) {
        const what = `reading ${words.replace('its ', 'the ')} of ${InstanceId}`;
        const answer = await read(target, ec2.describeInstanceAttribute, what, { InstanceId, Attribute });
        const value = answer[member]?.Value;
        if (value === undefined) found.push({ says: 'unknown', by: `AWS did not report ${words}` });
        else if (value) found.push({ says: 'used', by: words });
      }
      return found;
    },
});

/**
 * Whoever makes images of a stopped instance needs it: the golden one that images are made from, or one that a backup plan
 * saves, which has its instances in no list but that of their tags. AWS says what an image was made of since 2024.
 */
export const imagesMadeOfIt = plainSource({
  name: 'imagesMadeOfIt',
  summary:
    'Images that were made of the instance, by people, builds or backup plans, deprecated and disabled ones included: the last one counts as a use at its date, one without a date as a use of now. The last image that Holystone made is none.',
  places: ownPlace,
  reads: ec2.describeImages,
  what: 'reading the images made of instances',
  find(image) {
    const { SourceInstanceId: alias, ImageId = 'without id', Name = '' } = image;
    if (!alias || isLastOf(image, alias)) return [];
    const at = madeAt(image);
    const by = `image ${ImageId} "${Name}", made of it`;
    return at > 0 ? { alias, says: 'lastUsed', by, at } : { alias, says: 'used', by };
  },
});

/**
 * EC2 publishes it only while the instance runs, so a day with a value, also with 0, is one on which it ran:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/viewing_metrics_with_cloudwatch.html. Silence says nothing of a running one,
 * and of a stopped one it is what there has to be.
 */
const METRIC = {
  namespace: 'AWS/EC2',
  name: 'CPUUtilization',
  stat: 'Maximum',
  unit: 'percent',
  words: '% of its processors',
  useFrom: 'any',
} as const;

/** The last day on which it ran, whatever AWS says about its stop. */
export const lastRun = measuredUse<InstanceResource>({
  name: 'lastRun',
  isOnlyProof: true,
  summary:
    'Its processors in CloudWatch (`CPUUtilization`), which has a value for each day on which it ran: the last one, of the last 455 days, counts as its last use. CloudWatch charges for the metric.',
  reading: 'reading when instances ran',
  measuredOf({ id: InstanceId, createdAt }): Measured {
    const since = createdAt?.getTime();
    return {
      what: 'work',
      sets: [{ metrics: [{ ...METRIC, dimensions: { InstanceId } }] }],
      silence: { means: 'zero', noWitness: 'a stopped instance sends nothing' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
