/**
 * Looks at every object of the environment, and at every request that would change one, with the source and the mails at
 * hand. It knows nothing of the program that it judges.
 */
import type { AskedOfCluster } from '../kubernetes/server.ts';
import type { SunkMessage } from '../mail/message.ts';
import type { SeededEnvironment } from './kubernetesSeed.ts';
import { noticesIn } from './notices.ts';
import type { Violation } from './oracle.ts';

export interface EnvironmentStory {
  readonly seeded: SeededEnvironment;
  /** The objects of the cluster at the end: id → uid. */
  readonly now: ReadonlyMap<string, string>;
  /** Every request that the cluster got, in order. */
  readonly requests: readonly AskedOfCluster[];
  /** The id that a path names. */
  readonly idOf: (path: string) => string | undefined;
  readonly mails: readonly SunkMessage[];
  readonly retentionMs: number;
}

export interface EnvironmentJudgement {
  readonly violations: readonly Violation[];
  readonly deleted: number;
  /** How many objects and requests it looked at. */
  readonly looked: number;
}

export function judgeEnvironment(story: EnvironmentStory): EnvironmentJudgement {
  const { seeded, now, requests } = story;
  const writes = requests.filter(({ method }) => method !== 'GET');
  const mayEnd = (id: string) => seeded.going.has(id) || seeded.withIt.has(id);
  const lost = [...seeded.all].filter(([id, uid]) => now.get(id) !== uid);
  const violations = [
    ...lost.filter(([id]) => !mayEnd(id)).map(([id]) => wrong(`${id} is gone, and had to stay`)),
    ...inRequests(story, writes),
  ];
  const deleted = lost.filter(([id]) => seeded.going.has(id)).length;
  return { violations, deleted, looked: seeded.all.size + writes.length };
}

/** Only objects that must go were deleted: long enough after the mail, unchanged since then, and in order. */
function inRequests(story: EnvironmentStory, writes: readonly AskedOfCluster[]): readonly Violation[] {
  const { seeded, retentionMs } = story;
  const notifiedAt = firstMails(story);
  const gone = new Set<string>();
  return writes.flatMap((request) => {
    const id = request.method === 'DELETE' ? story.idOf(request.url.split('?')[0] ?? '') : undefined;
    if (id === undefined) return [wrong(`${request.method} ${request.url} was sent`)];
    const first = seeded.going.get(id);
    if (!first) return [wrong(`a deletion of ${id} was asked for, and it had to stay`)];
    const { dryRun, preconditions = {} } = optionsOf(request);
    if (dryRun || request.status >= 300) return [];
    const missing = first.filter((one) => !gone.has(one));
    gone.add(id);
    const notified = (notifiedAt.get(id) ?? Number.POSITIVE_INFINITY) + retentionMs <= request.at;
    return [
      ...(notified ? [] : [wrong(`${id} was deleted before a mail about it was old enough`)]),
      ...(preconditions.uid === seeded.all.get(id) ? [] : [wrong(`${id} was deleted without its uid`)]),
      ...(preconditions.resourceVersion ? [] : [wrong(`${id} was deleted without its version`)]),
      ...(missing.length === 0 ? [] : [wrong(`${id} was deleted before ${missing.join(', ')}`)]),
    ];
  });
}

function firstMails({ mails }: EnvironmentStory): ReadonlyMap<string, number> {
  const notices = mails.flatMap(noticesIn).toReversed();
  return new Map(notices.map(({ id, receivedAt }) => [id, receivedAt]));
}

interface Options {
  readonly dryRun?: readonly string[];
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

function optionsOf({ body }: AskedOfCluster): Options {
  return body === '' ? {} : (JSON.parse(body) as Options);
}

function wrong(what: string): Violation {
  return { rule: 'kubernetes', what };
}
