import type { Mark } from '../../../core/mark/mark.ts';
import { whyMarked } from '../../../core/mark/whyMarked.ts';
import { type ToldMark, toldMarks } from '../../../core/notice/toldMarks.ts';
import { sign } from '../../../core/owner/optOutToken.ts';
import { type Namespace, partsOf } from '../../../core/resource/namespace.ts';
import { typeName } from '../../../core/resource/typeName.ts';
import { type Html, type HtmlContent, sentence } from '../../../core/text/html.ts';
import { shorten } from '../../../core/text/visible.ts';
import type { Catalogue } from '../../../notify/texts/common/catalogue.ts';
import type { FactName } from '../../../notify/texts/common/pageTexts.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { PublicDeps } from '../../app/deps.ts';
import { notifyOnlyNamespaces } from '../../app/notifyOnly.ts';
import { timeTag } from '../../page/dates.tsx';
import { ScrollTable } from '../../page/layout.tsx';
import { Reasons } from '../../page/reasons.tsx';
import { EvidenceSummaryDetails, knownUse, readEvidenceSummary } from '../link/evidenceSummary.tsx';
import { MOST_ROWS, shownOf } from './selection.ts';

/** The page shows the evidence reads of at most this many namespaces. */
const MOST_NAMESPACES = 20;
const LONGEST_NAME = 120;
const LONGEST_REASON = 300;

interface Table {
  readonly owner: string;
  /** ms since the epoch: no link of a page outlives the one that led to it. */
  readonly expiresAt: number;
  /** Relative path from the page's own address to the parent of `o/TOKEN`. */
  readonly root: string;
  readonly catalogue: Catalogue;
  /** The resources still await their deletion, so the table has a date. */
  readonly isOpen: boolean;
  /** The check boxes of the rows, for the form around the table; absent: there are none. */
  readonly boxes?: Boxes;
}

interface Boxes {
  readonly ticked: boolean;
  readonly keyOf: (mark: Mark) => string;
  /** @param name of the resource */
  label(name: string): string;
}

type Deps = Pick<PublicDeps, 'keys' | 'workConfigurations' | 'passes' | 'clock' | 'control'>;
type Cell = readonly [label: FactName, content: HtmlContent];

/** The rows of these marks: what follows another of them is told in the row of that. */
export function rowsOf({ workConfigurations }: Pick<Deps, 'workConfigurations'>, all: readonly Mark[]) {
  const known = new Map(workConfigurations().map((wc) => [wc.namespace, wc]));
  return toldMarks(all, (namespace) => known.get(namespace)?.follows);
}

/** A row per mark with a link to its page, and the reads before its selection. Rejects with `StoreError`. */
export async function resourceTable(deps: Deps, marks: readonly ToldMark[], table: Table): Promise<Html> {
  const { message, resource } = table.catalogue.pages;
  const shown = marks.slice(0, MOST_ROWS);
  const costs = new MarkCosts(deps.workConfigurations());
  const total = costs.sentence(marks, table.catalogue, deps.clock.now());
  const whereOf = await wheresOf(deps, table.catalogue);
  const rows = shown.map((mark) => [
    ...cellsOf(deps, mark, table, whereOf(mark.namespace)),
    ...(total === undefined ? [] : [['cost', costs.words(mark, table.catalogue) ?? '–'] as const]),
  ]);
  const read = await readOf(deps, shown, table.catalogue, whereOf);
  return (
    <>
      {table.boxes?.ticked && <input type="hidden" name="shown" value={shownOf(shown)} />}
      {total !== undefined && <p>{total}</p>}
      <ScrollTable
        label={message.resources}
        kind="list"
        caption={message.caption(marks.length, marks.length - shown.length)}
        columns={rows[0]?.map(([label]) => resource.facts[label]) ?? []}
      >
        {rows.map((cells) => (
          <tr>
            {cells.map(([label, content]) => (
              <td data-label={resource.facts[label]}>{content}</td>
            ))}
          </tr>
        ))}
      </ScrollTable>
      {read.length > 0 && (
        <>
          <h2>{message.evidenceRead}</h2>
          {read}
        </>
      )}
    </>
  );
}

