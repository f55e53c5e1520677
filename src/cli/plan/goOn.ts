/** The command line that goes on with an interrupted plan. Pure. */

interface Given {
  readonly config?: string;
  readonly namespace?: string;
  readonly format?: string;
  readonly sort?: string;
  readonly diff?: string;
  readonly state?: string;
  readonly quick?: boolean;
  readonly verbose?: boolean;
  readonly kept?: boolean;
}

/** `holystone plan --resume --config prod.yaml`, to be pasted into a shell. */
export function goOnWith(of: Given): string {
  const { config, namespace, format, sort, diff, state, quick, verbose, kept } = of;
  const valued = { config, namespace, output: format, sort, diff, state };
  const values = Object.entries(valued).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(value)}`],
  );
  const flags = Object.entries({ quick, verbose, kept }).flatMap(([name, isGiven]) => (isGiven ? [`--${name}`] : []));
  return ['holystone plan --resume', ...values, ...flags].join(' ');
}

function quoted(value: string): string {
  return /^[\w./:@%+=-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
