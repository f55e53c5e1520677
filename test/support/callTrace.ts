/**
 * Records which functions really run, in which order, and who called them: the debugger of this very process stops for
 * a moment at the first statement of each watched function and reads the stack, with the callers before an `await`.
 */
import { type Debugger, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** More levels of `await` than any request has. */
const ASYNC_DEPTH = 1_000;

/** Every script in Redis runs through this method; the trace records the script as a call of its own. */
const RUNS_A_SCRIPT = 'state/redis/script.ts #evaluate';
const LUA = 'state/redis/lua/';

export class CallTrace {
  /** One per call: the function and its callers, nearest first, each as `path name`; a script only as its path. */
  readonly entered: (readonly string[])[] = [];
  readonly #session = new Session();
  readonly #scripts = new Map<string, string>();
  readonly #paths = new Map<string, string>();

  /** Loaded modules are known from here on, also those that were loaded before. */
  constructor() {
    this.#session.connect();
    this.#session.on('Debugger.scriptParsed', ({ params }) => {
      const path = pathOf(params.url);
      if (path === undefined) return;
      // Earlier test files of this process may have loaded the same file: the newest script is this test's.
      if (Number(params.scriptId) > Number(this.#scripts.get(path) ?? 0)) this.#scripts.set(path, params.scriptId);
      this.#paths.set(params.scriptId, path);
    });
    this.#session.on('Debugger.paused', ({ params }) => {
      this.#enter(params);
      this.#session.post('Debugger.resume');
    });
    this.#post('Debugger.enable');
    this.#post('Debugger.setAsyncCallStackDepth', { maxDepth: ASYNC_DEPTH });
  }

  /**
   * @param functions each as `path name`, the path as `sourceFiles` has it; a method without its class
   * @throws Error for a file that is not loaded, and for a function that it does not have
   */
  watch(functions: readonly string[]): void {
    for (const one of new Set([...functions, RUNS_A_SCRIPT])) {
      if (one.endsWith('.lua')) continue;
      const [path = '', name = ''] = one.split(' ');
      this.#post('Debugger.setBreakpoint', { location: this.#firstStatement(path, name) });
    }
  }

  stop(): void {
    this.#post('Debugger.disable');
    this.#session.disconnect();
  }

  #firstStatement(path: string, name: string): Debugger.Location {
    const scriptId = this.#scripts.get(path);
    if (scriptId === undefined) throw new Error(`${path} is not loaded`);
    const { scriptSource } = this.#post<{ scriptSource: string }>('Debugger.getScriptSource', { scriptId });
    const lines = scriptSource.split('\n');
    const lineNumber = withoutComments(scriptSource).findIndex((line) => declares(line, name));
    if (lineNumber < 0) throw new Error(`${path} has no function ${name}`);
    const columnNumber = bodyColumn(lines[lineNumber] as string);
    const start = { scriptId, lineNumber, columnNumber };
    const { locations } = this.#post<{ locations: Debugger.BreakLocation[] }>('Debugger.getPossibleBreakpoints', {
      start,
    });
    return locations[0] as Debugger.Location;
  }

  #enter({ callFrames, asyncStackTrace }: Debugger.PausedEventDataType): void {
    const stack = callFrames.map(({ functionName, location }) => this.#label(location.scriptId, functionName));
    for (let before = asyncStackTrace; before; before = before.parent) {
      stack.push(...before.callFrames.map(({ functionName, scriptId }) => this.#label(scriptId, functionName)));
    }
    this.entered.push(stack);
    const [top] = callFrames;
    if (stack[0] === RUNS_A_SCRIPT && top)
      this.entered.push([`${LUA}${this.#valueOf(top, 'script.name')}.lua`, ...stack]);
  }

  #label(scriptId: string, name: string): string {
    return `${this.#paths.get(scriptId) ?? 'elsewhere'} ${name}`;
  }

  #valueOf({ callFrameId }: Debugger.CallFrame, expression: string): unknown {
    return this.#post<Debugger.EvaluateOnCallFrameReturnType>('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression,
    }).result.value;
  }

  /** The session of the same thread answers before it returns. */
  #post<T>(method: string, params: object = {}): T {
    let answer: T | undefined;
    this.#session.post(method, params, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`);
      answer = result as T;
    });
    return answer as T;
  }
}

function pathOf(url: string): string | undefined {
  const file = url.startsWith('file://') ? fileURLToPath(url) : url;
  return file.startsWith(ROOT) ? file.slice(ROOT.length).replace(/^src\//, '') : undefined;
}

/** The lines of a source. A comment may end on the line of the function that it describes. */
function withoutComments(source: string): readonly string[] {
  const blank = (comment: string, indent: string) => comment.replace(/[^\n]/g, '') + indent;
  return source.replace(/^( *)\/\*\*.*?\*\/ ?/gms, blank).split('\n');
}

/** As swc writes them: functions at the start of a line, methods inside a class, functions in a constant. */
function declares(line: string, name: string): boolean {
  const plain = name.replace('#', '\\#');
  return [
    new RegExp(`^\\s*(export )?(async )?function\\*? ${plain}\\(`),
    new RegExp(`^    (static )?(async )?\\*?${plain}\\(.*\\{$`),
    new RegExp(`^\\s*(export )?const ${plain} = .*=>`),
  ].some((form) => form.test(line));
}

function bodyColumn(line: string): number {
  return Math.max(line.lastIndexOf('{'), line.lastIndexOf('=>') + 2);
}
