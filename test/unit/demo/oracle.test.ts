import { describe, expect, test } from '@jest/globals';
import { DEV, OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import type { OracleInput } from '../../../sandbox/demo/facts.ts';
import type { Intervention } from '../../../sandbox/demo/interventions.ts';
import { judge } from '../../../sandbox/demo/oracle.ts';
import { kept, keyOf } from '../../../sandbox/demo/truth.ts';
import {
  AT,
  callLog,
  checkOf,
  cleanRun,
  deletionOf,
  GROUP,
  IMAGE,
  KEY,
  mailAbout,
  OTHER,
  REGION,
  USED,
} from '../../support/demoLog.ts';

/** The names of the rules that were broken, each once. */
function broken(change: Partial<OracleInput>): readonly string[] {
  return [...new Set(judge(cleanRun(change)).violations.map(({ rule }) => rule))];
}

/** As the clean run, with these calls besides or instead. */
const calls = (...more: Parameters<typeof callLog>[0]) => callLog([...checkOf([IMAGE], AT.read), ...more]);
const deleted = deletionOf(IMAGE, AT.deleted);

describe('a clean run has no violations', () => {
  test('one image, from its mail to its deletion', () => {
    expect(judge(cleanRun())).toEqual({ violations: [], missing: [OTHER, GROUP], deleted: 1 });
  });

  test('a group is read by name, in its own account only', () => {
    const log = callLog([...checkOf([GROUP], AT.read), deletionOf(GROUP, AT.deleted)]);
    expect(broken({ calls: log, mails: [mailAbout([GROUP])] })).toEqual([]);
  });

  test('a request to learn about permissions changes nothing', () => {
    const asked = { ...deletionOf(USED, AT.deleted), dryRun: true, status: 412, error: 'DryRunOperation' };
    expect(broken({ calls: calls(deleted, asked) })).toEqual([]);
  });

  test('named only in the attached list', () => {
    const [iso, url] = [new Date(AT.shown).toISOString(), 'http://127.0.0.1:1/o/x'];
    const content = `"name","id","type","account","location","deletion_at","keep_url"\r\n"a ""b"", c","${IMAGE.id}","image","${PROD.name}","${REGION}","${iso}","${url}"\r\n`;
    const attachments = [{ filename: 'resources.csv', contentType: 'text/csv', content }];
    expect(broken({ mails: [{ ...mailAbout([OTHER]), attachments }] })).toEqual([]);
  });
});

describe('resources that may be touched', () => {
  test('deleting a resource that must be kept, refused or not', () => {
    const refused = { ...deletionOf(USED, AT.deleted + 1), status: 400, error: 'OperationNotPermitted' };
    expect(broken({ calls: calls(...checkOf([USED], AT.read), deleted, refused) })).toContain('mustKeep');
  });

  test('deleting a resource that the seed does not know', () => {
    const stranger = deletionOf({ ...IMAGE, id: 'ami-0ddddddddddddddd4' }, AT.deleted);
    expect(broken({ calls: calls(stranger) })).toContain('mustKeep');
  });

  test('deleting with force, or with the snapshots', () => {
    const log = callLog([...checkOf([GROUP], AT.read), deletionOf(GROUP, AT.deleted, { ForceDelete: true })]);
    expect(broken({ calls: log, mails: [mailAbout([GROUP])] })).toEqual(['force']);
    expect(broken({ calls: calls(deletionOf(IMAGE, AT.deleted, { DeleteAssociatedSnapshots: true })) })).toEqual([
      'force',
    ]);
  });

  test('deleting twice', () => {
    const again = { ...deletionOf(IMAGE, AT.deleted + 500), status: 400, error: 'InvalidAMIID.NotFound' };
    expect(broken({ calls: calls(deleted, again) })).toEqual(['twice']);
  });

  test('a second try after a failed one is no second deletion', () => {
    const failed = { ...deletionOf(IMAGE, AT.deleted - 100), status: 503, error: 'RequestLimitExceeded' };
    expect(broken({ calls: calls(failed, deleted) })).toEqual([]);
  });

  test('any other call that changes something', () => {
    const detach = { operation: 'DetachVolume', input: { VolumeId: 'vol-1' }, at: AT.deleted };
    expect(broken({ calls: calls(deleted, detach) })).toEqual(['unexpectedCall']);
  });

  test('a restored resource comes back by one call, is tagged, and is not deleted again', () => {
    const id = 'snap-1';
    const here = { account: IMAGE.account, region: IMAGE.region };
    const key = keyOf({ ...here, type: 'snapshot', id });
    const back = { operation: 'RestoreSnapshotFromRecycleBin', input: { SnapshotId: id }, at: AT.deleted };
    const restored = { kind: 'restored', key, at: AT.deleted - 1 } as const;
    expect(broken({ calls: calls(deleted, back), interventions: [restored] })).toEqual([]);
    expect(broken({ calls: calls(deleted, back) })).toEqual(['unexpectedCall']);
    const again = { operation: 'DeleteSnapshot', input: { SnapshotId: id }, at: AT.deleted + 1_000 };
    expect(broken({ calls: calls(deleted, back, again), interventions: [restored] })).toContain('restored');
  });

  const ResourceArn = `arn:aws:elasticfilesystem:${REGION}:${PROD.id}:file-system/fs-1`;
  const ResourceARN = `arn:aws:fsx:${REGION}:${PROD.id}:file-system/fs-1`;

  test.each([
    ['unused', 'fileSystem', ['Backup', 'StartBackupJob', { ResourceArn }], ['EFS', { ResourceId: 'fs-1' }]],
    ['mustKeep', 'fileSystem', ['Backup', 'StartBackupJob', { ResourceArn }], ['EFS', { ResourceId: 'fs-1' }]],
    ['unused', 'windowsFileSystem', ['FSx', 'CreateBackup', { FileSystemId: 'fs-1' }], ['FSx', { ResourceARN }]],
    ['mustKeep', 'windowsFileSystem', ['FSx', 'CreateBackup', { FileSystemId: 'fs-1' }], ['FSx', { ResourceARN }]],
  ] as const)('what is saved before its end is unused: one that is %s, a %s', (kind, type, asked, [api, named]) => {
    const truth = kind === 'unused' ? ({ kind } as const) : kept('inUse', 'a function mounts it');
    const files = { ...IMAGE, type, id: 'fs-1', name: 'models', truth } as const;
    const saving = { api: asked[0], operation: asked[1], input: asked[2], at: AT.deleted };
    const Tags = [{ Key: 'holystone:quarantine', Value: '2026-05-04T10:00:00Z' }];
    const tag = { api, operation: 'TagResource', input: { ...named, Tags }, at: AT.deleted + 1 };
    const judged = broken({ resources: [IMAGE, files], calls: calls(deleted, saving, tag) });
    expect(judged).toEqual(kind === 'unused' ? [] : ['unexpectedCall']);
  });

  test('a keep tag is written on opted-out resources only', () => {
    const tag = (id: string, Key = 'holystone:keep') => ({
      operation: 'CreateTags',
      input: { Resources: [id], Tags: [{ Key, Value: 'always' }] },
      at: AT.mailed + 900,
    });
    const chosen = optOut({ key: keyOf(OTHER) });
    expect(broken({ calls: calls(tag(OTHER.id)), interventions: [chosen] })).toEqual([]);
    expect(broken({ calls: calls(tag(OTHER.id, 'holystone:keep-by')), interventions: [chosen] })).toEqual([]);
    expect(broken({ calls: calls(tag(OTHER.id, 'Name')), interventions: [chosen] })).toEqual(['unexpectedCall']);
    expect(broken({ calls: calls(tag(IMAGE.id)), interventions: [chosen] })).toEqual(['unexpectedCall']);
  });

  test('more on one day than the pace lets', () => {
    const paced: Intervention = { kind: 'paced', place: IMAGE, type: 'image', perDay: 1 };
    const both = callLog([
      ...checkOf([IMAGE, OTHER], AT.read),
      deletionOf(IMAGE, AT.deleted),
      deletionOf(OTHER, AT.deleted + 1),
    ]);
    const mails = [mailAbout([IMAGE, OTHER])];
    expect(broken({ calls: both, mails, interventions: [paced] })).toEqual(['overPace']);
    expect(broken({ calls: both, mails, interventions: [{ ...paced, perDay: 2 }] })).toEqual([]);
  });

  test('more on one day, from an instant on, than the fleet is let', () => {
    const limited: Intervention = { kind: 'limited', at: AT.read, perDay: 1 };
    const both = callLog([
      ...checkOf([IMAGE, OTHER], AT.read),
      deletionOf(IMAGE, AT.deleted),
      deletionOf(OTHER, AT.deleted + 1),
    ]);
    const mails = [mailAbout([IMAGE, OTHER])];
    expect(broken({ calls: both, mails, interventions: [limited] })).toEqual(['overLimit']);
    expect(broken({ calls: both, mails, interventions: [{ ...limited, perDay: 2 }] })).toEqual([]);
    expect(broken({ calls: both, mails, interventions: [{ ...limited, at: AT.deleted }] })).toEqual([]);
  });

  test('a dry run that writes, or mails', () => {
    expect(broken({ dryRun: true })).toEqual(['dryRun']);
    expect(broken({ dryRun: true, calls: [] })).toEqual(['dryRun']);
    expect(broken({ dryRun: true, calls: callLog(checkOf([IMAGE], AT.read)), mails: [] })).toEqual([]);
  });
});

describe('the messages to owners', () => {
  test('nobody was notified', () => {
    expect(broken({ mails: [] })).toContain('unnoticed');
  });

  test('only another person got the notice', () => {
    expect(broken({ mails: [mailAbout([IMAGE], { to: OWNERS.data })] })).toContain('unnoticed');
  });

  test('the mail named another, or the same id elsewhere', () => {
    expect(broken({ mails: [mailAbout([OTHER])] })).toContain('unnoticed');
    expect(broken({ mails: [mailAbout([{ ...IMAGE, account: DEV.id }])] })).toContain('unnoticed');
  });

  test('the mail came after the deletion', () => {
    expect(broken({ mails: [mailAbout([IMAGE], { at: AT.deleted + 1 })] })).toContain('unnoticed');
  });

  test('deleted before the date in the mail', () => {
    expect(broken({ mails: [mailAbout([IMAGE], { shownAt: AT.deleted + 1 })] })).toContain('beforeDate');
  });

  test('deleted before its retention was over', () => {
    expect(broken({ mails: [mailAbout([IMAGE], { at: AT.deleted - 19_999 })] })).toEqual(['beforeRetention']);
  });

  test('a resource without an owner has a longer retention', () => {
    const unowned = { ...IMAGE, owner: OWNERS.fallback, unowned: true };
    expect(broken({ resources: [unowned], mails: [mailAbout([unowned])] })).toEqual(['beforeRetention']);
  });

  test('an owner got a notice about a resource that must be kept', () => {
    expect(broken({ mails: [mailAbout([IMAGE, USED])] })).toEqual(['wronglyNotified']);
  });

  test('nobody got a notice about a replacement of the same name', () => {
    const interventions: Intervention[] = [{ kind: 'replaced', key: KEY, at: AT.mailed + 5_000 }];
    expect(broken({ interventions })).toEqual(['unnoticed']);
    const notified = mailAbout([IMAGE], { at: AT.mailed + 6_000, shownAt: AT.deleted });
    expect(broken({ interventions, retentionMs: 15_000, mails: [mailAbout([IMAGE]), notified] })).toEqual([]);
  });

  test('marked while evidence could not be read', () => {
    const unreadable: Intervention = {
      kind: 'unreadable',
      keys: [KEY],
      from: AT.mailed - 5_000,
      until: AT.mailed + 5_000,
    };
    expect(broken({ interventions: [unreadable] })).toEqual(['notifiedUnread']);
    expect(broken({ interventions: [{ ...unreadable, until: AT.mailed }] })).toEqual([]);
  });
});

function optOut(change: Partial<Extract<Intervention, { kind: 'optedOut' }>> = {}): Intervention {
  const [askedAt, confirmedAt] = [AT.mailed + 500, AT.mailed + 600];
  return { kind: 'optedOut', key: KEY, askedAt, confirmedAt, answer: 'kept', ...change };
}

describe('the check before a deletion', () => {
  test('opted out, and the page confirmed it', () => {
    expect(broken({ interventions: [optOut()] })).toEqual(['optedOut']);
  });

  test('a late opt-out, or one answered as late, is no breach', () => {
    expect(broken({ interventions: [optOut({ confirmedAt: AT.deleted + 1 })] })).toEqual([]);
    expect(broken({ interventions: [optOut({ answer: 'begun' })] })).toEqual([]);
  });

  test('in use again before the batch was read', () => {
    expect(broken({ interventions: [{ kind: 'usedAgain', key: KEY, at: AT.read - 1 }] })).toEqual(['usedAgain']);
  });

  test('in use again after that could be missed', () => {
    expect(broken({ interventions: [{ kind: 'usedAgain', key: KEY, at: AT.read }] })).toEqual([]);
  });

  test('deleted while evidence about it could not be read', () => {
    const lost: Intervention = { kind: 'unreadable', keys: [KEY], from: AT.shown };
    expect(broken({ interventions: [lost] })).toEqual(['unread']);
    expect(broken({ interventions: [{ ...lost, until: AT.deleted }] })).toEqual([]);
  });

  test('not read again, or not since its date', () => {
    expect(broken({ calls: callLog([deleted]) })).toEqual(['unchecked']);
    expect(broken({ calls: callLog([...checkOf([IMAGE], AT.shown - 100), deleted]) })).toEqual(['unchecked']);
  });

  test.each(
    checkOf([IMAGE], AT.read)
      .slice(1, -1)
      .map(({ operation, account = PROD.id }) => ({ operation, account })),
  )('judged without $operation in $account since its date', ({ operation, account }) => {
    const others = checkOf([IMAGE], AT.read).filter(
      (call) => call.operation !== operation || (call.account ?? PROD.id) !== account,
    );
    expect(broken({ calls: callLog([...others, deleted]) })).toEqual(['unchecked']);
  });

  test('a disabled image has no launch permissions that could be asked for', () => {
    const others = checkOf([IMAGE], AT.read).filter(({ operation }) => operation !== 'DescribeImageAttribute');
    const resources = [{ ...IMAGE, disabled: true as const }];
    expect(broken({ resources, calls: callLog([...others, deleted]) })).toEqual([]);
  });

  test.each(['stopped', 'held'] as const)(
    'the oracle reports a deletion after the resource was %s, but not one whose request was already under way',
    (kind) => {
      const why = 'Redis may lose what it stores';
      expect(broken({ interventions: [{ kind, at: AT.deleted - 1_001, why }] })).toEqual([kind]);
      expect(broken({ interventions: [{ kind, at: AT.deleted - 1_000, why }] })).toEqual([]);
    },
  );

  test.each(checkOf([GROUP], AT.read).slice(2))('a group judged without $operation about it', ({ operation }) => {
    const mails = [mailAbout([GROUP])];
    const others = checkOf([GROUP], AT.read).filter((call) => call.operation !== operation);
    const about = { operation, input: { AutoScalingGroupName: 'another' }, at: AT.read, account: DEV.id };
    expect(broken({ mails, calls: callLog([...others, about, deletionOf(GROUP, AT.deleted)]) })).toEqual(['unchecked']);
  });

  test('two passes at once: a listing between two deletions of one batch', () => {
    const listing = { operation: 'DescribeImages', input: { Owners: ['self'] }, at: AT.deleted + 50 };
    const batch = [...checkOf([IMAGE, OTHER], AT.read), deleted, deletionOf(OTHER, AT.deleted + 100)];
    const mails = [mailAbout([IMAGE, OTHER])];
    expect(broken({ mails, calls: callLog([...batch, listing]) })).toEqual(['overlap']);
    expect(broken({ mails, calls: callLog(batch) })).toEqual([]);
    expect(broken({ mails, calls: callLog([...batch, { ...listing, account: DEV.id }]) })).toEqual([]);
  });

  test('two batches one after the other are none', () => {
    const second = checkOf([OTHER], AT.deleted + 10);
    const log = callLog([
      ...checkOf([IMAGE, OTHER], AT.read),
      deleted,
      ...second,
      deletionOf(OTHER, AT.deleted + 1_000),
    ]);
    expect(broken({ mails: [mailAbout([IMAGE, OTHER])], calls: log })).toEqual([]);
  });
});

describe('deletions that are missing at the end', () => {
  const missing = (...interventions: Intervention[]) =>
    judge(cleanRun({ interventions })).missing.map(({ name }) => name);

  test('every unused resource that still exists', () => {
    expect(missing()).toEqual([OTHER.name, GROUP.name]);
  });

  test('but not a resource with a reason to stay', () => {
    const key = keyOf(OTHER);
    expect(missing(optOut({ key }))).toEqual([GROUP.name]);
    expect(missing({ kind: 'usedAgain', key, at: AT.mailed })).toEqual([GROUP.name]);
    expect(missing({ kind: 'unreachable', keys: [key] })).toEqual([GROUP.name]);
    expect(missing({ kind: 'unreadable', keys: [key], from: AT.mailed })).toEqual([GROUP.name]);
    expect(missing({ kind: 'unreadable', keys: [key], from: AT.mailed, until: AT.shown })).toEqual([
      OTHER.name,
      GROUP.name,
    ]);
  });

  test('a deletion that waits for the next day, once the pace of this one is reached', () => {
    expect(missing({ kind: 'paced', place: IMAGE, type: 'image', perDay: 1 })).toEqual([GROUP.name]);
    expect(missing({ kind: 'paced', place: IMAGE, type: 'image', perDay: 2 })).toEqual([OTHER.name, GROUP.name]);
  });
});
