/** The application environments of a cluster, as the labels of its objects name them. */
import { z } from 'zod';
import { ReadError } from '../../../core/common/errors.ts';
import { isListed, kindText } from '../objects/groupKind.ts';
import { environmentIn } from '../objects/ownership.ts';
import { HELM_OWNER } from '../objects/release.ts';
import type { FoundBy } from '../wire/account.ts';
import type { CallScope } from '../wire/call.ts';
import { malformed } from '../wire/readError.ts';
import { type Discovered, discover, type ServedKind } from './discovery.ts';
import { listObjects } from './lists.ts';
import { prove } from './prove.ts';

const labelled = z.object({
  metadata: z.object({
    name: z.string().min(1),
    namespace: z.string().default(''),
    labels: z.record(z.string(), z.string()).nullish(),
  }),
});
type Labelled = z.infer<typeof labelled>['metadata'];

/** The labels that name the environment of an object, and the kinds that may have them. */
interface Search {
  readonly labelSelector: string;
  /** Absent = every kind. */
  readonly kind?: string;
  /** `undefined`: it names none. */
  nameIn(one: Labelled): string | undefined;
}

const QBEC = { application: 'qbec.io/application', environment: 'qbec.io/environment' };

function searchFor(by: FoundBy): Search {
  if (by === 'helm') {
    return {
      ...{ labelSelector: HELM_OWNER, kind: 'Secret' },
      nameIn: ({ namespace, labels }) => joined(namespace, labels?.name),
    };
  }
  if (by === 'applyset') {
    return {
      ...{ labelSelector: 'applyset.kubernetes.io/id', kind: 'Secret' },
      nameIn: ({ namespace, name }) => joined(namespace, name),
    };
  }
  const { application, environment } = by === 'qbec' ? QBEC : by;
  return {
    labelSelector: `${application},${environment}`,
    nameIn: ({ labels }) => joined(labels?.[application], labels?.[environment]),
  };
}

/**
 * Every environment to which a living object belongs, a page for each kind. A kind that may not be listed is left out: an
 * environment with objects of such kinds only has nothing that Holystone could see.
 * @throws ReadError unless every other kind is listed, and at least one may be
 */
export async function* environmentsIn(target: CallScope, by: FoundBy): AsyncIterable<readonly string[]> {
  await prove(target);
  const search = searchFor(by);
  const { account, io } = target;
  const kinds = kindsOf(await discover(target), search, account.name);
  let denied: ReadError | undefined;
  let isAnyListed = false;
  for (const kind of kinds) {
    try {
      const items = await listObjects(target, { kind, labelSelector: search.labelSelector, isMetadataOnly: true });
      isAnyListed = true;
      yield items.flatMap((item) => search.nameIn(metadataOf(item, kind, account.name)) ?? []);
    } catch (error) {
      if (!(error instanceof ReadError) || error.problem !== 'denied') throw error;
      denied ??= error;
      const fields = { account: account.name, kind: kindText(kind), why: error.message };
      io.log.warn(fields, 'environments are not looked for in objects of a kind');
    }
  }
  if (denied && !isAnyListed) throw denied;
}

function kindsOf({ kinds, unread }: Discovered, { kind: only }: Search, account: string): readonly ServedKind[] {
  for (const [group, why] of unread) {
    if (only === undefined) throw malformed(`looking for environments in objects of ${group}`, account, why);
  }
  return kinds.filter(
    (kind) =>
      isListed(kind) &&
      kind.verbs.includes('list') &&
      (only === undefined || (kind.group === '' && kind.kind === only)),
  );
}

function metadataOf(item: Readonly<Record<string, unknown>>, kind: ServedKind, account: string): Labelled {
  const read = labelled.safeParse(item);
  if (!read.success) throw malformed(`listing ${kindText(kind)}`, account, 'an object has no readable metadata');
  return read.data.metadata;
}

/** Labels may be empty, and then name nothing. */
function joined(application: string | undefined, environment: string | undefined): string | undefined {
  const name = `${application ?? ''}/${environment ?? ''}`;
  return environmentIn(name) && name;
}
