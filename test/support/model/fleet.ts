/** Two instances on one Redis, in a world of things; runs commands, and checks the laws at each step. */

import { type Parts, type Wired, wire } from '../../../src/composition/parts.ts';
import type { Configuration } from '../../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../../src/config/load/loader.ts';
import type { Logger } from '../../../src/core/common/logger.ts';
import type { Digest, SendResult } from '../../../src/core/notice/digest.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import type { PermitAnswer } from '../../../src/core/ports/permits.ts';
import type { MarkStore, Transition } from '../../../src/core/ports/ports.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { type Namespace, namespaceOf } from '../../../src/core/resource/namespace.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { NO_SEAL } from '../../../src/core/resource/seal.ts';
import { providers } from '../../../src/handlers/index.ts';
import { buildPublic } from '../../../src/http/public/publicApp.ts';
import { EvidenceReader, recalculate, sendDigest, storeResponse } from '../../../src/lifecycle/index.ts';
import { bounced } from '../../../src/lifecycle/notice/bounce.ts';
import { dueDigests, dueItemsOf } from '../../../src/queue/dueItems.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { logAudit } from '../../../src/state/redis/audit.ts';
import type { RedisConnection } from '../../../src/state/redis/connection.ts';
import { CONTROL, namespaceKeys, OUTBOX_INDEX } from '../../../src/state/redis/keys.ts';
import { RedisOptOutStore } from '../../../src/state/redis/optOuts.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { ScriptRunner } from '../../../src/state/redis/script.ts';
import { writing } from '../definitions.ts';
import { longestOf } from '../longestOf.ts';
import { oneType } from '../oneType.ts';
import { openedWith } from '../openedWith.ts';
import type { Sabotaged } from '../sabotaged.ts';
import { Closing } from './closing.ts';
import { type Command, type Cut, type Event, IDS, type LOST, type Program, type Work } from './commands.ts';
import { type Configured, DAY, Laws, locationOf, type Sight } from './laws.ts';
import {
  GROUP,
  isInGroup,
  LOCATIONS,
  type Location,
  type Thing,
  Things,
  thingHandler,
  type Watcher,
} from './things.ts';

const HOUR = DAY / 24;
/** Longer than the lifetime of a lock. An instance sleeps for so long. */
const ASLEEP_MS = 40_000;
const FIRST: Configured = {
  live: { here: true, there: true },
  retentionDays: 10,
  noticesOn: true,
  excluded: undefined,
  quarantineDays: undefined,
};

/** The ports whose every call is an effect: an instance may die before or after it. */
const PORTS = [
  'marks',
  'permits',
  'optOuts',
  'passes',
  'lastUsed',
  'outbox',
  'messages',
  'control',
  'definitions',
  'notifier',
] as const;
/** The calls by which a pass writes; a dry run must make none. People's own decisions are no pass. */
const WRITES = new Set(['marks.apply', 'permits.request', 'outbox.put', 'definitions.write']);

/** All of Redis except its locks, and the places where surveys had found users by then. */
interface Backup {
  readonly rows: readonly { readonly key: string; readonly ttl: number; readonly value: Buffer }[];
  readonly foundUsers: readonly Location[];
}

class Dead extends Error {
  override readonly name = 'Dead';
}

/** In the past: where Redis's own clock also counts for a date, ours then decides. */
export const START = Math.floor(Date.now() / DAY) * DAY - 3000 * DAY;

export class Fleet {
  readonly #world = new Things();
  readonly #connection: RedisConnection;
  readonly #members: Member[];
  readonly laws: Laws;
  #now = START;
  /** Passes under way, outermost first. */
  readonly #passes: { readonly pass: number; readonly at: Location }[] = [];
  #passCount = 0;
  #mail: ('refused' | 'lost')[] = [];
  #backup: Backup | undefined;
  /** Owners whose messages the transport refuses. */
  readonly #refusing = new Set<string>();
  /** How far the clock of each instance is ahead, ms. */
  readonly #aheadMs = [0, 0];
  /** How long the machine of each instance slept, ms: its steady clock does not count that. */
  readonly #sleptMs = [0, 0];
  /** What each instance runs. */
  readonly #programs: Program[] = ['old', 'old'];
  /** The instances whose log cannot be written. */
  readonly #deadLogs = new Set<number>();
  #lastMessage: Digest | undefined;
  readonly #dir: string;
  readonly #sabotage: Sabotaged;

