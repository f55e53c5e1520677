/** Messages of a command on stderr may repeat hostile texts; none of them moves a terminal's cursor. */
import { Writable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { runCli } from '../../../src/cli/program.ts';

class Text extends Writable {
  text = '';
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const ESCAPE = '\u001b[2K\u202Eevil';

test.each([
  ['a name of a file', ['validate', '-c', `${ESCAPE}.yaml`]],
  ['an option that is not known', ['validate', `--${ESCAPE}`]],
  ['a namespace that is not known', ['explain', ESCAPE, 'ami-1', '-c', 'config/holystone.yaml']],
])('P3 %s is shown on stderr with every character visible', async (_what, argv) => {
  const [stdout, stderr] = [new Text(), new Text()];
  const { signal } = new AbortController();
  const code = await runCli(argv, { env: {}, stdout, stderr, clock: { now: () => 0 }, signal, exitCode: 0 });
  expect(code).toBe(2);
  expect(stderr.text).toContain('[U+001B]');
  expect(['\u001b', '\u202e'].filter((character) => stderr.text.includes(character))).toEqual([]);
});
