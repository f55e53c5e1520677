/** Every word of every command that Redis gets, also from its scripts. */
import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

export interface RedisMonitor {
  /** Each word once, with quotes and escapes as Redis prints them taken back where they are quotes. */
  readonly words: ReadonlySet<string>;
  /** When it returns, `words` has all of the commands that Redis got before. */
  stop(): Promise<void>;
}

/**
 * Speaks with Redis itself: a client may meet the first command in one piece with the answer to MONITOR, before it expects any.
 * @param ask sends one command, whose only word is `mark`, by another connection
 */
export async function monitorRedis(port: number, ask: (mark: string) => Promise<unknown>): Promise<RedisMonitor> {
  const socket = connect(port, '127.0.0.1');
  const words = new Set<string>();
  const last = `the last of what ${randomUUID()} hears`;
  const events = new EventEmitter();
  createInterface({ input: socket }).on('line', (line) => {
    if (line === '+OK') return void events.emit('started');
    const at = line.indexOf('"');
    for (const word of at === -1 ? [] : line.slice(at + 1, -1).split('" "')) words.add(word.replaceAll('\\"', '"'));
    if (words.has(last)) events.emit('ended');
  });
  const [started, ended] = [once(events, 'started'), once(events, 'ended')];
  socket.write('MONITOR\r\n');
  await started;
  return {
    words,
    async stop() {
      await ask(last);
      await ended;
      socket.destroy();
      words.delete(last);
    },
  };
}
