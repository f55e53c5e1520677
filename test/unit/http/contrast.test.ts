import { describe, expect, test } from '@jest/globals';
import { STYLE } from '../../../src/http/page/style.ts';

type Colours = Readonly<Record<string, string>>;

const [lightBlock = '', darkBlock = ''] = [...STYLE.matchAll(/:root \{([^}]+)\}/g)].map(([, block]) => block ?? '');
const LIGHT = coloursOf(lightBlock);
const DARK = { ...LIGHT, ...coloursOf(darkBlock) };

function coloursOf(block: string): Colours {
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
}

/** WCAG 2.2, relative luminance. */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colours: Colours, a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(colours[a] ?? ''), luminance(colours[b] ?? '')].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('P9 contrast, %s', (_scheme, colours) => {
  test.each([
    ...['paper', 'card', 'soft', 'bad-soft', 'warn-soft', 'good-soft'].map((back) => ['ink', back] as const),
    ...['paper', 'card'].flatMap((back) =>
      ['quiet', 'accent', 'bad', 'warn', 'good'].map((text) => [text, back] as const),
    ),
    ['accent', 'soft'],
    ['on-accent', 'accent'],
  ] as const)('%s on %s can be read (4.5 : 1)', (text, back) => {
    expect(contrast(colours, text, back)).toBeGreaterThanOrEqual(4.5);
  });

  test('the frame of a field can be seen (3 : 1)', () => {
    expect(contrast(colours, 'field', 'card')).toBeGreaterThanOrEqual(3);
  });
});
