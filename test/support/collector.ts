/** What a collector of OpenTelemetry has heard by OTLP over HTTP, as JSON. */
import type { WebhookServer } from './webhookServer.ts';

export interface SeenSpan {
  readonly name: string;
  readonly id: string;
  readonly trace: string;
  readonly parent: string | undefined;
  /** 1: internal, 3: client. */
  readonly kind: number;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
}

/** In the order in which they ended. */
export function spansAt({ received }: Pick<WebhookServer, 'received'>): readonly SeenSpan[] {
  const exports = received.map(({ body }) => JSON.parse(body) as Export);
  const spans = exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans: some }) => some)),
  );
  return spans.map(({ name, spanId, traceId, parentSpanId, kind, status, attributes }) => ({
    name,
    id: spanId,
    trace: traceId,
    parent: parentSpanId,
    kind,
    failed: status.code === 2,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }));
}
