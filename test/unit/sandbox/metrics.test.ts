import { CloudWatchClient, GetMetricStatisticsCommand } from '@aws-sdk/client-cloudwatch';
import { expect, test } from '@jest/globals';
import { client, PLACE, sandbox } from './fixture.ts';

const HOUR = 3_600_000;
const METRIC = { Namespace: 'AWS/EC2', MetricName: 'NetworkIn' };

test('statistics begin their periods at StartTime, and a period without values is not answered', async () => {
  const running = await sandbox();
  const from = Date.now() - 10 * HOUR;
  const point = (hours: number, value: number) => ({ at: new Date(from + hours * HOUR).toISOString(), value });
  const points = [point(0.5, 1), point(0.9, 3), point(2.5, 4), point(11, 5)];
  running.control.addMetrics(PLACE, [{ namespace: 'AWS/EC2', name: 'NetworkIn', dimensions: {}, points }]);
  const cloudWatch = client(running, CloudWatchClient);
  const asked = { ...METRIC, StartTime: new Date(from), EndTime: new Date(from + 10 * HOUR), Period: 3600 };
  const answer = async (Statistics: ('Maximum' | 'Sum')[]) => {
    const { Datapoints } = await cloudWatch.send(new GetMetricStatisticsCommand({ ...asked, Statistics }));
    return Datapoints?.map(({ Timestamp, Maximum, Sum }) => [(Timestamp?.getTime() ?? 0) - from, Maximum ?? Sum]);
  };
  expect(await answer(['Maximum'])).toEqual([
    [0, 3],
    [2 * HOUR, 4],
  ]);
  expect(await answer(['Sum'])).toEqual([
    [0, 4],
    [2 * HOUR, 4],
  ]);
});
