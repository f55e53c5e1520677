import { Writable } from 'node:stream';

/** The output of a command: the streams to give it, and the text that it wrote to each so far. */
export interface Captured {
  readonly output: { readonly stdout: string; readonly stderr: string };
  readonly stdout: Writable;
  readonly stderr: Writable;
}

export function captured(): Captured {
  const output = { stdout: '', stderr: '' };
  const into = (name: keyof typeof output) =>
    new Writable({
      write(chunk, _encoding, done) {
        output[name] += String(chunk);
        done();
      },
    });
  return { output, stdout: into('stdout'), stderr: into('stderr') };
}
