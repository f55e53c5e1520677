/** The place of a resource: its namespace, or its id alone where only one namespace has it. */
import type { Configuration } from '../config/load/configuration.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { MarkStore } from '../core/ports/ports.ts';
import { type Namespace, parseNamespace, typeOf } from '../core/resource/namespace.ts';
import { visible } from '../core/text/visible.ts';
import { type CliContext, UsageError, writeError } from './context.ts';
import { EXAMPLE } from './examples.ts';
import { findNamespace } from './load.ts';

/** For the help: the first of two arguments. */
export const PLACED = `as in ${EXAMPLE.namespace}; or only the id, where one namespace alone has it`;

/** A resource as a person names it. */
export interface NamedResource {
  /** Absent: it is looked for. */
  readonly namespace?: string;
  readonly id: string;
}

/** @throws UsageError for a namespace without an id */
export function askedFor(first: string, second: string | undefined): NamedResource {
  if (second !== undefined) return { namespace: first, id: second };
  if (parseNamespace(first) !== undefined) throw new UsageError('give the id of a resource after its namespace');
  return { id: first };
}

/** How the namespaces with an id are known. */
export interface Knowing {
  /** Absent: there is no state. */
  readonly marks?: Pick<MarkStore, 'getMany'>;
  /** A namespace has it by this alone, and no provider is asked. */
  readonly knows?: (namespace: Namespace) => Promise<boolean>;
}

/**
 * The one namespace; on stderr where it was found.
 * @throws UsageError where none has it, or several, which are listed; or where a namespace that could have it could not be read
 */
export async function placeOf(
  { namespace, id }: NamedResource,
  configuration: Configuration,
  context: CliContext,
  knowing: Knowing,
): Promise<WorkConfiguration> {
  if (namespace !== undefined) return findNamespace(configuration, namespace);
  const { found, unread } = await whereabouts(id, configuration, context, knowing);
  const [one, ...others] = found;
  const say = (why: string) => new UsageError(visible(`${id} ${why}; give its namespace before it`));
  if (others.length > 0) throw say(`is in ${found.join(' and in ')}`);
  const [first, ...rest] = unread;
  if (first) {
    const more = rest.length > 0 ? ` and ${rest.length} more namespaces` : '';
    throw say(
      `${one ? `is in ${one}, and ` : ''}may be in ${first.namespace}${more}, where it could not be read: ${first.why}`,
    );
  }
  if (one === undefined) throw say('is in no namespace of this configuration');
  writeError(context.stderr, `namespace: ${one}`);
  return findNamespace(configuration, one);
}

async function whereabouts(id: string, configuration: Configuration, context: CliContext, { marks, knows }: Knowing) {
  const { workConfigurations } = configuration;
  const { namesWhere, providerReads, whereIs } = await import('../lifecycle/index.ts');
  if (knows) {
    const namespaces = workConfigurations.map(({ namespace }) => namespace);
    return { found: await namesWhere(namespaces, knows), unread: [] };
  }
  const { openSurvey } = await import('./survey.ts');
  const { handlers } = await import('../handlers/index.ts');
  const { handlerOf } = await import('../handlers/contract/types.ts');
  const chosen = workConfigurations.filter(
    ({ namespace }) => handlerOf(handlers, typeOf(namespace)).mayBeId?.(id) ?? true,
  );
  const survey = await openSurvey(configuration, context);
  try {
    const known = marks ?? survey.deps.marks;
    return await whereIs(known, chosen, id, (wc) => providerReads(survey.deps, wc, context.signal));
  } finally {
    await survey.close();
  }
}
