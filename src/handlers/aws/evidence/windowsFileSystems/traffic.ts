import type { Measured, Metric } from '../../../../core/measured/metric.ts';
import type { WindowsFileSystemResource } from '../../resources/windowsFileSystem.ts';
import { measuredUse } from '../measured/measuredUse.ts';

/** "For clients accessing the file system", so neither backups nor deduplication: sent of all, whatever their throughput. */
const OF_CLIENTS = [
  { name: 'DataReadBytes', stat: 'Sum', unit: 'bytes', words: 'bytes read or written' },
  { name: 'DataWriteBytes', stat: 'Sum', unit: 'bytes', words: 'bytes read or written' },
  { name: 'MetadataOperations', stat: 'Sum', unit: 'requests', words: 'operations on metadata' },
  // Of a file system of 32 MBps or more.
  { name: 'ClientConnections', stat: 'Maximum', unit: 'connections', words: 'connections at once' },
] as const;

/**
 * https://docs.aws.amazon.com/fsx/latest/WindowsGuide/monitoring-cloudwatch.html has the names: each minute, for one dimension. Whether a
 * file system that nobody uses sends zeros is not documented, and during maintenance none is sent. So a day counts as one without use
 * only if the same server sent its free capacity then, which each sends.
 */
export const windowsFileSystemTraffic = measuredUse<WindowsFileSystemResource>({
  name: 'windowsFileSystemTraffic',
  isOnlyProof: true,
  summary:
    "Its clients in CloudWatch (the day's sums of `DataReadBytes`, `DataWriteBytes` and `MetadataOperations`, and the maximum of `ClientConnections`): the last day with any, of the last 455 days. A day without a value is one without use only where its free capacity (`FreeStorageCapacity`) was measured on it; else it may have been one of use. Backups, deduplication and shadow copies are no clients. CloudWatch charges for the metrics.",
  reading: 'reading the traffic of file systems of FSx',
  measuredOf({ id: FileSystemId, createdAt }): Measured {
    const since = createdAt?.getTime();
    const metric = (of: Omit<Metric, 'namespace' | 'dimensions'>): Metric => ({
      namespace: 'AWS/FSx',
      dimensions: { FileSystemId },
      ...of,
    });
    const free = metric({ name: 'FreeStorageCapacity', stat: 'Maximum', unit: 'bytes', words: 'bytes free' });
    return {
      what: 'use',
      sets: [{ metrics: OF_CLIENTS.map(metric) }],
      silence: { means: 'zero', witnesses: [free] },
      ...(since === undefined || Number.isNaN(since) ? {} : { sinceMs: since }),
    };
  },
});
