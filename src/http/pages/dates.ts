import { formatAge } from '../../core/duration.ts';
import { type Html, html } from '../../core/html.ts';

/** The date in words, in the reader's zone: `Mon, 3 March 2025, 10:00 PST`. */
export function inWords(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);
}

/** Without milliseconds: nobody needs them on a page. */
export function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

export function timeTag(at: number, timeZone = 'UTC'): Html {
  return html`<time datetime="${iso(at)}">${inWords(at, timeZone)}</time>`;
}

/** `2025-03-03 18:00`, UTC, for tables. */
export function shortTime(at: number): Html {
  return html`<time datetime="${iso(at)}">${iso(at).slice(0, 16).replace('T', ' ')}</time>`;
}

/** `in 3 days`, `5 hours ago`. */
export function relative(at: number, now: number): string {
  return at >= now ? `in ${formatAge(at - now)}` : `${formatAge(now - at)} ago`;
}