  constructor(connection: RedisConnection, dir: string, sabotage: Sabotaged) {
    this.#connection = connection;
    this.#dir = dir;
    this.#sabotage = sabotage;
    this.laws = new Laws(this.#world, () => this.#now, FIRST);
    this.#members = [0, 1].map((who) => new Member(this.#wiring(who)));
    for (const at of LOCATIONS) for (const id of ['a', 'b']) this.#add(at, id);
  }

  async run(commands: readonly Command[]): Promise<void> {
    for (const command of commands) {
      await this.#do(command);
      await this.#keptIsNotMarked();
    }
    await this.#heal();
    await new Closing(this).run();
    for (const at of LOCATIONS) await this.#consistent(at);
    this.laws.settled();
  }

  async close(): Promise<void> {
    for (const { wired } of this.#members) {
      await wired.fleet.stop();
      await wired.close();
    }
  }

  async #do(command: Command | Cut['what']): Promise<void> {
    switch (command.do) {
      case 'pass':
      case 'digest':
      case 'recalculate':
      case 'protect':
        return this.#work(command);
      case 'restart':
        return this.#restart(command.who);
      case 'kill':
        await this.#members[0]?.wired.parts.control.write({ killed: command.is }, this.#operator('control'));
        this.laws.killed = command.is;
        return;
      case 'configure':
        this.laws.configured({ excluded: undefined, quarantineDays: undefined, ...command });
        return this.#restartAll();
      case 'backUp':
        return this.#backUp();
      case 'rollBack':
        return this.#rollBack();
      case 'lose':
        return this.#lose(command.at, command.what);
      case 'limit': {
        const audit = this.#operator('control');
        await this.#members[0]?.wired.parts.control.write({ deletesPerDay: command.perDay }, audit);
        return;
      }
      case 'dieBefore':
      case 'dieAfter':
      case 'loseLock':
        return;
      default:
        return this.#happens(command);
    }
  }

