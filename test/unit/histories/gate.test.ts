import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { callerIn, Gate } from '../../support/gate.ts';
import { until } from '../../support/until.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

test.each([
  ['*3\r\n$8\r\nREPLCONF\r\n$14\r\nlistening-port\r\n', 'replica'],
  ['*3\r\n$6\r\nCLIENT\r\n$7\r\nSETNAME\r\n$21\r\nsentinel-0123abcd-cmd\r\n', 'sentinel'],
  ['*3\r\n$4\r\nauth\r\n$3\r\none\r\n$9\r\nhistories\r\n', 'one'],
  ['*3\r\n$8\r\nsentinel\r\n$23\r\nget-master-addr-by-name\r\n$8\r\nmymaster\r\n', 'client'],
  ['*1\r\n$4\r\nPING\r\n', ''],
])('by %j a caller is %j', (words, caller) => {
  expect(callerIn(words)).toBe(caller);
});

async function opened() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    closers.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => void heard.push(bytes.toString()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => server.close());
  const gate = await Gate.before((server.address() as AddressInfo).port);
  closers.push(() => gate.stop());
  const call = async (name: string): Promise<Socket> => {
    const socket = connect(gate.port, '127.0.0.1');
    closers.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(`*3\r\n$4\r\nAUTH\r\n$3\r\n${name}\r\n$1\r\nx\r\n`);
    await until('its name arrived', () => heard.join('').includes(name));
    return socket;
  };
  return { gate, call, heard: () => heard.join('') };
}

test('a gate that is closed for one caller holds its words back, and gives them on when it opens', async () => {
  const { gate, call, heard } = await opened();
  const [one, two] = [await call('one'), await call('two')];
  gate.closeFor((caller) => caller === 'one');
  one.write('from one');
  two.write('from two');
  await until('the other is heard', () => heard().includes('from two'));
  expect(heard()).not.toContain('from one');
  gate.open();
  await until('it is heard after all', () => heard().includes('from one'));
});
