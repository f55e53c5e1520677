import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { partsOf } from '../core/namespace.ts';
import type { PassRecord } from '../core/pass.ts';

/** The process's metrics, in Prometheus' text format; names end in their unit. */
export interface Metrics {
  readonly registry: Registry;
  pass(record: PassRecord): void;
  tick(end: string): void;
  item(kind: string, end: string, ms: number): void;
  /** Marks of a namespace, and how many of them are due. */
  marks(namespace: string, marked: number, due: number): void;
}

const PASS_LABELS = ['account', 'location', 'type', 'action'] as const;

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const passes = new Counter({
    name: 'holystone_passes_total',
    help: 'Finished passes by outcome.',
    labelNames: [...PASS_LABELS, 'outcome'],
    registers,
  });
  const resources = new Counter({
    name: 'holystone_resources_total',
    help: 'What passes did with resources: marked, unmarked, deleted, refused, …',
    labelNames: [...PASS_LABELS, 'what'],
    registers,
  });
  const seconds = new Histogram({
    name: 'holystone_item_duration_seconds',
    help: 'Work items by how they ended.',
    labelNames: ['kind', 'end'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 250, 600],
    registers,
  });
  const ticks = new Counter({ name: 'holystone_ticks_total', help: 'Ticks by end.', labelNames: ['end'], registers });
  const marked = new Gauge({
    name: 'holystone_marks',
    help: 'Marks by namespace; due are those whose date has come.',
    labelNames: ['namespace', 'state'],
    registers,
  });
  return {
    registry,
    pass(record) {
      const { account, location, resourceType: type } = partsOf(record.namespace);
      const labels = { account, location, type, action: record.action };
      passes.inc({ ...labels, outcome: record.outcome });
      for (const [what, count] of Object.entries(record.counts))
        if (count > 0) resources.inc({ ...labels, what }, count);
    },
    tick: (end) => ticks.inc({ end }),
    item: (kind, end, ms) => seconds.observe({ kind, end }, ms / 1000),
    marks(namespace, total, due) {
      marked.set({ namespace, state: 'marked' }, total);
      marked.set({ namespace, state: 'due' }, due);
    },
  };
}
