/** How file systems are listed and read again, with their access points, which a call of its own lists. */
import type { AccessPointDescription } from '@aws-sdk/client-efs';
import { efs } from '../../calls/efs.ts';
import type { DescribedFileSystem } from '../../resources/fileSystem.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { list, pages, read, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** All calls of both ways; the first is the listing that each begins with. */
export const FILE_SYSTEM_READS = {
  api: efs.describeFileSystems.api,
  calls: [efs.describeFileSystems, efs.describeAccessPoints],
  all,
  some,
} as const;

async function* all(target: CallScope): AsyncGenerator<readonly DescribedFileSystem[]> {
  let points: ReadonlyMap<string, readonly AccessPointDescription[]> | undefined;
  for await (const page of pages(target, efs.describeFileSystems, 'listing file systems')) {
    // After the first page: a place without a file system needs no second call.
    if (page.length > 0)
      points ??= byFileSystem(await allOf(pages(target, efs.describeAccessPoints, 'listing access points')));
    yield page.map((fileSystem) => ({ fileSystem, accessPoints: points?.get(fileSystem.FileSystemId ?? '') ?? [] }));
  }
}

function byFileSystem(
  points: readonly AccessPointDescription[],
): ReadonlyMap<string, readonly AccessPointDescription[]> {
  const found = new Map<string, AccessPointDescription[]>();
  for (const point of points) {
    const { FileSystemId: of = '' } = point;
    const known = found.get(of);
    if (known) known.push(point);
    else found.set(of, [point]);
  }
  return found;
}

/** @throws the SDK's own errors, ReadError */
async function some(target: CallScope, ids: readonly string[]): Promise<readonly DescribedFileSystem[]> {
  const found: DescribedFileSystem[] = [];
  for (const FileSystemId of ids) {
    const what = `reading file system ${FileSystemId}`;
    for (const fileSystem of await list(target, efs.describeFileSystems, what, { FileSystemId })) {
      const points = pages(target, efs.describeAccessPoints, `reading access points of ${FileSystemId}`, {
        FileSystemId,
      });
      // It may vanish in between: then it is not known, and the next read says that it is gone.
      found.push({ fileSystem, accessPoints: await allOf(points) });
    }
  }
  return found;
}

/** The calls of {@link whole}. */
export const FILE_SYSTEM_DESCRIBES = [
  efs.describeFileSystemPolicy,
  efs.describeLifecycleConfiguration,
  efs.describeBackupPolicy,
] as const;

/** With what a restore needs that the listing does not say. @throws ReadError */
export async function whole(target: CallScope, one: DescribedFileSystem): Promise<DescribedFileSystem> {
  const { FileSystemId = '' } = one.fileSystem;
  const of = { FileSystemId };
  const policy = await unlessGone(
    read(target, efs.describeFileSystemPolicy, `reading the policy of ${FileSystemId}`, of),
  );
  const lifecycle = await readList(
    target,
    efs.describeLifecycleConfiguration,
    `reading the lifecycle of ${FileSystemId}`,
    of,
  );
  const daily = await unlessGone(
    read(target, efs.describeBackupPolicy, `reading the backup policy of ${FileSystemId}`, of),
  );
  const { Policy } = policy ?? {};
  const { Status } = daily?.BackupPolicy ?? {};
  return { ...one, lifecycle, ...(Policy && { policy: Policy }), ...(Status && { dailyBackups: Status }) };
}
