import { ec2 } from '../../calls/ec2.ts';
import { read } from '../../wire/reading.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';

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
