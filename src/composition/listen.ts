import type { Configuration } from '../config/load/configuration.ts';
import { defined } from '../core/common/defined.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import type { OwnerResponse } from '../core/mark/ownerResponse.ts';
import { toldRows } from '../core/notice/toldRows.ts';
import { whyWhole } from '../core/policy/rollout.ts';
import { type Namespace, typeOf } from '../core/resource/namespace.ts';
import { requiresLoopback } from '../http/app/access.ts';
import type { AccessToken, BounceSink, OperatorDeps, PublicDeps } from '../http/app/deps.ts';
import { isLoopbackAddress } from '../http/app/origin.ts';
import { buildOperator } from '../http/operator/operatorApp.ts';
import { buildPublic } from '../http/public/publicApp.ts';
import { readSnsUrl } from '../http/public/ses/readUrl.ts';
import {
  approve,
  bounced,
  changeControl,
  check,
  lookFor,
  previewWaiting,
  providerReads,
  recalculate,
  sendAgain,
  sightings,
  storeResponse,
} from '../lifecycle/index.ts';
import { renderDigest } from '../notify/mail/renderDigest.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Readiness } from '../telemetry/readiness.ts';
import { previewLinks } from './links.ts';
import { signInOf, slackOf } from './listenerParts.ts';
import type { Parts, Wired } from './parts.ts';
import type { Releasers } from './releasers.ts';
import type { RunningConfiguration } from './runningConfiguration.ts';
import { VERSION } from './version.ts';

/** Messages whose opening this process stored; a scanner opens every link of a message at once. */
const MOST_REMEMBERED = 10_000;

/** Stores when a message was opened first. In the background: no page waits for it, and a failure costs only the fact. */
export function openings(
  { sentNotices, clock }: Pick<Parts, 'sentNotices' | 'clock'>,
  log: Pick<Logger, 'debug'>,
): NonNullable<PublicDeps['opened']> {
  const stored = new Set<string>();
  return (messageId) => {
    if (stored.has(messageId)) return;
    if (stored.size >= MOST_REMEMBERED) stored.clear();
    stored.add(messageId);
    sentNotices.opened(messageId, clock.now()).catch((error: unknown) => {
      stored.delete(messageId);
      log.debug({ messageId, problem: messageOf(error) }, 'the opening of a message was not stored');
    });
  };
}

/** A person waits for all providers so long at most, ms. */
const SIGHTINGS_MS = 45_000;

/** The daemon passes these to open the public and the operator's listener. */
export interface ListenOptions {
  readonly configuration: Configuration;
  readonly log: Logger;
  readonly wired: Wired;
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  /** Each listener pushes its close here. */
  readonly releasers: Releasers;
  /** Reads the configuration again when an operator asks for it on the operator's listener. */
  readonly reload: OperatorDeps['reload'];
  readonly running: Pick<RunningConfiguration, 'shown' | 'effective'>;
  /** Aborts when the daemon ends. */
  readonly signal: AbortSignal;
}

/** Opens both listeners. @returns their addresses, for the log */
export async function listen(options: ListenOptions): Promise<{ public: string; operator: string }> {
  const { configuration, log, wired, readiness, metrics, releasers } = options;
  const { parts } = wired;
  const shared = {
    ...parts,
    log,
    readiness: () => readiness.check(),
    workConfigurations: parts.workConfigurations,
  };
  const tokens = tokensOf(configuration);
  const bind = operatorBind(configuration, tokens, log);
  const signIn = signInOf(configuration);
  const storeAndCount = async (response: OwnerResponse) => {
    const result = await storeResponse(wired.deps, response);
    if (result.kind === 'done') metrics.statement(response.namespace, response.statement);
    return result;
  };
  const topics = configuration.mail?.sesTopics;
  const bounceSink: BounceSink = async (report) => {
    const done = await bounced(wired.deps, report);
    metrics.bounce(done.kind);
    return done;
  };
  metrics.watchNotices(async () => {
    const owners = await parts.outbox.owners();
    const refused = owners.filter((notice) => notice.refused !== undefined).length;
    return { refused, waiting: owners.length - refused };
  });
  const publicApp = await buildPublic({
    ...shared,
    storeResponse: storeAndCount,
    opened: openings(parts, log),
    keys: configuration.optOut.keys,
    trustedProxies: configuration.http.public.trustedProxies,
    ...(topics ? { ses: { topics, readUrl: readSnsUrl, bounced: bounceSink } } : {}),
    ...slackOf(configuration, parts.clock),
  });
  releasers.push('public listener', () => publicApp.close());
  const operatorApp = await buildOperator({
    ...shared,
    ...operatorDeps(options),
    bounced: bounceSink,
    tokens,
    ...signIn,
  });
  releasers.push('operator listener', () => operatorApp.close());
  const { public: open, operator } = configuration.http;
  return {
    public: await openPort('http.public', open.bind, () => publicApp.listen({ port: open.port, host: open.bind })),
    operator: await openPort('http.operator', bind, () => operatorApp.listen({ port: operator.port, host: bind })),
  };
}

