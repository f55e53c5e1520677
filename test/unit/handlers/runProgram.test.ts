/** Programs that print credentials: real processes. */
import { describe, expect, test } from '@jest/globals';
import { runProgram } from '../../../src/handlers/programs/runProgram.ts';

const node = (script: string) => ({ command: process.execPath, args: ['-e', script] });
const forever = node('setInterval(() => undefined, 1000)');
const never = () => new AbortController().signal;

describe('a program that prints credentials', () => {
  test('R8 it reads its standard input, and its output is the answer', async () => {
    const cat = node('process.stdin.pipe(process.stdout)');
    expect(await runProgram({ ...cat, input: 'registry.example.com' }, never())).toBe('registry.example.com');
  });

  test('R8 one that never ends is killed, and the error says after how long', async () => {
    const failure = runProgram({ ...forever, longestMs: 200 }, never());
    await expect(failure).rejects.toMatchObject({ name: 'ProgramError', message: 'it does not end within 0.2 s' });
  });

  test('R8 the end of the pass ends it', async () => {
    const ending = new AbortController();
    const failure = runProgram(forever, ending.signal);
    ending.abort(new Error('the pass ends'));
    await expect(failure).rejects.toThrow('the pass ends');
  });

  test('R8 one that prints without end is stopped, and its output is not in the error', async () => {
    const failure = runProgram(node('setInterval(() => process.stdout.write("hunter2 ".repeat(50_000)))'), never());
    await expect(failure).rejects.toThrow(/^(?!.*hunter2).+$/);
  });
});
