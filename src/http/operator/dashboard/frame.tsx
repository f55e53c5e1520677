/** The frame of every page of the console: who deletes, what needs attention, where to go, and the same for programs. */
import type { End, Ends } from '../../../core/resource/ends.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { Html, HtmlContent } from '../../../core/text/html.ts';
import { renderPage, Tag } from '../../page/layout.tsx';
import { frameTexts, type OffBecause } from '../texts/frame.ts';
import { number } from '../texts/numbers.ts';
import { Icon, type IconName } from './icons.tsx';
import type { Viewer } from './viewer.ts';

/** The parts that every page of the console shares. */
export interface Frame {
  /** Relative address of the first page: `./` there, `../../../` on the page of a resource. */
  readonly root: string;
  readonly version: string;
  readonly instances: number;
  /** All instances have the same configuration and obey the last change of the control. */
  readonly isInStep: boolean;
  /** Why nothing at all is deleted; absent = deletions are on. */
  readonly offBecause?: OffBecause;
  readonly isKilled: boolean;
  /** The number of items of the attention list. */
  readonly attention: number;
  /** Beside the names of pages: how many things they have. */
  readonly numbers?: Partial<Readonly<Record<PageName, number>>>;
  readonly viewer: Viewer;
  /** What happens to the resources of a namespace, and to those of all that are configured; for words alone. */
  readonly endOf: (namespace: Namespace) => End;
  readonly ends: Ends;
}

/** The pages of the navigation in groups, with the key that follows `g`. */
const PAGES = [
  [['Overview', '', 'o', 'home']],
  [
    ['Marks', 'marks', 'm', 'flag'],
    ['Kept', 'kept', 'k', 'check'],
    ['Blocked', 'blocked', 'b', 'stop'],
    ['Owners', 'owners', 'w', 'people'],
    ['Savings', 'savings', 'v', 'money'],
  ],
  [
    ['Namespaces', 'namespaces', 'n', 'layers'],
    ['Stages', 'stages', 's', 'stairs'],
    ['Instances', 'instances', 'i', 'server'],
    ['Activity', 'activity', 'a', 'pulse'],
  ],
] as const satisfies readonly (readonly (readonly [string, string, string, IconName])[])[];

/** The name of a page in the navigation. */
export type PageName = (typeof PAGES)[number][number][0];

/** Each page passes these to {@link consolePage}, which adds the navigation and the way to the same data. */
export interface ConsolePage {
  readonly title: string;
  readonly frame: Frame;
  /** The page that the navigation highlights; absent = none. */
  readonly here?: PageName;
  /** What the field of the search has in it. */
  readonly found?: string;
  readonly body: HtmlContent;
  /** Address of the same data as JSON, relative to the first page. */
  readonly json: string;
  /** The command that shows the same. */
  readonly command: string;
  /** A script reads the page again while a person looks at it. */
  readonly isLive?: true;
}

/** A whole document; its links are relative to `frame.root`, so it works below any path of a proxy. */
export function consolePage({ title, frame, here, found, body, json, command, isLive }: ConsolePage): string {
  const { root } = frame;
  const { asJson, asCommand, keys } = frameTexts;
  return renderPage({
    title,
    width: 'wide',
    assets: { style: `${root}console.css`, script: `${root}console.js` },
    ...(isLive ? { mark: 'live' } : {}),
    rail: <Rail frame={frame} here={here} />,
    top: <Top frame={frame} found={found} />,
    body: (
      <>
        {body}
        <footer class="as">
          <a href={`${root}${json}`}>{asJson}</a>
          <span>
            {asCommand} <code>{command}</code>
          </span>
          <button type="button" class="keys" data-on={keys.on} data-off={keys.off} title={keys.help} hidden>
            {keys.shortcuts}
          </button>
        </footer>
      </>
    ),
  });
}

function Rail({ frame: { root, version, numbers = {} }, here }: { readonly frame: Frame } & Here): Html {
  return (
    <>
      <a class="skip" href="#main">
        {frameTexts.skip}
      </a>
      <nav class="rail" aria-label={frameTexts.pagesLabel}>
        <a class="brand" href={root}>
          Holystone
        </a>
        {PAGES.map((group) => (
          <ul>
            {group.map(([name, path, key, icon]) => (
              <li>
                <a href={`${root}${path}`} data-key={key} aria-current={name === here ? 'page' : undefined}>
                  <Icon name={icon} />
                  {frameTexts.pages[name]}
                  {numbers[name] ? <span class="n">{` ${number(numbers[name])}`}</span> : undefined}
                </a>
              </li>
            ))}
          </ul>
        ))}
        <p class="foot">
          {version} · <a href={`${root}api/docs`}>{frameTexts.api}</a>
        </p>
      </nav>
    </>
  );
}

interface Here {
  readonly here: PageName | undefined;
}

function Top({ frame, found }: { readonly frame: Frame; readonly found: string | undefined }): Html {
  const { root, instances, isInStep, offBecause, attention } = frame;
  return (
    <>
      <form class="find" method="get" action={`${root}search`} role="search" aria-label={frameTexts.find}>
        <Icon name="search" />
        <input
          id="find"
          name="q"
          type="search"
          value={found ?? ''}
          aria-label={frameTexts.find}
          placeholder={frameTexts.find}
          required
          maxlength={500}
          autocomplete="off"
        />
        <span class="kbd" aria-hidden="true">
          /
        </span>
      </form>
      <div class="facts">
        <span data-fact="deletion" title={offBecause && frameTexts.offBecause[offBecause]}>
          {offBecause === undefined ? <Tag tone="warn">{frameTexts.on}</Tag> : <Tag tone="plain">{frameTexts.off}</Tag>}
        </span>
        <a class="fact" data-fact="instances" href={`${root}instances`}>
          {frameTexts.instances(instances, isInStep)}
        </a>
        <a class="fact" data-fact="attention" href={`${root}#attention`}>
          {frameTexts.attention(attention)}
        </a>
        {frame.viewer.csrf !== undefined && (
          <a class="fact" href={`${root}sign-in`} title={frameTexts.account}>
            {frame.viewer.actor}
          </a>
        )}
        {frame.viewer.mayChangeFleet && <Stop frame={frame} />}
      </div>
    </>
  );
}

function Stop({ frame: { root, isKilled, viewer } }: { readonly frame: Frame }): Html {
  const [action, words, confirm] = isKilled
    ? (['resume', frameTexts.resume, frameTexts.resumeNow] as const)
    : (['stop', frameTexts.stop, frameTexts.stopNow] as const);
  return (
    <details class="stop">
      <summary class={isKilled ? 'button' : 'button danger'}>{words}</summary>
      <ChangeForm viewer={viewer} action={`${root}${action}`}>
        <label for="stop-reason">{frameTexts.reasonRequired}</label>
        <input id="stop-reason" name="reason" type="text" required maxlength={500} autocomplete="off" />
        <button class={isKilled ? undefined : 'danger'}>{confirm}</button>
      </ChangeForm>
    </details>
  );
}

/** A form that changes something. A viewer with a session proves with it that the page is ours. */
export function ChangeForm({
  viewer,
  action,
  children,
  name,
}: {
  readonly viewer: Viewer;
  readonly action: string;
  readonly children: HtmlContent;
  readonly name?: string;
}): Html {
  return (
    <form class={name} method="post" action={action}>
      {viewer.csrf !== undefined && <input type="hidden" name="csrf" value={viewer.csrf} />}
      {children}
    </form>
  );
}