  async #happens(event: Event): Promise<void> {
    if (event.do === 'wait') return this.#wait(event.hours * HOUR);
    if (event.do === 'mail') return void this.#mail.push(event.answer);
    if (event.do === 'cloud') return void this.#world.answers.push(event.answer);
    if (event.do === 'break') {
      this.#world[event.what] = event.is;
      return;
    }
    if (event.do === 'transport') {
      if (event.refuses) this.#refusing.add(event.owner);
      else this.#refusing.delete(event.owner);
      return;
    }
    if (event.do === 'clock') {
      this.#aheadMs[event.who] = event.aheadDays * DAY;
      return;
    }
    if (event.do === 'log') return this.#log(event.who, event.isDead);
    if (event.do === 'upgrade') return this.#upgrade(event.who, event.to);
    if (event.do === 'bounce') return this.#bounce();
    if (event.do === 'keepAll') return this.#keepAll();
    if (event.do === 'say') return this.#say(event);
    if (event.do === 'optOutGroup') return this.#optOut(event.at, { kind: 'group', value: GROUP }, event);
    if (event.do === 'optOutGroupAndDie') return this.#optOutAndDie(event.at, event.days);
    if (event.do === 'undoGroup') return this.#undo(event.at, { kind: 'group', value: GROUP });
    const { at, id } = event;
    const thing = this.#world.get(at, id);
    if (event.do === 'add') this.#add(at, id);
    else if (event.do === 'remove') this.#world.remove(at, id);
    else if (event.do === 'replace') this.#replace(at, id);
    else if (event.do === 'optOut') await this.#optOut(at, { kind: 'id', value: id }, event);
    else if (event.do === 'undo') await this.#undo(at, { kind: 'id', value: id });
    else if (!thing) return;
    else if (event.do === 'own') thing.owner = event.owner;
    else if (event.do === 'note' || event.do === 'strike') thing.noted = event.do === 'note';
    else if (event.do === 'enable') thing.disabled = false;
    else if (event.do === 'refuse' || event.do === 'allow') thing.refused = event.do === 'refuse';
    else thing.used = event.do === 'use';
  }

  #wait(ms: number): void {
    this.#now += ms;
    this.#world.settle();
  }

  #add(at: Location, id: string): void {
    if (!this.#world.get(at, id)) this.#world.add(at, id, 'ann@example.com', this.#now - 400 * DAY);
  }

  async #optOut(
    at: Location,
    target: OptOutTarget,
    { days, who }: { readonly days: number | 'forever'; readonly who: number },
  ): Promise<void> {
    const until = days === 'forever' ? days : this.#now + days * DAY;
    const optOut = { target, until, actor: 'ann@example.com', at: this.#now } as const;
    const member = this.#members[who] as Member;
    if (member.isDead) return;
    const { deletionBegun } = await member.direct.optOuts.optOut(namespaceAt(at), optOut);
    const running = this.#passes.find((pass) => pass.at === at)?.pass;
    const begunIn = deletionBegun ? running : undefined;
    const disabledIn = (await this.#isPermitted(at, target)) ? running : undefined;
    this.laws.keeps(at, target.value, { until, begunIn, disabledIn, isHalf: false });
  }

  /** Does it, or a member of its group, have a permitted request without an outcome yet? */
  async #isPermitted(at: Location, { kind, value }: OptOutTarget): Promise<boolean> {
    const ids = kind === 'id' ? [value] : IDS.filter(isInGroup);
    const stored = await Promise.all(ids.map((id) => this.#members[0]?.direct.marks.get(namespaceAt(at), id)));
    return stored.some((mark) => mark?.state === 'deleting');
  }

  /** A new resource takes the name. */
  #replace(at: Location, id: string): void {
    if (!this.#world.get(at, id)) return;
    this.#world.remove(at, id);
    this.#add(at, id);
  }

  /** The instance dies after it stores the decision about the group, before it removes any mark. */
  async #optOutAndDie(at: Location, days: number | 'forever'): Promise<void> {
    const until = days === 'forever' ? days : this.#now + days * DAY;
    const scripts = new ScriptRunner(this.#connection, { timeShiftMs: () => this.#now - Date.now() });
    const log = this.#loggerOf();
    const recorded = (entry: AuditEntry) => logAudit(log, entry);
    const deps = { connection: this.#connection, scripts, log, seal: NO_SEAL, recorded };
    const optOuts = new RedisOptOutStore(deps, { async *all() {} } as Partial<MarkStore> as MarkStore);
    const target = { kind: 'group', value: GROUP } as const;
    const isBegun = await this.#isPermitted(at, target);
    await optOuts.optOut(namespaceAt(at), { target, until, actor: 'ann@example.com', at: this.#now });
    const running = this.#passes.find((pass) => pass.at === at);
    this.laws.keeps(at, GROUP, { until, begunIn: isBegun ? running?.pass : undefined, isHalf: true });
  }

  async #undo(at: Location, target: OptOutTarget): Promise<void> {
    const audit = { ...this.#operator('optOutUndone'), namespace: namespaceAt(at), actor: 'ann@example.com' };
    // After Redis lost a decision, only its tag is left, and no link can undo that.
    if (await this.#members[0]?.direct.optOuts.undo(namespaceAt(at), target, audit))
      this.laws.takesBack(at, target.value);
  }

  /** Uses a link to the mark in its current state. */
  async #say({ at, id, statement, by }: Extract<Event, { do: 'say' }>): Promise<void> {
    const member = this.#members.find(({ isDead }) => !isDead);
    const namespace = namespaceAt(at);
    const mark = await member?.direct.marks.get(namespace, id);
    if (!member || !mark) return;
    const { generation } = mark;
    const { marks, optOuts } = member.direct;
    const deps = { ...member.wired.deps, marks, optOuts, watch: { latest: () => this.#now } };
    const heard = await storeResponse(deps, { statement, namespace, id, owner: by, generation });
    if (heard.kind === 'done') this.laws.heard(at, { id, generation, statement, by });
  }

  async #bounce(): Promise<void> {
    const member = this.#members.find(({ isDead }) => !isDead);
    if (this.#lastMessage === undefined || !member) return;
    const { messageId, owner: recipient } = this.#lastMessage;
    const { marks, messages } = member.direct;
    const report = { messageId, recipient, why: 'no such user', permanent: true, actor: 'postmaster' };
    await bounced({ ...member.wired.deps, marks, messages }, report);
    this.laws.cameBack(
      messageId,
      this.#passes.map(({ pass }) => pass),
    );
  }

  /** Uses the page behind the link for the whole message: the resources that its reply counts as kept are kept. */
  async #keepAll(): Promise<void> {
    const member = this.#members.find(({ isDead }) => !isDead);
    const url = this.#lastMessage?.keepAllUrl;
    if (!member || !this.#lastMessage || url === undefined) return;
    const { rows, owner } = this.#lastMessage;
    // Undo affects only a person's own decisions, and the model has one such person.
    if (owner !== 'ann@example.com') return;
    const { wired, direct } = member;
    const { keys } = configurationOf(this.laws.said, this.#dir).optOut;
    const ignoreResponse = async () => ({ kind: 'nothing', because: 'changing' }) as const;
    const app = await buildPublic({
      ...wired.deps,
      ...direct,
      keys,
      storeResponse: ignoreResponse,
      readiness: () => [],
    });
    try {
      const marks = await Promise.all(rows.map(({ namespace, id }) => direct.marks.get(namespace, id)));
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { pathname } = new URL(url);
      const answer = await app.inject({ method: 'POST', url: pathname, headers, payload: 'keep=forever&from=0' });
      if (answer.statusCode !== 200) return;
      rows.forEach(({ namespace, id }, index) => {
        const at = locationOf(namespace);
        const running = this.#passes.find((pass) => pass.at === at);
        const begunIn = marks[index]?.state === 'deleting' ? running?.pass : undefined;
        this.laws.keeps(at, id, { until: 'forever', begunIn, isHalf: false });
      });
    } finally {
      await app.close();
    }
  }

  /** Between two works: no kept resource is marked, unless its deletion had begun and its outcome is unknown. */
  async #keptIsNotMarked(): Promise<void> {
    for (const at of LOCATIONS) {
      for (const id of IDS) {
        if (this.laws.keptBy(at, id).every(({ isHalf }) => isHalf)) continue;
        const mark = await this.#members[0]?.direct.marks.get(namespaceAt(at), id);
        if (mark && mark.state !== 'deleting') this.laws.breach(`${at}/${id}: kept, and ${mark.state}`);
      }
    }
  }

  #operator<E extends AuditEntry['event']>(event: E) {
    return { at: this.#now, namespace: 'fleet', event, actor: 'olga' } as const;
  }

  async #work(work: Work & { readonly cuts?: readonly Cut[] }): Promise<void> {
    const member = this.#members[work.who] as Member;
    // Busy, or dead and not restarted yet: the work is nested in its own work.
    if (member.isBusy || member.isDead) return;
    member.begin(work.cuts ?? []);
    try {
      if (work.do === 'pass') await this.#pass(member, work);
      else if (work.do === 'digest') await sendDigest(member.wired.deps, work.owner);
      else if (work.do === 'protect') await this.#protect(member, work.at);
      else {
        const request = { namespace: namespaceAt(work.at), seconds: work.hours * 3600, count: 2, actor: 'olga' };
        await recalculate(member.wired.deps, request);
      }
    } catch (error) {
      if (!isExpected(error)) throw error;
    } finally {
      member.end();
      if (member.isDead) await this.#restart(work.who);
    }
  }

  async #pass(member: Member, { at, action }: Extract<Work, { do: 'pass' }>): Promise<void> {
    const namespace = namespaceAt(at);
    const lease = await new RedisNamespaceLock(this.#connection).acquire(namespace);
    if (!lease) return;
    if (this.#differ) await this.#beat();
    const pass = ++this.#passCount;
    this.#passes.push({ pass, at });
    member.sight = newSight(pass, action);
    try {
      await member.wired.lifecycle.pass(namespace, action, lease, new AbortController().signal);
    } finally {
      this.#passes.splice(
        this.#passes.findIndex((one) => one.pass === pass),
        1,
      );
      // A dead instance releases no lock: the lock expires.
      if (member.isDead) {
        lease.abandon();
        await this.#loseLock(at);
      } else await lease.release();
    }
  }

  async #loseLock(at: Location): Promise<void> {
    this.#wait(ASLEEP_MS);
    await this.#connection.client.del(namespaceKeys(namespaceAt(at)).lock);
  }

  async #restart(who: number): Promise<void> {
    const member = this.#members[who];
    if (member?.isBusy) return;
    // A dead instance disappears from the fleet after a while; one that ends, at once.
    await member?.wired.fleet.stop();
    await member?.wired.close();
    for (const entry of member?.unwritten ?? []) this.laws.unwritten(entry);
    this.#members[who] = new Member(this.#wiring(who));
    if (this.#differ) await this.#beat();
  }

  /** Do the instances run two programs? */
  get #differ(): boolean {
    return new Set(this.#programs).size > 1;
  }

  /** Every instance beats each second: the first one twice, to see what the other announced. */
  async #beat(): Promise<void> {
    for (const who of [0, 1, 0]) if (!this.#members[who]?.isDead) await this.#members[who]?.wired.fleet.heartbeat();
  }

  async #upgrade(who: number, to: Program): Promise<void> {
    const member = this.#members[who];
    if (member?.isBusy || member?.isDead) return;
    this.#programs[who] = to;
    await this.#restart(who);
    await this.#beat();
  }

  #log(who: number, isDead: boolean): void {
    if (isDead) this.#deadLogs.add(who);
    else this.#deadLogs.delete(who);
    if (isDead) return;
    for (const entry of this.#members[who]?.unwritten.splice(0) ?? []) this.laws.written(entry, { isLate: true });
  }

  async #lose(at: Location, what: (typeof LOST)[number]): Promise<void> {
    const { client } = this.#connection;
    if (what === 'outboxes' || what === 'outboxIndex') {
      const keys = what === 'outboxIndex' ? [] : await client.keys('holystone:{*}:outbox');
      await client.del(OUTBOX_INDEX.index, ...keys);
    } else await client.del(namespaceKeys(namespaceAt(at))[what]);
    if (what === 'marks' || what === 'outboxes') this.laws.lost(at, what);
  }

  /**
   * All faults end and all clocks are correct; only the resources that the cloud refuses for long stay refused, and the
   * kill switch stays on for the first survey: it stops deletions, but not the release from quarantine.
   */
  async #heal(): Promise<void> {
    this.#world.heal();
    this.#mail = [];
    this.#refusing.clear();
    this.#aheadMs.fill(0);
    for (const who of [0, 1]) this.#log(who, false);
    this.#programs.fill('old');
    this.laws.configured({ ...this.laws.said, live: { here: true, there: true }, excluded: undefined });
    // An instance that a backup brought back expires after a while; Redis measures that by its own clock.
    await this.#connection.client.del(CONTROL.instances);
    await this.#restartAll();
  }

  /** One after the other, as in a rollout: Redis always has an instance that remembers its beat. */
  async #restartAll(): Promise<void> {
    for (const who of [0, 1]) {
      await this.#members[1 - who]?.direct.watch.incarnation();
      await this.#restart(who);
    }
  }

  /** One tick of an instance: the due items, in the order of the queue. @returns whether any was due */
  async tick(who: number): Promise<boolean> {
    const member = this.#members[who] as Member;
    const { parts } = member.wired;
    const incarnation = await parts.watch.incarnation();
    let did = false;
    for (const wc of parts.workConfigurations()) {
      const items = await dueItemsOf(parts, wc, this.#now, incarnation);
      for (const item of items) {
        did = true;
        const at = wc.location as Location;
        if (item.kind === 'pass') await this.#do({ do: 'pass', who, at, action: item.action });
        else if (item.kind === 'protect') await this.#do({ do: 'protect', who, at });
      }
    }
    for (const item of await dueDigests(parts.outbox, parts.workConfigurations(), this.#now)) {
      did = true;
      if (item.kind === 'digest') await this.#do({ do: 'digest', who, owner: item.owner });
    }
    return did;
  }

  async #protect(member: Member, at: Location): Promise<void> {
    const lease = await new RedisNamespaceLock(this.#connection).acquire(namespaceAt(at));
    if (!lease) return;
    try {
      await member.wired.lifecycle.protect(namespaceAt(at), lease, new AbortController().signal);
    } finally {
      await lease.release();
    }
  }

  async #backUp(): Promise<void> {
    const { client } = this.#connection;
    const keys = (await client.keys('*')).filter((key) => !key.endsWith(':lock'));
    const rows = await Promise.all(
      keys.map(async (key) => ({ key, ttl: await client.pttl(key), value: await client.dumpBuffer(key) })),
    );
    this.#backup = { rows, foundUsers: [...this.#world.foundUsers] };
    this.laws.backUp();
  }

  async #rollBack(): Promise<void> {
    if (!this.#backup) return;
    // Each instance beats every few seconds, so it remembers Redis's state of a moment ago.
    for (const member of this.#members) {
      await member.wired.fleet.heartbeat();
      await member.direct.watch.incarnation();
    }
    const { client } = this.#connection;
    await client.flushall();
    const { rows, foundUsers } = this.#backup;
    await Promise.all(rows.map(({ key, ttl, value }) => client.restore(key, Math.max(0, ttl), value)));
    this.#world.foundUsers.clear();
    for (const at of foundUsers) this.#world.foundUsers.add(at);
    this.laws.rolledBack(LOCATIONS);
  }

  get now(): number {
    return this.#now;
  }

  wait(ms: number): void {
    this.#wait(ms);
  }

  release(): Promise<void> {
    return this.#do({ do: 'kill', is: false });
  }

  /** The cloud stops refusing. */
  allowAll(): void {
    for (const at of LOCATIONS) for (const thing of this.#world.in(at)) thing.refused = false;
  }

  /** The dates of all marks that the cloud does not refuse, the earliest first. */
  async dates(): Promise<readonly number[]> {
    const dates: number[] = [];
    for (const at of LOCATIONS) {
      const { schedule } = namespaceKeys(namespaceAt(at));
      const dated = await this.#connection.client.zrange(schedule, '0', '-1', 'WITHSCORES');
      for (let i = 0; i < dated.length; i += 2) {
        if (!this.#world.get(at, String(dated[i]))?.refused) dates.push(Number(dated[i + 1]));
      }
    }
    return dates.toSorted((a, b) => a - b);
  }

  /** Owners with pending notices. */
  async waiting(): Promise<readonly string[]> {
    const waiting = (await this.#members[0]?.direct.outbox.owners()) ?? [];
    return waiting.map(({ owner }) => owner);
  }

  async #consistent(at: Location): Promise<void> {
    const { marks, schedule, retry } = namespaceKeys(namespaceAt(at));
    const { client } = this.#connection;
    const [ids, dated, held] = await Promise.all([
      client.hkeys(marks),
      client.zrange(schedule, '0', '-1'),
      client.zrange(retry, '0', '-1'),
    ]);
    if (ids.length > 0) this.laws.breach(`${at}: still marked: ${ids}`);
    if (dated.length > 0 || held.length > 0) this.laws.breach(`${at}: dates without marks: ${dated} ${held}`);
  }

  #wiring(who: number) {
    return (member: Member): Wired => {
      const clock = { now: () => this.#now + (this.#aheadMs[who] ?? 0) };
      const steady = { monotonicMs: () => this.#now - (this.#sleptMs[who] ?? 0) };
      const monotonic = longestOf(steady, clock);
      const log = this.#loggerOf(member, who);
      const state = {
        log,
        callRateShare: 1,
        clock,
        monotonic,
        durability: 'trusted' as const,
        typesOf: oneType,
        redisTimeShiftMs: () => this.#now - Date.now(),
      };
      const configuration = configurationOf(this.laws.said, this.#dir);
      const made = { configuration, connection: this.#connection, log, program: this.#programs[who] ?? 'old' };
      return wire(
        made,
        openedWith(made, (given) => {
          const parts = this.#sabotage.parts<Parts>({
            ...given,
            ...redisState(this.#connection, state),
            clock,
            monotonic,
            steady,
            evidence: new EvidenceReader(monotonic),
            handlers: [thingHandler(this.#world, this.#watcher(member, who))],
            notifier: { send: (digest) => this.#send(digest) },
            definitions: writing(async ({ identity }) => void member.sight.defined.add(identity)),
          });
          member.direct = parts;
          return { ...parts, ...this.#watched(member, parts) };
        }),
      );
    };
  }

  /** @param who absent: the log of a process that dies at once */
  #loggerOf(member?: Member, who?: number): Logger {
    const silent = () => {};
    const isDead = () => who !== undefined && this.#deadLogs.has(who);
    const write = (entry: object) => {
      this.laws.audited(entry as AuditEntry, member?.sight);
      if (isDead()) member?.unwritten.push(entry as AuditEntry);
      else this.laws.written(entry as AuditEntry);
    };
    const record = { write, problem: () => (isDead() ? 'the log cannot be written' : undefined) };
    const log: Logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => log, record };
    return log;
  }

  async #send(digest: Digest): Promise<SendResult> {
    const answer = this.#mail.shift();
    if (answer === 'refused' || this.#refusing.has(digest.owner)) return { kind: 'rejected', why: 'no such user' };
    this.laws.delivered(digest, answer === undefined);
    this.#lastMessage = digest;
    return answer === undefined
      ? { kind: 'accepted', response: '250' }
      : { kind: 'failed', why: 'the answer was lost' };
  }

  /** Ports whose every call goes through {@link Fleet.#effect}. */
  #watched(member: Member, parts: Parts): Partial<Parts> {
    return Object.fromEntries(
      PORTS.map((name) => {
        const port = parts[name] as unknown as Record<string, (...args: unknown[]) => unknown>;
        const watch = (method: string) => this.#call(member, name, method, port);
        // A method that the port lacks must stay absent.
        const get = (_target: object, method: string | symbol) => (method in port ? watch(String(method)) : undefined);
        return [name, new Proxy(port, { get })];
      }),
    );
  }

  #call(member: Member, name: string, method: string, port: Record<string, (...args: unknown[]) => unknown>) {
    return (...args: unknown[]) => {
      if (method === 'all' && name === 'marks') return port[method]?.(...args);
      return this.#effect(member, `${name}.${method}`, async () => {
        if (WRITES.has(`${name}.${method}`) && name !== 'outbox') this.#noteWrite(`${name}.${method}`, args[0]);
        if (`${name}.${method}` === 'marks.due') member.sight.dueAt = this.#now;
        const answer = await port[method]?.(...args);
        this.#afterCall(member, `${name}.${method}`, args, answer);
        return answer;
      });
    };
  }

  /** Checks that the pass was allowed to write this. */
  #afterCall(member: Member, name: string, [about, what, fence]: unknown[], answer: unknown): void {
    const { sight } = member;
    const isApplied = name === 'marks.apply' && fence !== undefined && (answer as string[]).includes('applied');
    const isPermitted = name === 'permits.request' && (answer as PermitAnswer).kind === 'granted';
    const isRecorded = name === 'passes.record' && what !== undefined;
    if (sight.lockLost && (isApplied || isPermitted || isRecorded))
      this.laws.breach(`${name} although the lock was lost`);
    const isChanged = isApplied && !(what as readonly Transition[]).every(isGivenBack);
    if (isChanged && sight.action === 'mark' && (sight.isUnread || sight.noted === 'unread')) {
      this.laws.breach(`${about}: marks were changed although evidence could not be read`);
    }
    if (isRecorded) this.#noteSurvey(member, about as PassRecord);
  }

  #noteSurvey({ sight, isUncut }: Member, { namespace, action, outcome, baseline }: PassRecord): void {
    if (action !== 'mark' || outcome !== 'complete' || !baseline) return;
    const at = locationOf(namespace);
    if (isUncut) this.laws.surveyed(at, sight);
    if (Object.values(baseline.findings).some((found) => found > 0)) this.#world.foundUsers.add(at);
    else this.#world.foundUsers.delete(at);
  }

  #noteWrite(what: string, about: unknown): void {
    const namespace = typeof about === 'string' ? about : (about as { namespace: string }).namespace;
    this.laws.wrote(what, locationOf(namespace));
  }

  #watcher(member: Member, who: number): Watcher {
    return {
      effect: (name, call) => this.#effect(member, name, call),
      didGet: (_at, things: readonly Thing[]) => {
        member.sight.gotAt = this.#now;
        member.sight.got = new Map(things.map((thing) => [thing.id, thing]));
      },
      didList: (things: readonly Thing[]) => {
        member.sight.listed = new Map(things.map(({ id, identity }) => [id, identity]));
      },
      didReadEvidence: (used) => {
        member.sight.evidenceAt = this.#now;
        member.sight.used = used;
        member.sight.isUnread = false;
      },
      didNotReadEvidence: () => {
        member.sight.isUnread = true;
      },
      didReadNotes: (noted) => {
        member.sight.noted = noted;
      },
      wire: (at, batch: readonly Resource[], step) => {
        if (this.#differ) this.laws.breach(`${at}: a request while the instances run two programs`);
        if (this.#deadLogs.has(who)) this.laws.breach(`${at}: a request although the record cannot be written`);
        this.laws.wire(at, batch, member.sight, step);
      },
    };
  }

  async #effect<T>(member: Member, name: string, call: () => Promise<T>): Promise<T> {
    if (member.isDead) throw new Dead('a dead process does nothing');
    const cut = member.cutsAt(name);
    for (const { what } of cut) {
      if (what.do === 'loseLock') {
        const own = this.#passes.find(({ pass }) => pass === member.sight.pass);
        const who = this.#members.indexOf(member);
        this.#sleptMs[who] = (this.#sleptMs[who] ?? 0) + ASLEEP_MS;
        if (own) await this.#loseLock(own.at);
        member.sight.lockLost = own !== undefined;
      } else if (what.do !== 'dieAfter' && what.do !== 'dieBefore') await this.#do(what);
    }
    if (cut.some(({ what }) => what.do === 'dieBefore')) member.die();
    if (member.isDead) throw new Dead('killed');
    const answer = await call();
    if (cut.some(({ what }) => what.do === 'dieAfter')) {
      member.die();
      throw new Dead('killed');
    }
    return answer;
  }
}

/** One process. */
class Member {
  readonly wired: Wired;
  /** Its unwrapped parts, for direct calls by people. */
  direct!: Parts;
  sight: Sight = newSight(0, 'mark');
  isDead = false;
  isBusy = false;
  /** Lines that wait for its log. */
  readonly unwritten: AuditEntry[] = [];
  #cuts: readonly Cut[] = [];
  readonly #effects = new Map<string, number>();

  constructor(wiring: (member: Member) => Wired) {
    this.wired = wiring(this);
  }

  /** No cut is planned for its present work. */
  get isUncut(): boolean {
    return this.#cuts.length === 0;
  }

  begin(cuts: readonly Cut[]): void {
    this.isBusy = true;
    this.#cuts = cuts;
    this.#effects.clear();
  }
  end(): void {
    this.isBusy = false;
    this.#cuts = [];
  }
  die(): void {
    this.isDead = true;
  }
  cutsAt(name: string): readonly Cut[] {
    const n = this.#effects.get(name) ?? 0;
    this.#effects.set(name, n + 1);
    return this.#cuts.filter(({ effect, nth }) => effect === name && nth === n);
  }
}

function newSight(pass: number, action: Action): Sight {
  return {
    action,
    listed: new Map(),
    isUnread: false,
    dueAt: 0,
    gotAt: 0,
    got: new Map(),
    evidenceAt: 0,
    used: new Set(),
    noted: new Set(),
    defined: new Set(),
    pass,
    lockLost: false,
  };
}

/** A resource that is surely kept leaves its quarantine, even when other reads failed. */
function isGivenBack({ before, after }: Transition): boolean {
  return before?.quarantine !== undefined && after !== undefined && after.quarantine === undefined;
}

/** The errors that a worker expects from interrupted work. */
function isExpected(error: unknown): boolean {
  return error instanceof Error && ['Dead', 'LockLostError', 'NoticeNotAccepted'].includes(error.name);
}

function namespaceAt(location: Location): Namespace {
  return namespaceOf({ provider: 'aws', account: 'test', location, resourceType: 'thing' });
}

const configurations = new Map<string, Configuration>();

function configurationOf(said: Configured, dir: string): Configuration {
  const key = JSON.stringify([said, dir]);
  const known = configurations.get(key) ?? load(said, dir);
  configurations.set(key, known);
  return known;
}

const STRICT = '{ sharesFrom: 2, markedShare: 100% }';

function load(
  { live, retentionDays, noticesOn, excluded, quarantineDays, strict, slow, canary }: Configured,
  dir: string,
): Configuration {
  const settings = [
    ...(quarantineDays === undefined ? [] : [`quarantine: ${quarantineDays}d`]),
    ...(noticesOn ? [] : ['notice: off']),
    ...(strict ? [`tripwires: ${STRICT}`] : []),
    ...(slow ? ['pace: { deletesPerDay: 1 }'] : []),
    ...(canary ? ['rollout: canary'] : []),
  ];
  const entry = (at: Location) =>
    `{ ${['type: thing', 'accounts: [test]', `locations: [${at}]`, `live: ${live[at]}`, 'when: [{ rule: unused }]', ...settings].join(', ')} }`;
  const text = `
dryRun: false
redis: { url: "redis://127.0.0.1:6379" }
mail: { smtp: "smtp://127.0.0.1:2525", from: holystone@example.com }
http: { public: { url: "https://holystone.example.com" } }
definitions: { dir: ${JSON.stringify(dir)} }
optOut: { keys: [{ id: test, secret: "0123456789abcdef0123456789abcdef" }], validFor: 3650d }
accounts:
  - { name: test, provider: aws, id: "111111111111", locations: [here, there] }
  - { name: other, provider: aws, id: "222222222222", locations: [here, there] }
owner: { domains: any }
defaults:
  retention: ${retentionDays}d
  unusedFor: 1d
  ${excluded === undefined ? '' : `keep: [{ name: ${excluded} }]`}
  notice: { fallback: cloud@example.com, validFor: 3000d }
cleanup: [${LOCATIONS.map(entry).join(', ')}]
`;
  const handlers = [thingHandler(new Things(), NOBODY)];
  return loadConfiguration({ text, file: 'model.yaml' }, { env: {}, handlers, providers: MODELLED });
}

/** The locations of the model are no regions. */
const MODELLED = providers.map((provider) => {
  const { problemOfLocation: _, ...account } = provider.account;
  return { ...provider, account };
});

const NOBODY: Watcher = {
  effect: (_name, call) => call(),
  didList() {},
  didGet() {},
  didReadEvidence() {},
  didNotReadEvidence() {},
  didReadNotes() {},
  wire() {},
};
