import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { FileSystemResource } from '../../resources/fileSystem.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/**
 * "There is one connection per mounted Amazon EC2 instance", and a task or a function that mounts for seconds has one, too: of a day
 * the sum shows it. https://docs.aws.amazon.com/efs/latest/ug/efs-metrics.html. Whether silence means none is not documented. While
 * something could reach it, silence is taken for nothing; without a mount target, which is what all clients need, it means none on
 * each day on which its size was measured.
 */
export const fileSystemConnections = measuredUse<FileSystemResource>({
  name: 'fileSystemConnections',
  isOnlyProof: true,
  summary:
    "Its clients and what they write in CloudWatch (the day's sums of `ClientConnections` and `DataWriteIOBytes`): the last day with any, of the last 455 days. A day without a value is one without use only where the file system has no mount target and its size (`StorageBytes`) was measured; else it may have been one of use. What AWS Backup reads is no use, so reads count for nothing without a connection. CloudWatch charges for the metrics.",
  reading: 'reading connections of file systems',
  measuredOf({ id: FileSystemId, createdAt, numberOfMountTargets }): Measured {
    const since = createdAt?.getTime();
    const of = (more: Omit<Metric, 'namespace' | 'dimensions'>, others: Readonly<Record<string, string>> = {}) => ({
      namespace: 'AWS/EFS',
      dimensions: { FileSystemId, ...others },
      ...more,
    });
    const clients = of({ name: 'ClientConnections', stat: 'Sum', unit: 'connections', words: 'connections' });
    const written = of({ name: 'DataWriteIOBytes', stat: 'Sum', unit: 'bytes', words: 'bytes written' });
    const size = of(
      { name: 'StorageBytes', stat: 'Maximum', unit: 'bytes', words: 'bytes stored' },
      { StorageClass: 'Total' },
    );
    return {
      what: 'use',
      sets: [{ metrics: [clients] }, { mayBeSilent: true, metrics: [written] }],
      silence: numberOfMountTargets === 0 ? { means: 'zero', witnesses: [size] } : { means: 'unknown' },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
