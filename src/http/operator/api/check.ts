import { ReadError } from '../../../core/common/errors.ts';
import type { Checked } from '../../../core/evaluation/checked.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { Problem } from '../../app/problem.ts';
import type { App } from '../../app/validation.ts';
import { knownNamespace, NamespaceAndId } from './known.ts';

/** `GET` or `POST check/:namespace/:id`: evaluates one resource now. It reads the cloud and writes nothing. */
export function checkRoutes(app: App, deps: OperatorDeps): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/check/:namespace/:id',
    schema: { params: NamespaceAndId },
    config: { access: 'reader' },
    handler: async (request) => {
      const { namespace } = knownNamespace(deps, request.params.namespace);
      const { id } = request.params;
      const checked = await checkNow(deps, namespace, id);
      if (checked.kind === 'gone') throw new Problem('unknownId', `The cloud says that "${id}" does not exist.`);
      return { namespace, id, ...checkedView(checked) };
    },
  });
}

/** A failed read gives a verdict too: unknown (law 1). */
export async function checkNow(deps: OperatorDeps, namespace: Namespace, id: string): Promise<Checked> {
  try {
    return await deps.check(namespace, id);
  } catch (error) {
    if (error instanceof ReadError) return { kind: 'unknown', why: error.message };
    throw error;
  }
}

function checkedView(checked: Exclude<Checked, { kind: 'gone' }>) {
  if (checked.kind === 'unknown') return { verdict: 'unknown', reasons: [checked.why], trace: [], usedBy: [] };
  const { resource, verdict, owner, monthlyCost } = checked;
  const { kind, ...rest } = verdict;
  return {
    name: resource.name,
    createdAt: resource.createdAt?.toISOString(),
    owner,
    monthlyCost,
    verdict: kind,
    ...rest,
  };
}
