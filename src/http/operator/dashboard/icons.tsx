/** The drawings of the console: strokes in a box of 16 units, in the colour of the text beside them. */
import type { Html } from '../../../core/text/html.ts';

const DRAWN = {
  home: ['M2 7.5 8 2.5l6 5M3.5 6.5V13.5h9V6.5'],
  money: [
    'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
    'M10 5.8C9.6 5 8.9 4.8 8 4.8c-1.1 0-1.9.5-1.9 1.5 0 2.3 3.9 1.1 3.9 3.3 0 1-.9 1.6-2 1.6-1 0-1.8-.4-2.1-1.2M8 3.6v8.8',
  ],
  flag: ['M3.5 14V2.5h8l-1.5 3 1.5 3h-8'],
  check: ['m3 8.5 3.3 3.3L13 4.8'],
  stop: ['M5.4 1.8h5.2l3.6 3.6v5.2l-3.6 3.6H5.4l-3.6-3.6V5.4zM8 5v3.5M8 11h.01'],
  people: [
    'M8.3 5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 0 1 4.6 0z',
    'M1.8 13.5c0-2.7 1.8-4.5 4.2-4.5s4.2 1.8 4.2 4.5M10.5 3.2a2.2 2.2 0 0 1 0 4M11.5 9.3c1.7.5 2.7 2 2.7 4.2',
  ],
  layers: ['m8 2 6 3-6 3-6-3zM2 8l6 3 6-3M2 11l6 3 6-3'],
  stairs: ['M2 13.5h3v-3h3v-3h3v-3h3'],
  pulse: ['M1.5 8.5h3l2-5.5 3 10 2-4.5h3'],
  server: ['M2 2.5h12v4.5H2zM2 9h12v4.5H2z', 'M4.5 4.75h.01M4.5 11.25h.01'],
  search: ['M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0z', 'm10.5 10.5 3.5 3.5'],
  bin: ['M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.7 9.5h6.6l.7-9.5'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The name of a drawing. */
export type IconName = keyof typeof DRAWN;

/** Decoration: a word always stands beside it. */
export function Icon({ name }: { readonly name: IconName }): Html {
  return (
    <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
      {DRAWN[name].map((d) => (
        <path d={d} />
      ))}
    </svg>
  );
}
