import type { LineCounter } from 'yaml';
import { ConfigurationError, type ConfigurationProblem } from '../../core/common/errors.ts';
import { clip } from './quote.ts';
import type { Reporter } from './report.ts';
import { inOrder } from './report.ts';
import type { Path, Tree } from './tree.ts';
import type { SourceProblem } from './yamlFaults.ts';

/** A limit, because a file of the wrong kind has a million problems. */
const MOST = 100;

/** All problems of one file, with lines and columns. */
export class Problems implements Reporter {
  private readonly file: string;
  private readonly lines: LineCounter;
  private tree: Tree | undefined;
  private readonly found: ConfigurationProblem[] = [];
  /** The number of problems that are not listed. */
  private left = 0;
  private readonly warned: ConfigurationProblem[] = [];

  constructor(file: string, lines: LineCounter) {
    this.file = file;
    this.lines = lines;
  }

  /** Sets the tree; from now on paths have lines and columns. */
  place(tree: Tree): void {
    this.tree = tree;
  }

  addAt(problems: readonly SourceProblem[]): void {
    for (const { offset, message } of problems) this.add(this.at(offset, message));
  }

  report(path: Path, message: string, at: 'key' | 'value' = 'value'): void {
    this.add(this.at(this.tree?.offsetOf(path, at) ?? 0, `${prefix(path)}${message}`));
  }

  warn(path: Path, message: string, at: 'key' | 'value' = 'value'): void {
    this.warned.push(this.at(this.tree?.offsetOf(path, at) ?? 0, `${prefix(path)}${message}`));
  }

  none(): boolean {
    return this.found.length === 0;
  }

  warnings(): readonly ConfigurationProblem[] {
    return inOrder(this.warned);
  }

  error(): ConfigurationError {
    const listed = inOrder(this.found);
    const last = listed.at(-1);
    if (this.left === 0 || !last) return new ConfigurationError(listed);
    const message = `there are more problems; the first ${MOST} that were found are listed`;
    return new ConfigurationError([...listed, { ...last, message }]);
  }

  private add(problem: ConfigurationProblem): void {
    if (this.found.length < MOST) this.found.push(problem);
    else this.left++;
  }

  private at(offset: number, message: string): ConfigurationProblem {
    const { line, col } = this.lines.linePos(offset);
    return { file: this.file, line: Math.max(1, line), column: Math.max(1, col), message: oneLine(message) };
  }
}

/** `cleanup[0].when[1].rule: ` */
function prefix(path: Path): string {
  if (path.length === 0) return '';
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${clip(String(part))}`)).join('');
  return `${text.replace(/^\./, '')}: `;
}

function oneLine(message: string): string {
  return message.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
