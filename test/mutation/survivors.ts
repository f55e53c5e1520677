/** The mutants that no test notices, and what a person said of each: survivors.tsv, a line per mutant. */

/** equivalent: nobody can tell; covered: a named suite that is too slow to run here notices; unimportant: a text or a speed. */
const JUDGEMENTS = ['equivalent', 'covered', 'unimportant'];

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export interface Mutant {
  /** Of its file: each file begins with 0. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly before: string;
  readonly after: string;
}

/** Both count from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What Stryker's instrumenter says of a mutant. */
export interface Instrumented {
  readonly id: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
  /** Only of a mutant that needs no test: one that a comment in the file leaves out. */
  readonly status?: string;
}

/** Without the line number, which other changes move. */
export function keyOf({ file, mutator, before, after }: Mutant): string {
  return [file, mutator, inLine(before), inLine(after)].join('\t');
}

/** @returns key → judgement @throws Error for a line that is none */
export function reviewed(tsv: string): ReadonlyMap<string, { readonly judgement: string; readonly why: string }> {
  const [, ...lines] = tsv.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const fields = line.split('\t');
      const [judgement = '', why = ''] = fields.slice(4);
      if (fields.length !== 6 || !JUDGEMENTS.includes(judgement) || why === '') {
        throw new Error(`no judgement: ${line}; a judgement is ${JUDGEMENTS.join(', ')}, and has a reason`);
      }
      return [fields.slice(0, 4).join('\t'), { judgement, why }];
    }),
  );
}

/** The mutants of a file that are to be judged. */
export function mutantsIn(file: string, source: string, mutants: readonly Instrumented[]): readonly Mutant[] {
  const lines = source.split('\n');
  return mutants
    .filter(({ status }) => status === undefined)
    .map(({ id, mutatorName, replacement, location }) => ({
      id,
      file,
      line: location.start.line + 1,
      mutator: mutatorName,
      before: between(lines, location),
      after: replacement,
    }));
}

function between(lines: readonly string[], { start, end }: Instrumented['location']): string {
  const chosen = lines.slice(start.line, end.line + 1);
  chosen[chosen.length - 1] = chosen.at(-1)?.slice(0, end.column) ?? '';
  chosen[0] = chosen[0]?.slice(start.column) ?? '';
  return chosen.join('\n');
}
