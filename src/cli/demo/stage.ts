/** The shared tools of every act of the demo: the world, the notices so far, and the record of the demo's actions. */
import { DEMO_ACCOUNTS } from '../../../sandbox/demo/accounts.ts';
import type { OracleInput } from '../../../sandbox/demo/facts.ts';
import { type Intervention, ofKind } from '../../../sandbox/demo/interventions.ts';
import { type Notice, noticesIn } from '../../../sandbox/demo/notices.ts';
import { type Judgement, judge, missing } from '../../../sandbox/demo/oracle.ts';
import { keyOf, type SeededResource } from '../../../sandbox/demo/truth.ts';
import type { Pace } from './daemonEnv.ts';
import type { Say } from './terminal.ts';
import { pause, until } from './until.ts';
import type { World } from './world.ts';

/** A resource with a notice to its owner. */
export interface NotifiedResource {
  readonly resource: SeededResource;
  readonly key: string;
  readonly notice: Notice;
}

/** A filter over the seed: each present field must be equal, and `{}` matches every resource. */
export type Wanted = Partial<Pick<SeededResource, 'account' | 'region' | 'type' | 'owner' | 'id' | 'name'>>;

/** The settings of the instances that the acts of a scene and the oracle must know. */
export interface StageOptions {
  readonly pace: Pace;
  readonly dryRun?: boolean;
  /** Where the instances do not use the default. */
  readonly maxEvidenceAgeMs?: number;
}

const LOOK_MS = 1_000;
const AFTERWARDS_MS = 5_000;

export class Stage {
  readonly world: World;
  readonly say: Say;
  readonly signal: AbortSignal;
  readonly dryRun: boolean;
  readonly interventions: Intervention[] = [];
  /** Lets the narrator print earlier events first. */
  catchUp: () => void = () => {};
  readonly #byKey: Map<string, SeededResource>;
  readonly #taken = new Set<string>();
  readonly #notified: NotifiedResource[] = [];
  readonly pace: Pace;
  readonly #maxEvidenceAgeMs: number | undefined;
  #read = 0;

  constructor(world: World, say: Say, signal: AbortSignal, { pace, dryRun = false, maxEvidenceAgeMs }: StageOptions) {
    this.pace = pace;
    this.#maxEvidenceAgeMs = maxEvidenceAgeMs;
    this.world = world;
    this.say = say;
    this.signal = signal;
    this.dryRun = dryRun;
    this.#byKey = new Map(world.seeded.resources.map((resource) => [keyOf(resource), resource]));
  }

  /** Resources that the oracle need not judge, for the narration. */
  add(resources: readonly SeededResource[]): void {
    for (const resource of resources) this.#byKey.set(keyOf(resource), resource);
  }

  resource(key: string): SeededResource | undefined {
    return this.#byKey.get(key);
  }

  resources(wanted: Wanted): readonly SeededResource[] {
    return this.world.seeded.resources.filter((resource) => fits(resource, wanted));
  }

  did(intervention: Intervention): void {
    this.interventions.push(intervention);
  }

  /** The unused resources in all mails so far, in their order. */
  notified(wanted: Wanted = {}): readonly NotifiedResource[] {
    for (const message of this.world.mail.messages().slice(this.#read)) {
      this.#notified.push(...noticesIn(message).flatMap((notice) => this.#unused(notice)));
      this.#read++;
    }
    return this.#notified.filter(({ resource }) => fits(resource, wanted));
  }

  #unused(notice: Notice): readonly NotifiedResource[] {
    const account = DEMO_ACCOUNTS.find(({ name }) => name === notice.accountName)?.id ?? '';
    const key = keyOf({ account, region: notice.region, type: notice.type, id: notice.id });
    const resource = this.#byKey.get(key);
    return resource?.truth.kind === 'unused' ? [{ resource, key, notice }] : [];
  }

  /** Waits for mail about such a resource that no other act uses, and takes it for this act. */
  async take(wanted: Wanted): Promise<NotifiedResource> {
    const free = () => this.notified(wanted).find(({ key }) => !this.#taken.has(key));
    const found = (await until(free, this.signal)) as NotifiedResource;
    this.claim(found.key);
    return found;
  }

  /** @returns whether no act had it before */
  claim(key: string): boolean {
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }

  /** The oracle's judgement of all events so far. */
  judge(): Judgement {
    return judge(this.#soFar());
  }

  /** Until every resource is gone that must go, and a few ticks more, in which a wrong deletion would happen. */
  async untilGone(areGone = () => missing(this.#soFar()).length === 0): Promise<void> {
    while (!areGone()) await pause(LOOK_MS, this.signal);
    await pause(AFTERWARDS_MS, this.signal);
    this.catchUp();
  }

  #soFar(): OracleInput {
    const { sandbox, seeded, mail } = this.world;
    return {
      accounts: DEMO_ACCOUNTS,
      resources: seeded.resources,
      calls: sandbox.control.calls(),
      mails: mail.messages(),
      interventions: this.interventions,
      ...this.pace,
      ...(this.#maxEvidenceAgeMs === undefined ? {} : { maxEvidenceAgeMs: this.#maxEvidenceAgeMs }),
      dryRun: this.dryRun,
    };
  }

  /** Distinct resources that their owners chose to keep. */
  get optedOut(): number {
    return new Set(ofKind(this.interventions, 'optedOut').map(({ key }) => key)).size;
  }
}

function fits(resource: SeededResource, wanted: Wanted): boolean {
  return (Object.entries(wanted) as [keyof Wanted, string][]).every(([member, value]) => resource[member] === value);
}
