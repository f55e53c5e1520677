/** Gauges of the whole fleet as it is now: read at each scrape, so that every instance shows the same. */
import { Gauge, type Registry } from 'prom-client';
import type { UnreadPlace } from '../core/policy/pass.ts';
import { STAGES, type Stage } from '../core/policy/stage.ts';
import type { NamespaceParts } from '../core/resource/namespace.ts';
import { UNIT_STATES, type UnitState } from '../core/work/unitState.ts';

/** A namespace as gauges show it. Instants in ms since the epoch. */
export interface NamespaceGauges extends NamespaceParts {
  readonly namespace: string;
  /** Per action of its configuration when the last complete pass ended; 0 = none yet. */
  readonly completedAt: Readonly<Record<string, number>>;
  /** The counts of the last survey. */
  readonly counts: Readonly<Record<string, number>>;
  /** Did the last survey not finish within the maximum time? */
  readonly isOverBudget: boolean;
  /** The failed reads of the last survey that came to its end. */
  readonly unread: readonly UnreadPlace[];
  readonly marked: number;
  readonly due: number;
  readonly state: UnitState;
  /** The oldest date that has passed where deletions are allowed; absent = none. */
  readonly overdueSince?: number;
}

/** The fleet at one instant. */
export interface FleetSnapshot {
  /** ms since the epoch. */
  readonly at: number;
  readonly killed: boolean;
  readonly inService: boolean;
  /** Parallel work items in force. */
  readonly capacity: number;
  readonly instances: number;
  /** Work items by state: waiting, active, delayed. */
  readonly queue: Readonly<Record<string, number>>;
  readonly stages: readonly (Omit<NamespaceParts, 'location' | 'resourceType'> & {
    readonly type: string;
    readonly stage: Stage;
  })[];
  /** Namespaces whose configuration differs between live instances. */
  readonly drifting: number;
  readonly namespaces: readonly NamespaceGauges[];
}

/** Counts of a survey that say how things are; `would…` are the changes that a dry run left out. */
export const SURVEY_STATES: readonly string[] = [
  ...['listed', 'candidate', 'held', 'keep', 'unknown', 'unowned', 'invalidOwner', 'unsureOwner'],
  ...['undated', 'protected'],
  ...['wouldMark', 'wouldUnmark', 'wouldRefresh'],
];

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

interface Definition {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  readonly samples: (fleet: FleetSnapshot) => readonly Sample[];
}

const PLACE = ['namespace', 'account', 'location', 'type'];

