/** The live instances: versions, work and calls, and whether each obeys the last change of the control. */
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Facts, Note, ScrollTable, Tag } from '../../page/layout.tsx';
import type { FleetWork, KnownInstance } from '../api/instances.ts';
import { instancesTexts } from '../texts/instances.ts';
import { number } from '../texts/numbers.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { InstanceCalls } from './instanceCalls.tsx';

/** The live instances, and the namespaces whose configurations differ between them. */
export interface InstancesView extends FrameState {
  /** Per namespace: why nothing is deleted there. Empty when all instances have the same configuration. */
  readonly drift: ReadonlyMap<Namespace, string>;
  /** In the order of their names. */
  readonly known: readonly KnownInstance[];
  readonly work: FleetWork;
}

const SHOWN = 100;
const LONGEST = 100;

/** At most 100 instances; the page renews itself. */
export function instancesPage(view: InstancesView): string {
  const { frame, known, now, unreadyBecause } = view;
  return consolePage({
    title: instancesTexts.title,
    frame,
    here: 'Instances',
    json: 'api/v1/instances',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{instancesTexts.title}</h1>
        {unreadyBecause.length > 0 && (
          <Note tone="bad">
            <p>{instancesTexts.notReady}</p>
            <ul>
              {unreadyBecause.map((why) => (
                <li>{why}</li>
              ))}
            </ul>
          </Note>
        )}
        {known.length === 0 ? (
          <p class="card quiet">{instancesTexts.none}</p>
        ) : (
          <ScrollTable
            label={instancesTexts.title}
            columns={Object.values(instancesTexts.columns)}
            numbers={[instancesTexts.columns.places]}
          >
            {known.slice(0, SHOWN).map((instance) => (
              <Row instance={instance} view={view} />
            ))}
          </ScrollTable>
        )}
        <Work view={view} />
        <InstanceCalls instances={known.slice(0, SHOWN)} now={now} />
        <Drift view={view} />
      </>
    ),
  });
}

function Row({ instance, view }: { readonly instance: KnownInstance; readonly view: InstancesView }): Html {
  const { now, control } = view;
  const { columns, unknown } = instancesTexts;
  const { id, name, configuration, obeys, figures } = instance;
  const dated = (at: number | undefined) => (at === undefined ? unknown : relative(at, now));
  return (
    <tr>
      <td>
        {shorten(name, LONGEST)}
        <br />
        <span class="id quiet">{shorten(id, LONGEST)}</span>
      </td>
      <td data-label={columns.version}>{shorten(figures?.version ?? unknown, LONGEST)}</td>
      <td data-label={columns.started}>{dated(figures?.startedAt)}</td>
      <td data-label={columns.beat}>{dated(figures?.at)}</td>
      <td class="number" data-label={columns.places}>
        {figures?.concurrency ?? '–'}
      </td>
      <td data-label={columns.configuration} class="id">
        {configuration.slice(0, 12)}
      </td>
      <td data-label={columns.control}>
        {obeys >= control.version ? instancesTexts.obeys : <Tag tone="bad">{instancesTexts.disobeys}</Tag>}
      </td>
    </tr>
  );
}

function Work({ view: { work } }: { readonly view: InstancesView }): Html {
  const { queue, capacity, isPaused, providers } = work;
  const counted = (count: number | undefined) => (count === undefined ? undefined : number(count));
  return (
    <>
      <h2>{instancesTexts.work}</h2>
      <section class="card" aria-label={instancesTexts.work}>
        {queue === undefined && <p class="quiet">{instancesTexts.noQueue}</p>}
        <Facts
          rows={[
            [instancesTexts.facts.waiting, counted(queue?.waiting)],
            [instancesTexts.facts.active, counted(queue?.active)],
            [instancesTexts.facts.delayed, counted(queue?.delayed)],
            [
              instancesTexts.facts.capacity,
              <>
                {number(capacity)} {isPaused && <Tag tone="warn">{instancesTexts.paused}</Tag>}
              </>,
            ],
            ...Object.entries(providers).map(
              ([name, units]) => [instancesTexts.provider(shorten(name, LONGEST)), number(units)] as const,
            ),
          ]}
        />
      </section>
    </>
  );
}

function Drift({ view: { drift } }: { readonly view: InstancesView }): Html {
  return (
    <>
      <h2>{instancesTexts.different}</h2>
      {drift.size === 0 ? (
        <p class="quiet">{instancesTexts.same}</p>
      ) : (
        <>
          <p>{instancesTexts.pauses}</p>
          <ScrollTable label={instancesTexts.different} columns={[instancesTexts.namespace, instancesTexts.title]}>
            {[...drift].slice(0, SHOWN).map(([namespace, why]) => (
              <tr>
                <td class="id">{namespace}</td>
                <td data-label={instancesTexts.title}>{why}</td>
              </tr>
            ))}
          </ScrollTable>
        </>
      )}
    </>
  );
}