/** Facts of a mark's namespace. */
interface Where {
  readonly timeZone: string;
  /** `AMI, prod, us-east-1` */
  readonly place: string;
  readonly notifyOnly: boolean;
}

async function wheresOf(deps: Deps, { language }: Catalogue): Promise<(namespace: Namespace) => Where> {
  const known = new Map(deps.workConfigurations().map((wc) => [wc.namespace, wc]));
  const isNotifyOnly = await notifyOnlyNamespaces(deps);
  return (namespace) => {
    const wc = known.get(namespace);
    const parts = partsOf(namespace);
    const [account, location] = [wc?.account.name ?? parts.account, wc?.location ?? parts.location];
    return {
      timeZone: wc?.window?.timeZone ?? 'UTC',
      place: `${typeName(wc ?? parts, language)}, ${account}, ${location}`,
      notifyOnly: isNotifyOnly(namespace),
    };
  };
}

function cellsOf(deps: Deps, mark: Mark, table: Table, { timeZone, place, notifyOnly }: Where): readonly Cell[] {
  const { catalogue, isOpen } = table;
  const { relative, resource: texts } = catalogue.pages;
  const { createdAt } = mark.resource;
  const lastUse = knownUse(mark.resource);
  const date = timeTag(mark.projectedDeletionAt, timeZone, catalogue);
  const ago = (at: number) => relative(at - deps.clock.now());
  return [
    [
      'name',
      <>
        <SelectBox mark={mark} boxes={table.boxes} />
        {nameLink(deps, mark, table)}
      </>,
    ],
    ...(isOpen ? [['deletion', notifyOnly ? sentence`${texts.notifyOnlyUntil} ${date}` : date] as const] : []),
    ['why', <Reasons catalogue={catalogue} reasons={whyMarked(mark)} longest={LONGEST_REASON} />],
    ['created', createdAt === undefined ? texts.unknown : ago(createdAt)],
    ['lastUse', lastUse === undefined ? texts.noUse : ago(lastUse.at)],
    ['location', place],
  ];
}

function SelectBox({ mark, boxes }: { readonly mark: Mark; readonly boxes: Boxes | undefined }): Html | null {
  if (!boxes) return null;
  const label = boxes.label(shorten(mark.resource.name || mark.id, LONGEST_NAME));
  return <input type="checkbox" name="only" value={boxes.keyOf(mark)} checked={boxes.ticked} aria-label={label} />;
}

async function readOf(
  deps: Deps,
  marks: readonly Mark[],
  catalogue: Catalogue,
  whereOf: (namespace: Namespace) => Where,
): Promise<readonly Html[]> {
  const namespaces = [...new Set(marks.map(({ namespace }) => namespace))].slice(0, MOST_NAMESPACES);
  const read = await Promise.all(namespaces.map((namespace) => readEvidenceSummary(deps, namespace)));
  return namespaces.flatMap((namespace, i) => {
    const evidenceRead = read[i];
    if (!evidenceRead) return [];
    const { place, timeZone } = whereOf(namespace);
    return [
      <div class="card">
        <strong>{place}</strong>
        <EvidenceSummaryDetails catalogue={catalogue} summary={evidenceRead} timeZone={timeZone} />
      </div>,
    ];
  });
}

function nameLink({ keys: [key] }: Deps, mark: Mark, { owner, expiresAt, root, catalogue: { language } }: Table): Html {
  const { namespace, id, generation, resource } = mark;
  const name = shorten(resource.name || id, LONGEST_NAME);
  const words = (
    <>
      {name}
      {name !== id && (
        <>
          {' '}
          <span class="id quiet">{shorten(id, LONGEST_NAME)}</span>
        </>
      )}
    </>
  );
  if (!key) return words;
  const group = resource.group === undefined ? {} : { group: resource.group };
  const claims = { namespace, id, owner, generation, expiresAt, language, ...group };
  try {
    return <a href={`${root}o/${sign(claims, key)}`}>{words}</a>;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return words;
  }
}
