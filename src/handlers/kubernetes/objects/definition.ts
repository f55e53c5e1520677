/**
 * An object as a person would have written it: without the fields that the API server and its controllers add. Pure.
 */

type Fields = Readonly<Record<string, unknown>>;

const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
  'selfLink',
]);

/** The stored definition of a deletion: everything but its status and the server's own metadata. */
export function definitionOf(content: Fields): Fields {
  const { status: _status, metadata, ...rest } = content;
  return { ...rest, metadata: without(fieldsOf(metadata), OF_THE_SERVER) };
}

/** Annotations that controllers write, and the opt-out and the change of another time. */
const NOT_RESTORED: ReadonlySet<string> = new Set([
  'deployment.kubernetes.io/revision',
  'kubectl.kubernetes.io/last-applied-configuration',
  'control-plane.alpha.kubernetes.io/leader',
  'pv.kubernetes.io/bind-completed',
  'pv.kubernetes.io/bound-by-controller',
]);

const JOB_LABELS: ReadonlySet<string> = new Set([
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
]);

/**
 * The object to apply in its place. Values that the API server gave to the deleted one are left out: its addresses, the
 * node of a Pod, the selector of a Job. So are its owners: their uids are those of then, and garbage collection would
 * delete it at once.
 */
export function toRestore(definition: Fields): Fields {
  const { ownerReferences: _owners, annotations, ...metadata } = fieldsOf(definition.metadata);
  const kept = without(fieldsOf(annotations), NOT_RESTORED);
  return {
    ...definition,
    metadata: { ...metadata, ...(Object.keys(kept).length > 0 ? { annotations: kept } : {}) },
    ...('spec' in definition ? { spec: specToRestore(`${definition.kind}`, fieldsOf(definition.spec)) } : {}),
  };
}

function specToRestore(kind: string, spec: Fields): Fields {
  if (kind === 'Service' && spec.clusterIP !== 'None') {
    const { clusterIP: _one, clusterIPs: _all, healthCheckNodePort: _port, ...rest } = spec;
    return rest;
  }
  if (kind === 'Pod') {
    const { nodeName: _node, ...rest } = spec;
    return rest;
  }
  if (kind !== 'Job' || spec.manualSelector === true) return spec;
  const { selector: _selector, template, ...rest } = spec;
  const { metadata = {}, ...inner } = fieldsOf(template);
  const { labels, ...others } = fieldsOf(metadata);
  return { ...rest, template: { ...inner, metadata: { ...others, labels: without(fieldsOf(labels), JOB_LABELS) } } };
}

function without(fields: Fields, keys: ReadonlySet<string>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key)));
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}
