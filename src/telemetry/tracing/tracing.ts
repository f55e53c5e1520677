import { messageOf } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { Span, Tracer } from '../../core/ports/tracer.ts';
import type { TracingSettings } from './settings.ts';

/** A tracer, and the end of it. */
export interface Tracing {
  readonly tracer: Tracer;
  /** Sends what is left. Never rejects. */
  close(): Promise<void>;
}

/** How long the last spans may take to leave. */
const LAST_MS = 3_000;

/**
 * Sends spans to a collector by OTLP over HTTP. The SDK is loaded here and only here. What cannot be sent is lost, and said once
 * until it can be sent again: tracing never holds up any work.
 */
export async function openTracing({ url, headers, resource, share }: TracingSettings, log: Logger): Promise<Tracing> {
  const { context, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const sdk = await import('@opentelemetry/sdk-trace-base');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: LAST_MS });
  const collector = new URL(url).origin;
  let isLost = false;
  const send: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      // 0 is success (`ExportResultCode`).
      const failed = result.code !== 0;
      if (failed && !isLost)
        log.warn({ collector, why: messageOf(result.error) }, 'spans could not be sent, and are lost');
      if (!failed && isLost) log.info({ collector }, 'spans are sent again');
      isLost = failed;
      done({ code: 0 });
    });
  const quiet = { export: send, shutdown: () => exporter.shutdown() };
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes(resource),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor(quiet)],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const spans = provider.getTracer('holystone');

  const traced = async <T>({ name, leaves, attributes, resultOf }: Span<T>, run: () => Promise<T>): Promise<T> => {
    const kind = leaves ? SpanKind.CLIENT : SpanKind.INTERNAL;
    const span = spans.startSpan(name, { kind, attributes });
    try {
      const result = await context.with(trace.setSpan(context.active(), span), run);
      if (resultOf) span.setAttributes(resultOf(result));
      return result;
    } catch (error) {
      // Not its message: that may have what the log redacts.
      span.setStatus({ code: SpanStatusCode.ERROR });
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      throw error;
    } finally {
      span.end();
    }
  };
  return {
    tracer: { trace: traced },
    async close() {
      await provider
        .shutdown()
        .catch((error: unknown) => log.warn({ why: messageOf(error) }, 'the last spans are lost'));
      context.disable();
    },
  };
}