/** @param key the section of the configuration with the address */
async function openPort(key: string, bind: string, open: () => Promise<string>): Promise<string> {
  try {
    return await open();
  } catch (cause) {
    const detail = messageOf(cause).replace(/^listen E[A-Z]+: /, '');
    throw new Error(`cannot listen on ${bind}: ${detail}; change ${key}.port or ${key}.bind`, { cause });
  }
}

/** Dependencies that are neither a port nor shared by both listeners. */
type OwnDeps = Pick<
  OperatorDeps,
  | 'approve'
  | 'changeControl'
  | 'check'
  | 'configuration'
  | 'configuredCapacity'
  | 'drift'
  | 'effective'
  | 'figures'
  | 'instances'
  | 'lookFor'
  | 'metrics'
  | 'missingEvidence'
  | 'preview'
  | 'providerPage'
  | 'recalculate'
  | 'reload'
  | 'sendAgain'
  | 'sightings'
  | 'version'
>;

function operatorDeps({ configuration, running, wired, metrics, reload, signal }: ListenOptions): OwnDeps {
  const { deps, fleet, parts } = wired;
  return {
    version: VERSION,
    configuration: running.shown,
    effective: running.effective,
    metrics: metrics.registry,
    missingEvidence: (namespace) => deps.handlerOf(typeOf(namespace)).missingEvidence.map(({ kind }) => kind),
    providerPage(namespace, id) {
      const location = deps.workConfigurationOf(namespace)?.location;
      return location === undefined ? undefined : deps.handlerOf(typeOf(namespace)).pageOf?.(id, location);
    },
    check: async (namespace: Namespace, id: string) => {
      const wc = deps.workConfigurationOf(namespace);
      if (!wc) return { kind: 'unknown', why: `${namespace} is not in the running configuration` };
      return check(deps, wc, id, signal);
    },
    async lookFor(namespace, target) {
      const wc = deps.workConfigurationOf(namespace);
      if (!wc) return { kind: 'unread', why: `${namespace} is not in the running configuration`, meant: [] };
      return lookFor(deps, namespace, target, () => providerReads(deps, wc, signal));
    },
    sightings(text) {
      const until = AbortSignal.any([signal, AbortSignal.timeout(SIGHTINGS_MS)]);
      return sightings(parts.workConfigurations(), text, {
        readsOf: (wc) => providerReads(deps, wc, until),
        mayBeId: ({ namespace }) => deps.handlerOf(typeOf(namespace)).mayBeId?.(text) ?? true,
        signal: until,
      });
    },
    approve: async ({ families: names, ...request }) => {
      if (names === undefined) return approve(deps, request);
      const wc = deps.workConfigurationOf(request.namespace);
      const why = wc
        ? whyWhole(wc, (await fleet.rollout(wc)).stage)
        : `${request.namespace} is not in the running configuration`;
      return approve(deps, { ...request, families: { names, whyWhole: why } });
    },
    recalculate: (request) => recalculate(deps, request),
    reload,
    preview: messagePreview(configuration, deps),
    sendAgain: (request) => sendAgain(deps, request),
    changeControl: (request) => changeControl(parts, request),
    configuredCapacity: configuration.work.capacity,
    instances: () => parts.instances.list(),
    figures: (ids) => parts.figures.read(ids),
    drift: () => fleet.drift,
  };
}

function tokensOf({ http }: Configuration): readonly AccessToken[] {
  const { readerTokens, operatorTokens } = http.operator;
  return [
    ...readerTokens.map(({ name, token }) => ({ name, access: 'reader' as const, secret: token })),
    ...operatorTokens.map(({ name, token, accounts }) => {
      return { name, access: 'operator' as const, secret: token, ...defined({ accounts }) };
    }),
  ];
}

/** Without tokens every client that reaches the listener may do anything: it listens on loopback only, and logs that. */
function operatorBind({ http }: Configuration, tokens: readonly AccessToken[], log: Logger): string {
  const { bind, oidc } = http.operator;
  if (!requiresLoopback(tokens, oidc)) return bind;
  log.warn({}, 'no tokens are configured: the operator listener is open to this machine only (http.operator.bind)');
  return isLoopbackAddress(bind) ? bind : '127.0.0.1';
}

type Deps = Omit<Parameters<typeof previewWaiting>[0], 'links'>;

/** The waiting message of an owner as text, for the operator's page. Its links decide nothing. */
function messagePreview(configuration: Configuration, deps: Deps): OperatorDeps['preview'] {
  const { from = 'holystone@holystone.invalid', language = 'en', intro, contact } = configuration.mail ?? {};
  const links = previewLinks(configuration);
  return async (owner) => {
    const digest = await previewWaiting({ ...deps, links }, owner);
    if (!digest) return undefined;
    const { subject, text } = await renderDigest(digest, { from, language, intro, contact });
    return { subject, text, resources: toldRows(digest.rows).length };
  };
}
