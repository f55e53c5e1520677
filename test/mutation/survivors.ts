/** The mutants that no test notices, and what a person said of each: survivors.tsv, a line per mutant. */

/** equivalent: nobody can tell; covered: a named suite that is too slow to run here notices; unimportant: a text or a speed. */
const JUDGEMENTS = ['equivalent', 'covered', 'unimportant'];

const inLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly before: string;
  readonly after: string;
  readonly isAlive: boolean;
  /** It could run at all. */
  readonly isJudged: boolean;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

interface Location {
  readonly start: Position;
  readonly end: Position;
}

/** What Stryker's JSON report has. */
export interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement?: string;
          readonly location: Location;
          readonly status: string;
        }[];
      }
    >
  >;
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

/** The mutants of a report of Stryker by what became of them. A mutant without a test counts as a survivor. */
export function mutantsIn({ files }: Report): readonly Mutant[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ mutatorName, replacement = '', location, status }) => ({
      file,
      line: location.start.line,
      mutator: mutatorName,
      before: between(lines, location),
      after: replacement,
      isAlive: status === 'Survived' || status === 'NoCoverage',
      isJudged: !['CompileError', 'RuntimeError', 'Ignored'].includes(status),
    }));
  });
}

function between(lines: readonly string[], { start, end }: Location): string {
  const chosen = lines.slice(start.line - 1, end.line);
  chosen[chosen.length - 1] = chosen.at(-1)?.slice(0, end.column - 1) ?? '';
  chosen[0] = chosen[0]?.slice(start.column - 1) ?? '';
  return chosen.join('\n');
}