const GAUGES: readonly Definition[] = [
  {
    name: 'holystone_kill_switch',
    help: '1 = the kill switch is on: nothing is deleted.',
    labelNames: [],
    samples: ({ killed }) => [[{}, Number(killed)]],
  },
  {
    name: 'holystone_in_service',
    help: '1 = the fleet is in service, 0 = an operator took it out of service.',
    labelNames: [],
    samples: ({ inService }) => [[{}, Number(inService)]],
  },
  {
    name: 'holystone_capacity',
    help: 'Parallel work items that the whole fleet may run; 0 = paused.',
    labelNames: [],
    samples: ({ capacity }) => [[{}, capacity]],
  },
  {
    name: 'holystone_instances',
    help: 'Live instances of the fleet.',
    labelNames: [],
    samples: ({ instances }) => [[{}, instances]],
  },
  {
    name: 'holystone_drifting_namespaces',
    help: 'Namespaces where nothing is deleted because live instances have different configurations.',
    labelNames: [],
    samples: ({ drifting }) => [[{}, drifting]],
  },
  {
    name: 'holystone_queue_items',
    help: 'Work items in the queue of the fleet by state: waiting, active, delayed.',
    labelNames: ['state'],
    samples: ({ queue }) => Object.entries(queue).map(([state, count]) => [{ state }, count]),
  },
  {
    name: 'holystone_units',
    help: 'Namespaces by state: idle, scheduled, ongoing, unfinished, partial, failed (after five failures in a row).',
    labelNames: ['provider', 'state'],
    samples: ({ namespaces }) =>
      [...new Set(namespaces.map(({ provider }) => provider))].flatMap((provider) =>
        UNIT_STATES.map((state): Sample => {
          const those = namespaces.filter((one) => one.provider === provider && one.state === state);
          return [{ provider, state }, those.length];
        }),
      ),
  },
  {
    name: 'holystone_stage',
    help: '1 = the rollout stage of the type in the account: plan, notify, canary, live; 0 for the other stages.',
    labelNames: ['provider', 'account', 'type', 'stage'],
    samples: ({ stages }) =>
      stages.flatMap(({ stage: current, ...unit }) =>
        STAGES.map((stage): Sample => [{ ...unit, stage }, Number(stage === current)]),
      ),
  },
  {
    name: 'holystone_last_complete_pass_timestamp_seconds',
    help: 'When the last complete pass of the action ended in the namespace, Unix time; 0 = none yet.',
    labelNames: [...PLACE, 'action'],
    samples: ofNamespaces(({ completedAt }) =>
      Object.entries(completedAt).map(([action, at]) => [{ action }, at / 1000]),
    ),
  },
  {
    name: 'holystone_marks',
    help: 'Marks by namespace; due: the deletion date is reached and the mark is not deferred.',
    labelNames: [...PLACE, 'state'],
    samples: ofNamespaces(({ marked, due }) => [
      [{ state: 'marked' }, marked],
      [{ state: 'due' }, due],
    ]),
  },
  {
    name: 'holystone_oldest_overdue_seconds',
    help: 'How long ago the oldest deletion date of the namespace passed, where deletions are allowed; 0 = none has.',
    labelNames: PLACE,
    samples: (fleet) =>
      ofNamespaces(({ overdueSince }) => [
        [{}, overdueSince === undefined ? 0 : Math.max(0, fleet.at - overdueSince) / 1000],
      ])(fleet),
  },
  {
    name: 'holystone_survey_resources',
    help: 'Resources in the last survey of the namespace: listed, candidate, held, keep, unknown, kept because undated or protected, candidates that are unowned, invalidOwner, unsureOwner, and the changes that a dry run would make: wouldMark, wouldUnmark, wouldRefresh.',
    labelNames: [...PLACE, 'what'],
    samples: ofNamespaces(({ counts }) =>
      SURVEY_STATES.flatMap((what) => (counts[what] === undefined ? [] : [[{ what }, counts[what]] as const])),
    ),
  },
  {
    name: 'holystone_survey_over_budget',
    help: '1 = the last survey of the namespace did not finish within the maximum time: raise work.budget.',
    labelNames: ['namespace'],
    samples: ({ namespaces }) => namespaces.map(({ namespace, isOverBudget }) => [{ namespace }, Number(isOverBudget)]),
  },
  {
    name: 'holystone_unread_evidence_kinds',
    help: 'Evidence sources that the last survey of a namespace could not read in an account and location, whether or not they block a resource.',
    labelNames: ['namespace', 'unread_account', 'unread_location'],
    samples: ({ namespaces }) =>
      namespaces.flatMap(({ namespace, unread }) =>
        unread.map(
          ({ account, location, sources }): Sample => [
            { namespace, unread_account: account, unread_location: location },
            sources.length,
          ],
        ),
      ),
  },
];

function ofNamespaces(samples: (one: NamespaceGauges) => readonly Sample[]): Definition['samples'] {
  return ({ namespaces }) =>
    namespaces.flatMap((one) => {
      const { namespace, account, location, resourceType: type } = one;
      const place = { namespace, account, location, type };
      return samples(one).map(([labels, value]): Sample => [{ ...place, ...labels }, value]);
    });
}

/** @param read the snapshot to show; on a rejection the gauges have no series */
export function registerFleetGauges(registry: Registry, read: () => Promise<FleetSnapshot>): void {
  for (const { name, help, labelNames, samples } of GAUGES) {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      async collect() {
        const fleet = await read().catch(() => undefined);
        this.reset();
        // A gauge without labels begins at 0, which would be a statement.
        if (fleet === undefined) this.remove();
        else for (const [labels, value] of samples(fleet)) this.set(labels, value);
      },
    });
  }
}
