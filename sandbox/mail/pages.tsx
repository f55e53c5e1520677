/** The mailbox as pages for a browser: the list, and one message with everything that came with it. */
import { type Html, type HtmlContent, renderHtml } from '../../src/core/text/html.ts';
import { visibleLines } from '../../src/core/text/visible.ts';
import type { SunkMessage } from './message.ts';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1c252e; --muted: #56616d; --line: #dde2e7; --paper: #fff; --ground: #eef1f4; --link: #0b6150 }
  @media (prefers-color-scheme: dark) { :root { --ink: #e7ebef; --muted: #a8b3be; --line: #36404a; --paper: #1c2229; --ground: #12161a; --link: #4cc38a } }
  body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif }
  main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem }
  h1 { font-size: 1.4rem; margin: 0 0 .25rem; overflow-wrap: anywhere } h2 { font-size: 1rem; margin: 1.5rem 0 .5rem }
  a { color: var(--link) } .muted { color: var(--muted) }
  ol { list-style: none; margin: 1rem 0; padding: 0; background: var(--paper); border: 1px solid var(--line); border-radius: 8px }
  li + li { border-top: 1px solid var(--line) }
  li a { display: block; padding: .75rem 1rem; text-decoration: none; color: inherit; overflow-wrap: anywhere }
  li a:hover, li a:focus { background: var(--ground) } li strong { display: block }
  iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; background: #fff }
  pre, dl { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
  dt { font-weight: 600 } dd { margin: 0 0 .5rem }
`;

function page(title: string, body: HtmlContent, head?: Html): string {
  const whole = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <main>{body}</main>
      </body>
    </html>
  );
  return visibleLines(`<!DOCTYPE html>\n${renderHtml(whole)}\n`);
}

/** Newest first; loads itself again every few seconds. */
export function listPage(messages: readonly SunkMessage[]): string {
  return page(
    `Mailbox (${messages.length})`,
    <>
      <h1>Mailbox</h1>
      <p class="muted">
        Nothing that arrives here is passed on. JSON: <a href="/api/messages">/api/messages</a>
      </p>
      {messages.length === 0 ? (
        <p>No mail yet.</p>
      ) : (
        <ol>
          {messages.toReversed().map((message) => (
            <li>
              <a href={`/messages/${message.number}`}>
                <strong>{message.subject}</strong>{' '}
                <span class="muted">
                  to {message.recipients.join(', ')} · {timeOf(message)}
                </span>
              </a>
            </li>
          ))}
        </ol>
      )}
    </>,
    <meta http-equiv="refresh" content="5" />,
  );
}

export function messagePage(message: SunkMessage): string {
  const at = `/messages/${message.number}`;
  return page(
    message.subject,
    <>
      <p>
        <a href="/">← Mailbox</a>
      </p>
      <h1>{message.subject}</h1>
      <p class="muted">
        from {message.sender} to {message.recipients.join(', ')} · {timeOf(message)} · <a href={`${at}/raw`}>source</a>
      </p>
      {message.attachments.map(({ filename }, index) => (
        <p>
          Attached: <a href={`${at}/attachments/${index}`}>{filename}</a>
        </p>
      ))}
      <h2>HTML</h2>
      <iframe title="The message as HTML" src={`${at}/html`} sandbox="allow-popups allow-popups-to-escape-sandbox" />
      <h2>Text</h2>
      <pre>{message.text}</pre>
      <h2>Headers</h2>
      <dl>
        {message.headers.map(({ name, value }) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </>,
  );
}

/** The message's own HTML, whose links open outside the frame. */
export function framedHtml(message: SunkMessage): string {
  return message.html.replace(/<head>/i, '<head><base target="_blank">');
}

function timeOf({ receivedAt }: SunkMessage): string {
  return new Date(receivedAt).toISOString().slice(0, 19).replace('T', ' ');
}
