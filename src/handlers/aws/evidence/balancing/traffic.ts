import { measuredUse } from '../measured/measuredUse.ts';
import { trafficOf } from './trafficMetrics.ts';

/** The last day with traffic. Traffic below the limits of the configuration is told, and no use. */
export const traffic = measuredUse({
  name: 'traffic',
  summary:
    'Its traffic in CloudWatch, without health checks: the last day with any, of the last 455 days, counts as its last use; `unusedFor` may say how much is any (`below`), or that it does not matter (`off`). CloudWatch charges for each metric.',
  reading: 'reading the traffic of load balancers',
  measuredOf: trafficOf,
});
