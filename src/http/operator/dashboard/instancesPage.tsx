/** The live instances: versions, work and calls, and whether each obeys the last change of the control. */
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative } from '../../page/dates.tsx';
import { Facts, Note, ScrollTable, Tag } from '../../page/layout.tsx';
import type { FleetWork, KnownInstance } from '../api/instances.ts';
import { instancesTexts } from '../texts/instances.ts';
import { numbersIn } from '../texts/texts.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';
import { InstanceCalls } from './instanceCalls.tsx';
import { English } from './operatorParts.tsx';

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
  const { language } = frame;
  const texts = instancesTexts[language];
  return consolePage({
    title: texts.title,
    frame,
    here: 'Instances',
    json: 'api/v1/instances',
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{texts.title}</h1>
        {unreadyBecause.length > 0 && (
          <Note tone="bad">
            <p>{texts.notReady}</p>
            <ul>
              {unreadyBecause.map((why) => (
                <li>
                  <English on={language}>{why}</English>
                </li>
              ))}
            </ul>
          </Note>
        )}
        {known.length === 0 ? (
          <p class="card quiet">{texts.none}</p>
        ) : (
          <ScrollTable label={texts.title} columns={Object.values(texts.columns)} numbers={[texts.columns.places]}>
            {known.slice(0, SHOWN).map((instance) => (
              <Row instance={instance} view={view} />
            ))}
          </ScrollTable>
        )}
        <Work view={view} />
        <InstanceCalls instances={known.slice(0, SHOWN)} now={now} language={language} />
        <Drift view={view} />
      </>
    ),
  });
}

function Row({ instance, view }: { readonly instance: KnownInstance; readonly view: InstancesView }): Html {
  const { frame, now, control } = view;
  const texts = instancesTexts[frame.language];
  const { columns, unknown } = texts;
  const { id, name, configuration, obeys, figures } = instance;
  const dated = (at: number | undefined) => (at === undefined ? unknown : relative(at, now, frame.language));
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
        {obeys >= control.version ? texts.obeys : <Tag tone="bad">{texts.disobeys}</Tag>}
      </td>
    </tr>
  );
}

function Work({ view: { frame, work } }: { readonly view: InstancesView }): Html {
  const texts = instancesTexts[frame.language];
  const { number } = numbersIn(frame.language);
  const { queue, capacity, isPaused, providers } = work;
  const counted = (count: number | undefined) => (count === undefined ? undefined : number(count));
  return (
    <>
      <h2>{texts.work}</h2>
      <section class="card" aria-label={texts.work}>
        {queue === undefined && <p class="quiet">{texts.noQueue}</p>}
        <Facts
          rows={[
            [texts.facts.waiting, counted(queue?.waiting)],
            [texts.facts.active, counted(queue?.active)],
            [texts.facts.delayed, counted(queue?.delayed)],
            [
              texts.facts.capacity,
              <>
                {number(capacity)} {isPaused && <Tag tone="warn">{texts.paused}</Tag>}
              </>,
            ],
            ...Object.entries(providers).map(
              ([name, units]) => [texts.provider(shorten(name, LONGEST)), number(units)] as const,
            ),
          ]}
        />
      </section>
    </>
  );
}

function Drift({ view: { frame, drift } }: { readonly view: InstancesView }): Html {
  const texts = instancesTexts[frame.language];
  return (
    <>
      <h2>{texts.different}</h2>
      {drift.size === 0 ? (
        <p class="quiet">{texts.same}</p>
      ) : (
        <>
          <p>{texts.pauses}</p>
          <ScrollTable label={texts.different} columns={[texts.namespace, texts.title]}>
            {[...drift].slice(0, SHOWN).map(([namespace, why]) => (
              <tr>
                <td class="id">{namespace}</td>
                <td data-label={texts.title}>
                  <English on={frame.language}>{why}</English>
                </td>
              </tr>
            ))}
          </ScrollTable>
        </>
      )}
    </>
  );
}
