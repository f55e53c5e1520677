/** One run: instances of the daemon, one account with images, owners and operators, and what happens to them. */
import type { SendResult } from '../../../src/core/notice/digest.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { Recorder } from '../history/recorder.ts';
import { use } from '../kernel/current.ts';
import { type ClockErrors, Machine } from '../kernel/machine.ts';
import { Simulation } from '../kernel/simulation.ts';
import { Connections } from '../redis/connections.ts';
import { SCRIPTS } from '../redis/scripts.ts';
import { checkAtEnd } from './atEnd.ts';
import { Cloud, ProviderSocket, sandboxOf } from './cloud.ts';
import { nextTick } from './configuration.ts';
import { endCronTasks } from './cronTasks.ts';
import { useEdges } from './edges.ts';
import { Files } from './files.ts';
import { Happenings } from './happenings.ts';
import { Instance, PROGRAM } from './instance.ts';
import { Laws, type Violation } from './laws.ts';
import { Passes } from './passes.ts';
import { type Resource, resourcesOf } from './resources.ts';
import type { Outcome, RunOptions } from './run.ts';
import { skipIdleTime } from './skip.ts';
import { Witness } from './witness.ts';

const DAY = 86_400_000;
/** A Monday. */
const START = Date.UTC(2026, 0, 5, 0, 0, 30);
const RESTART_MS = 2_000;

export class World {
  readonly simulation: Simulation;
  readonly outside: Machine;
  readonly connections: Connections;
  readonly cloud: Cloud;
  readonly files = new Files();
  readonly laws: Laws;
  readonly recorder = new Recorder();
  readonly passes: Passes;
  readonly instances: Instance[] = [];
  readonly resources: readonly Resource[];
  readonly namespaces: readonly Namespace[];
  readonly options: RunOptions;
  readonly violations: Violation[] = [];
  readonly story: string[] = [];
  readonly happenings: Happenings;
  isMailAway = false;
  /** By key of the lock: who took it last. */
  readonly lockHolders = new Map<string, string>();
  readonly #witness = new Witness(this);

  private constructor(
    options: RunOptions,
    simulation: Simulation,
    outside: Machine,
    sandbox: Awaited<ReturnType<typeof sandboxOf>>,
  ) {
    this.options = options;
    this.passes = new Passes(options.scale);
    const { retentionDays, settings = {} } = options.scale;
    this.laws = new Laws({ retentionMs: retentionDays * DAY, settings }, (law, what) => this.violate(law, what));
    this.simulation = simulation;
    this.outside = outside;
    this.happenings = new Happenings(this, options.happenings);
    this.connections = new Connections(simulation, options.server, outside, {
      faultOf: (machine, what) => this.happenings.faultOf(machine, what),
      onAnswer: (machine, request, answer) => {
        const words = request.commands[0]?.words ?? [];
        const taken = request.names[0] === 'redlock' && words.length === 6 && answer.toString() === ':1\r\n';
        if (taken) this.lockHolders.set(String(words[3]), machine.name);
      },
    });
    const watcher = {
      callFault: (machine: Machine, action: string) => this.happenings.callFault(machine, action),
      onDeletion: (machine: Machine, id: string, isForced: boolean) => this.#witness.onDeletion(machine, id, isForced),
      onDeleted: (id: string) => {
        this.laws.deleted.set(id, simulation.now);
        this.tell('aws', `${id} is deleted`);
      },
      onDone: (machine: Machine, action: string, body: string) => this.#witness.onDone(machine, action, body),
    };
    this.cloud = new Cloud(simulation, outside, sandbox, watcher, options.scale.farMs);
    this.resources = resourcesOf(this.cloud.control, options.scale, START);
    this.namespaces = [...new Set(this.resources.map(({ namespace }) => namespace))];
  }

  /** Runs to the end of its days, or until a law is broken. */
  static async run(options: RunOptions): Promise<Outcome> {
    const simulation = new Simulation(options.seed, START);
    const outside = new Machine(simulation, 'world');
    simulation.trace = options.trace;
    simulation.isWarming = options.isWarming ?? false;
    use(simulation);
    await options.server.begin(SCRIPTS.values());
    let world: World | undefined;
    const undo = options.change?.patch?.();
    const sandbox = await sandboxOf(simulation);
    try {
      await simulation.as(outside, () => {
        world = new World(options, simulation, outside, sandbox);
      });
      if (!world) throw new Error('there is no world');
      await world.#run();
      return world.#outcome();
    } finally {
      undo?.();
      world?.connections.close();
      for (const { machine } of world?.instances ?? []) machine.isDead = true;
      endCronTasks();
      useEdges(undefined);
      use(undefined);
      await sandbox.close();
    }
  }

