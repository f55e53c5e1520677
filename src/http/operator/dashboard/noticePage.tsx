import { Note, type Tone } from '../../page/layout.tsx';
import { frameTexts } from '../texts/frame.ts';
import { consolePage, type Frame, type PageName } from './frame.tsx';

/** A page that says the outcome of one action. */
export interface NoticePage {
  readonly frame: Frame;
  readonly title: string;
  readonly tone: Tone;
  readonly lines: readonly string[];
  readonly here?: PageName;
  /** The page to return to, relative to the first page. */
  readonly back?: { readonly path: string; readonly words: string };
}

/** The outcome of a change, where a redirect would hide it. */
export function noticePage({ frame, title, tone, lines, here, back }: NoticePage): string {
  const { path, words } = back ?? { path: '', words: frameTexts.pages.Overview };
  return consolePage({
    title,
    frame,
    ...(here ? { here } : {}),
    json: 'api/v1/history',
    command: 'holystone status',
    body: (
      <>
        <h1>{title}</h1>
        <Note tone={tone}>
          <ul class="plain">
            {lines.map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </Note>
        <p>
          <a class="button" href={`${frame.root}${path}`}>
            {words}
          </a>
        </p>
      </>
    ),
  });
}
