/** Messages of a command on stderr may repeat hostile texts; none of them moves a terminal's cursor. */

import { expect, test } from '@jest/globals';
import { runCli } from '../../../src/cli/program.ts';
import { captured } from '../../support/captured.ts';

const ESCAPE = '\u001b[2K\u202Eevil';

test.each([
  ['a name of a file', ['validate', '-c', `${ESCAPE}.yaml`]],
  ['an option that is not known', ['validate', `--${ESCAPE}`]],
  ['a namespace that is not known', ['explain', ESCAPE, 'ami-1', '-c', 'config/holystone.yaml']],
])('P3 %s is shown on stderr with every character visible', async (_what, argv) => {
  const { output, stdout, stderr } = captured();
  const { signal } = new AbortController();
  const code = await runCli(argv, { env: {}, stdout, stderr, clock: { now: () => 0 }, signal, exitCode: 0 });
  expect(code).toBe(2);
  expect(output.stderr).toContain('[U+001B]');
  expect(['\u001b', '\u202e'].filter((character) => output.stderr.includes(character))).toEqual([]);
});
