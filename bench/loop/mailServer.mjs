// A mail server on a thread of its own: its work must not count as the sender's.
import { parentPort } from 'node:worker_threads';
import { startMailSink } from '../../dist/sandbox/mail/mailSink.js';

const sink = await startMailSink();
parentPort.on('message', async (asked) => {
  if (asked === 'stop') {
    await sink.close();
    parentPort.close();
    return;
  }
  const attached = sink.messages().flatMap(({ attachments }) => attachments ?? []);
  parentPort.postMessage({ messages: sink.messages().length, lines: attached.map((one) => linesOf(one)) });
});
parentPort.postMessage({ url: sink.smtpUrl });

function linesOf(attachment) {
  return String(attachment.content ?? attachment.text ?? '').split('\r\n').length - 1;
}
