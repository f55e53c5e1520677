/**
 * The variables of OpenTelemetry that `serve` follows, as its specification has them ("Environment Variable Specification",
 * "OTLP Exporter Configuration"). Read here and not by its SDK: a header may be a secret, which no library should inherit.
 */

type Variables = Readonly<Record<string, string | undefined>>;

/** Where spans go, and which. */
export interface TracingSettings {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Attributes of this program, `service.name` among them. */
  readonly resource: Readonly<Record<string, string>>;
  /** The share of passes that are traced, 0–1. */
  readonly share: number;
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;

/**
 * `undefined`: no endpoint is set, or tracing is switched off.
 * @throws Error that names the variable, if one cannot be followed
 */
export function tracingSettings(env: Variables): TracingSettings | undefined {
  const [own, common] = ENDPOINTS.map((name) => env[name]?.trim() || undefined);
  if (own === undefined && common === undefined) return undefined;
  if (env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true' || exporterOf(env) === 'none') return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL;
  if (protocol === 'grpc') {
    throw new Error(
      'OTEL_EXPORTER_OTLP_PROTOCOL is grpc: Holystone sends spans by HTTP (port 4318 of a collector); set http/json',
    );
  }
  const url = urlOf(own === undefined ? ENDPOINTS[1] : ENDPOINTS[0], own ?? common ?? '');
  if (own === undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  const attributes = pairsOf('OTEL_RESOURCE_ATTRIBUTES', env);
  return {
    url: url.href,
    headers: { ...pairsOf('OTEL_EXPORTER_OTLP_HEADERS', env), ...pairsOf('OTEL_EXPORTER_OTLP_TRACES_HEADERS', env) },
    resource: {
      'service.name': 'holystone',
      ...attributes,
      ...(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}),
    },
    share: shareOf(env),
  };
}

function exporterOf({ OTEL_TRACES_EXPORTER: exporter = 'otlp' }: Variables): 'otlp' | 'none' {
  const word = exporter.trim().toLowerCase() || 'otlp';
  if (word === 'otlp' || word === 'none') return word;
  throw new Error(`OTEL_TRACES_EXPORTER is ${JSON.stringify(exporter)}: Holystone knows otlp and none`);
}

function urlOf(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`${name} is no URL with http:// or https://`);
}

/** `key=value,key=value`, percent-encoded. Its text is in no message: a header may be a secret. */
function pairsOf(name: string, env: Variables): Readonly<Record<string, string>> {
  const parts = (env[name] ?? '').split(',').filter((part) => part.trim() !== '');
  const pairs = parts.map((part) => {
    const [, key, value] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(part) ?? [];
    if (key === undefined || value === undefined) throw new Error(`${name} is no list such as key=value,key=value`);
    return [key, decoded(name, value)] as const;
  });
  return Object.fromEntries(pairs);
}

function decoded(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Error(`${name} has a value that is not percent-encoded`);
  }
}

function shareOf({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: given }: Variables): number {
  const word = sampler?.trim().replace(/^parentbased_/, '') || 'always_on';
  if (word === 'always_on') return 1;
  if (word === 'always_off') return 0;
  const share = given?.trim() ? Number(given) : 1;
  if (word !== 'traceidratio') {
    throw new Error(
      `OTEL_TRACES_SAMPLER is ${JSON.stringify(sampler)}: Holystone knows always_on, always_off and traceidratio`,
    );
  }
  if (!(share >= 0 && share <= 1)) throw new Error('OTEL_TRACES_SAMPLER_ARG is no number from 0 to 1');
  return share;
}