  async #run(): Promise<void> {
    const { simulation, options } = this;
    const { scale } = options;
    Object.assign(process.env, this.cloud.credentials);
    useEdges({
      redis: (machine) => this.connections.open(machine),
      provider: (machine) => new ProviderSocket(simulation, machine),
      call: (...given) => this.cloud.call(...given),
      files: this.files,
    });
    for (let index = 0; index < scale.instances; index++) {
      const errors = {
        aheadMs: Math.round((simulation.random() - 0.5) * 2_000),
        rate: 1 + (simulation.random() - 0.5) * 2e-5,
      };
      this.boot(index, errors, index * 700);
    }
    this.happenings.plan();
    this.lookAtPasses();
    const endAt = START + scale.days * DAY;
    while (simulation.now < endAt && this.violations.length === 0) {
      skipIdleTime(
        simulation,
        this.instances.map(({ machine }) => machine),
        () => this.#nextTick(endAt),
      );
      if (!(await simulation.step())) break;
    }
    if (this.violations.length === 0) await checkAtEnd(this);
  }

  /** True time, at the latest the end of the run. */
  #nextTick(endAt: number): number {
    const { simulation, options, instances } = this;
    const ticks = instances.map(
      ({ machine }) => simulation.now + nextTick(options.scale, machine.wallMs()) - machine.wallMs(),
    );
    return Math.min(endAt, ...ticks);
  }

  lookAtPasses(): void {
    this.simulation.in(0, this.outside, 'looks at passes', () => this.checkPasses());
  }

  /** Is a pass kept waiting? */
  async checkPasses(): Promise<void> {
    const { simulation, happenings, passes, connections } = this;
    for (const namespace of this.namespaces) {
      const ask = (...words: readonly (string | number)[]) => connections.do(...words);
      const late = await passes.late(ask, namespace, simulation.now, happenings.lastStormAt);
      for (const what of late) this.violate('passes', what);
    }
  }

  boot(index: number, errors: ClockErrors, inMs = RESTART_MS): void {
    const { simulation, options } = this;
    const machine = new Machine(simulation, `i${index}`, errors);
    const programs = options.programs ?? [PROGRAM];
    const instance: Instance = new Instance(index, machine, {
      scale: options.scale,
      program: programs[index % programs.length] ?? PROGRAM,
      change: options.change ?? {},
      notifier: { send: (digest) => this.#send(machine, digest) },
      recorder: this.recorder,
      onLine: (line) => this.#witness.onLine(machine, line),
      onEnd: (how) => {
        if (instance.isAlive) this.violate('runs', `${machine.name} ended: ${how}`);
      },
    });
    this.instances[index] = instance;
    simulation.in(inMs, machine, 'boots', () => instance.start());
  }

  die(instance: Instance): void {
    instance.isAlive = false;
    instance.machine.isDead = true;
    this.connections.close(instance.machine);
    this.boot(instance.index, instance.machine.clockErrors);
  }

  instanceOn(machine: Machine): Instance | undefined {
    return this.instances.find((one) => one.machine === machine);
  }

  tell(who: string, what: string): void {
    const at = new Date(this.simulation.now).toISOString().slice(11, 23);
    const day = Math.floor((this.simulation.now - START) / DAY);
    this.story.push(`day ${day} ${at}  ${who.padEnd(6)} ${what}`);
  }

  violate(law: string, what: string): void {
    this.tell('LAW', `${law}: ${what}`);
    if (this.options.laws?.includes(law) === false) return;
    this.violations.push({ law, what, step: this.simulation.steps });
  }

  #send(machine: Machine, digest: Parameters<Laws['tell']>[0]): Promise<SendResult> {
    const { simulation } = this;
    return new Promise((resolve) => {
      simulation.busy();
      simulation.in(20, this.outside, `${machine.name}>mail`, () => {
        const accepted = !this.isMailAway;
        if (accepted) this.laws.tell(digest, simulation.now);
        if (accepted)
          this.tell(
            'mail',
            `${digest.owner} is told of ${digest.rows.map(({ id }) => id).join(' ')} by ${machine.name}`,
          );
        const result: SendResult = accepted
          ? { kind: 'accepted', response: '250 ok', transport: 'mail' }
          : { kind: 'failed', why: 'the mail server is away', transport: 'mail' };
        simulation.in(20, machine, 'mail<', () => resolve(result));
      });
    });
  }

  #outcome(): Outcome {
    const { simulation, violations, story } = this;
    return {
      violations,
      story,
      digest: simulation.digest,
      steps: simulation.steps,
      days: (simulation.now - START) / DAY,
      deleted: this.laws.deleted.size,
      faults: this.happenings.fired,
      operations: this.recorder.operations,
      counts: this.connections.counts,
    };
  }
}
