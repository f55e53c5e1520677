/** Plans of several types together, first with everything readable, and then with more and more reads taken away (law 1). */
import fc from 'fast-check';
import type { CallRecord } from '../../sandbox/aws/index.ts';
import { planEach } from '../../src/cli/plan/planEach.ts';
import { EvidenceReader } from '../../src/lifecycle/index.ts';
import { ACCOUNT, HOUR, type World } from './awsWorld.ts';

/** The calls of the account's check: without them nothing is read at all, see lessEvidence.test.ts. */
const PROOF = new Set(['AssumeRole', 'GetCallerIdentity', 'ListAccountAliases']);
const WAYS = ['withdrawn', 'throttle', 'error', 'drop', 'truncate', 'cutOff', 'blank'] as const;
type Way = (typeof WAYS)[number];

/** How much a verdict speaks for deletion. */
const RANKS: Readonly<Record<string, number>> = { keep: 0, unknown: 0, held: 1, candidate: 2 };

/** The verdict by the id, of all types. */
export type Verdicts = ReadonlyMap<string, string>;

interface Moved {
  readonly lost: object;
  readonly moved: readonly (readonly [id: string, verdict: string])[];
}

export class LessOfWorld {
  readonly #world: World;
  /** With everything readable. */
  readonly whole: Verdicts;
  readonly #calls: readonly CallRecord[];
  #denied: string[] = [];

  private constructor(world: World, whole: Verdicts, calls: readonly CallRecord[]) {
    this.#world = world;
    this.whole = whole;
    this.#calls = calls;
  }

  /** Plans the world of now, and remembers the calls for it. */
  static async of(world: World): Promise<LessOfWorld> {
    const { control } = world.sandbox;
    const after = control.calls().at(-1)?.seq ?? 0;
    const whole = await plan(world);
    const calls = control.calls({ after }).filter(({ operation }) => !PROOF.has(operation));
    return new LessOfWorld(world, whole, calls);
  }

  /** Takes each call of the own account away, one after the other. @returns their names, and the verdicts that moved */
  async withoutEach(): Promise<{ readonly names: readonly string[]; readonly wrong: readonly Moved[] }> {
    const own = this.#calls.filter(({ account }) => account === ACCOUNT);
    const each = new Map(own.map((call) => [`${call.service}:${call.operation}`, call]));
    const wrong: Moved[] = [];
    for (const [lost, call] of each) {
      this.#lose(call, 'withdrawn');
      const moved = movedTowardsDeletion(this.whole, await plan(this.#world));
      if (moved.length > 0) wrong.push({ lost: { lost }, moved });
      this.recover();
    }
    return { names: [...each.keys()], wrong };
  }

  /** Takes three reads away in any way, in both accounts, again and again. @throws on the first verdict that moved */
  async withLessAndLess(numRuns: number): Promise<void> {
    const loss = fc.record({ which: fc.nat({ max: 9_999 }), way: fc.constantFrom(...WAYS) });
    await fc.assert(
      fc.asyncProperty(fc.array(loss, { minLength: 3, maxLength: 3 }), async (losses) => {
        this.recover();
        let before = this.whole;
        for (const { which, way } of losses) {
          const call = this.#calls[which % this.#calls.length];
          if (!call) throw new Error('nothing was asked');
          this.#lose(call, way);
          const after = await plan(this.#world);
          const moved = movedTowardsDeletion(before, after);
          const { operation, account } = call;
          if (moved.length > 0) throw new Error(JSON.stringify({ lost: { operation, account, way }, moved }));
          before = after;
        }
      }),
      { numRuns, endOnFailure: true },
    );
  }

  recover(): void {
    this.#world.sandbox.control.clearFaults();
    for (const action of this.#denied.splice(0)) this.#world.allow(action);
  }

  #lose({ operation, service, account }: CallRecord, way: Way): void {
    if (way !== 'withdrawn') return void this.#world.sandbox.control.addFault({ kind: way, operation, account });
    this.#denied = [...this.#denied, `${service}:${operation}`];
    this.#world.deny(`${service}:${operation}`, account);
  }
}

/** On evidence that is read anew. */
async function plan(world: World): Promise<Verdicts> {
  world.clock.advance(HOUR);
  const deps = { ...world.wired.deps, evidence: new EvidenceReader(world.clock) };
  const { namespaces } = await planEach(deps, world.configuration.workConfigurations, {
    ...{ signal: new AbortController().signal, omitKept: false, quick: false, finished: [] },
    onNamespace: () => {},
  });
  return new Map(namespaces.flatMap(({ resources }) => resources.map(({ id, verdict }) => [id, verdict] as const)));
}

function movedTowardsDeletion(before: Verdicts, after: Verdicts) {
  return [...after].filter(([id, verdict]) => (RANKS[verdict] ?? 2) > (RANKS[before.get(id) ?? ''] ?? 2));
}
