import type { Notifier } from '../core/notice/notifier.ts';
import type { CallPacer } from '../core/ports/ports.ts';
import type { Tracer } from '../core/ports/tracer.ts';
import { partsOf } from '../core/resource/namespace.ts';
import type { WorkRunner } from '../core/work/work.ts';

/** The same work; each pass is a span. */
export function tracedRunner(runner: WorkRunner, { trace }: Tracer): WorkRunner {
  const of = (namespace: Parameters<WorkRunner['pass']>[0]) => {
    const { account, location, resourceType } = partsOf(namespace);
    return {
      'holystone.namespace': namespace,
      'holystone.account': account,
      'holystone.location': location,
      'holystone.type': resourceType,
    };
  };
  return {
    pass: (namespace, action, lease, signal) =>
      trace(
        {
          name: `pass ${action}`,
          attributes: { ...of(namespace), 'holystone.action': action },
          resultOf: ({ passId, outcome, counts }) => ({
            'holystone.pass': passId,
            'holystone.outcome': outcome,
            ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [`holystone.count.${name}`, count])),
          }),
        },
        () => runner.pass(namespace, action, lease, signal),
      ),
    protect: (namespace, lease, signal) =>
      trace({ name: 'protect', attributes: of(namespace) }, () => runner.protect(namespace, lease, signal)),
    release: (namespace, lease, signal) =>
      trace({ name: 'release', attributes: of(namespace) }, () => runner.release(namespace, lease, signal)),
    digest: (owner, signal) => trace({ name: 'message', attributes: {} }, () => runner.digest(owner, signal)),
  };
}

/** The same pacer; each call that it lets through is a span. */
export function tracedCalls(pacer: CallPacer, { trace }: Tracer): CallPacer {
  return {
    take: (bucket, signal) => pacer.take(bucket, signal),
    throttled: (bucket) => pacer.throttled(bucket),
    around({ account, location, api }, send) {
      const [service = api, method = api] = api.split(':');
      const attributes = {
        'rpc.service': service,
        'rpc.method': method,
        'cloud.region': location,
        'holystone.account': account,
      };
      return trace({ name: api, leaves: true, attributes }, send);
    },
  };
}

/** The same notifier; each message that it sends is a span. */
export function tracedMessages<N extends Notifier>(notifier: N, { trace }: Tracer): N {
  return {
    ...notifier,
    send: (digest) =>
      trace(
        {
          name: 'send message',
          leaves: true,
          attributes: { 'holystone.resources': digest.rows.length },
          resultOf: ({ kind, transport }) => ({
            'holystone.answer': kind,
            ...(transport ? { 'holystone.transport': transport } : {}),
          }),
        },
        () => notifier.send(digest),
      ),
  };
}
