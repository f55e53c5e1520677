import { createColors } from 'picocolors';

/** Functions that colour a text, by picocolors; without colour each returns its text unchanged. */
export type Colors = ReturnType<typeof createColors>;

interface Output {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { readonly isTTY?: boolean };
}

/** Colours on a terminal; `NO_COLOR` (https://no-color.org) and `FORCE_COLOR` decide before the terminal does. */
export function colorsFor({ env, stdout }: Output): Colors {
  if (env.NO_COLOR) return createColors(false);
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0';
  return createColors(forced || (stdout.isTTY ?? false));
}
