/** Where a thing is: among the marks, what people keep, what was deleted, and on demand at the providers. */
import type { Mark } from '../../../core/mark/mark.ts';
import type { AuditEntry } from '../../../core/resource/audit.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Sightings } from '../../../core/resource/sightings.ts';
import { endWords } from '../../../core/text/endWords.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { shellWord } from '../../../core/text/shell.ts';
import { shorten } from '../../../core/text/visible.ts';
import { relative, shortTime } from '../../page/dates.tsx';
import { Tag } from '../../page/layout.tsx';
import { searchTexts } from '../texts/search.ts';
import { sharedWords } from '../texts/words.ts';
import { timeOf } from './fate.ts';
import { consolePage, type Frame } from './frame.tsx';
import type { KeptDecision } from './keptRead.ts';
import { Address, NamespaceName, resourcePath, StateTag, untilDeletion } from './operatorParts.tsx';

/** What is found for a text. */
export interface SearchView {
  readonly frame: Frame;
  readonly now: number;
  /** Empty: nothing was asked. */
  readonly text: string;
  readonly marks: Found<Mark>;
  readonly kept: Found<KeptDecision>;
  /** Newest first. */
  readonly deleted: Found<AuditEntry>;
  /** Absent: nobody asked the providers. */
  readonly sightings?: Sightings | undefined;
}

/** The first of what matches. */
export interface Found<T> {
  readonly some: readonly T[];
  readonly isMore: boolean;
}

/** Reads nothing: all of it is in the view. */
export function searchPage({ frame, now, text, marks, kept, deleted, sightings }: SearchView): string {
  const shown = shorten(text, 100);
  const count = marks.some.length + kept.some.length + deleted.some.length;
  const isMore = marks.isMore || kept.isMore || deleted.isMore;
  const q = new URLSearchParams({ q: text }).toString();
  return consolePage({
    title: searchTexts.title,
    frame,
    found: text,
    json: `api/v1/marks?${q}`,
    command: `holystone explain ${shellWord(text || 'ID')}`,
    body: (
      <>
        <h1>{text === '' ? searchTexts.ask : searchTexts.heading(count, isMore, shown)}</h1>
        <p class="quiet">{searchTexts.where}</p>
        {text !== '' && (
          <>
            <Part title={searchTexts.marked} found={marks} all={[`marks?${q}`, searchTexts.allMarks]}>
              {marks.some.map((mark) => (
                <Hit
                  state={<StateTag mark={mark} end={frame.endOf(mark.namespace)} />}
                  {...placeOf(mark.namespace, mark.id, mark.resource.name)}
                  about={[
                    mark.owner && <Address address={mark.owner} />,
                    searchTexts.due(untilDeletion(mark, now), endWords[frame.endOf(mark.namespace)]),
                  ]}
                />
              ))}
            </Part>
            <Part title={searchTexts.kept} found={kept} all={[`kept?${q}`, searchTexts.allKept]}>
              {kept.some.map(({ namespace, optOut }) => (
                <Hit
                  state={<Tag tone="good">{searchTexts.kept.toLowerCase()}</Tag>}
                  {...placeOf(namespace, optOut.target.value, optOut.name)}
                  {...(optOut.target.kind === 'id' ? {} : { path: `kept?${q}` })}
                  about={[searchTexts.by(shorten(optOut.actor, 100), timeOf(optOut)), optOut.reason]}
                />
              ))}
            </Part>
            <Part
              title={searchTexts.ended(endWords[frame.ends])}
              found={deleted}
              all={[`activity?event=deleted&${q}`, searchTexts.allDeleted]}
            >
              {deleted.some.map(({ namespace, id = '', name, at, actor }) => (
                <Hit
                  state={<Tag tone="plain">{sharedWords.event('deleted', frame.endOf(namespace as Namespace))}</Tag>}
                  {...placeOf(namespace as Namespace, id, name)}
                  about={[
                    <>
                      {shortTime(at)} {relative(at, now)}
                    </>,
                    shorten(actor, 100),
                  ]}
                />
              ))}
            </Part>
            <Now text={text} sightings={sightings} />
          </>
        )}
      </>
    ),
  });
}

function Part<T>({
  title,
  found,
  all: [path, words],
  children,
}: {
  readonly title: string;
  readonly found: Found<T>;
  readonly all: readonly [string, string];
  readonly children: readonly Html[];
}): Html {
  return (
    <section class="card part" aria-label={title}>
      <h2>{title}</h2>
      {found.some.length === 0 ? <p class="quiet">{searchTexts.none}</p> : <ul class="plain hits">{children}</ul>}
      {found.isMore && (
        <p>
          <a href={`./${path}`}>{words}</a>
        </p>
      )}
    </section>
  );
}

interface Place {
  readonly namespace: Namespace;
  readonly id: string;
  readonly name?: string | undefined;
  /** Relative to the first page; absent: that of the resource. */
  readonly path?: string;
}

function placeOf(namespace: Namespace, id: string, name: string | undefined): Place {
  return { namespace, id, ...(name ? { name } : {}) };
}

function Hit({
  state,
  namespace,
  id,
  name = id,
  path,
  about,
}: Place & {
  readonly state: Html;
  readonly about: readonly (HtmlContent | undefined)[];
}): Html {
  const told = about.filter((one) => one !== undefined && one !== '');
  return (
    <li>
      <span>{state}</span>
      <div>
        <a href={`./${path ?? resourcePath(namespace, id)}`} data-row>
          {shorten(name, 100)}
          {name !== id && <span class="id quiet"> {shorten(id, 100)}</span>}
        </a>
        <p class="quiet">
          <NamespaceName namespace={namespace} />
          {told.map((one) => (
            <> · {one}</>
          ))}
        </p>
      </div>
    </li>
  );
}

function Now({ text, sightings }: Pick<SearchView, 'text' | 'sightings'>): Html {
  return (
    <section class="card part" aria-label={searchTexts.now}>
      <h2>{searchTexts.now}</h2>
      {sightings === undefined ? (
        <form method="get" action="./search">
          <p>{searchTexts.elsewhere}</p>
          <input type="hidden" name="q" value={text} />
          <button name="check" value="now">
            {searchTexts.check}
          </button>{' '}
          <span class="quiet">{searchTexts.checks}</span>
        </form>
      ) : (
        <Seen sightings={sightings} />
      )}
    </section>
  );
}

/** So many places that could not be read are named. */
const NAMED = 20;

function Seen({ sightings: { found, isPart, unread } }: { readonly sightings: Sightings }): Html {
  return (
    <>
      {found.length === 0 && unread.length === 0 && <p class="quiet">{searchTexts.noneNow}</p>}
      <ul class="plain hits">
        {found.map(({ namespace, id, name }) => (
          <Hit
            state={<Tag tone="plain">{sharedWords.exists}</Tag>}
            {...placeOf(namespace, id, name)}
            path={`${resourcePath(namespace, id)}?check=now`}
            about={[]}
          />
        ))}
      </ul>
      {isPart && <p class="quiet">{searchTexts.part(found.length)}</p>}
      {unread.length > 0 && (
        <details>
          <summary>{searchTexts.unread(unread.length)}</summary>
          <ul>
            {unread.slice(0, NAMED).map(({ namespace, why }) => (
              <li>
                <span class="id">{namespace}</span>: {shorten(why, 400)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
