import { flink } from '../../calls/flink.ts';
import { describedSource } from './describedSource.ts';

/** An application that is not running has no network interface; the next start takes these groups. */
export const flinkApplications = describedSource({
  name: 'flinkApplications',
  summary:
    'Applications of Managed Service for Apache Flink in every state, in every account, by every id of a security group in their description.',
  lists: flink.listApplications,
  describes: flink.describeApplication,
  what: 'reading the security groups of Flink applications',
  by: { ApplicationName: 'ApplicationName' },
  has: 'ApplicationDetail',
  user: ({ ApplicationName: name, ApplicationStatus: status }) =>
    `Flink application ${name} (${status ?? 'status not known'})`,
});
