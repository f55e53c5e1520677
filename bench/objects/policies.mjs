// Policies of Cloud Custodian (c7n-kube) that select the objects of one environment: one for each kind.
const OWN = {
  configmaps: 'k8s.config-map',
  replicationcontrollers: 'k8s.replication-controller',
  serviceaccounts: 'k8s.service-account',
  services: 'k8s.service',
};
const IS_OURS = ['application: shop', 'environment: prod']
  .map((one) => one.split(': '))
  .map(([key, value]) => `{ type: value, key: 'metadata.labels."qbec.io/${key}"', value: ${value} }`);

/**
 * @param paths of the lists of kinds in namespaces: `/api/v1/configmaps`
 * @returns YAML with a policy for each that c7n-kube knows, and the names of the policies
 */
export function policiesFor(paths) {
  const all = paths.flatMap((path) => {
    const [, root, ...rest] = path.split('/');
    const plural = rest.at(-1);
    if (root === 'api') return OWN[plural] ? [{ name: plural, resource: `resource: ${OWN[plural]}` }] : [];
    const [group, version] = rest;
    const query = `query: [{ group: ${group}, version: ${version}, plural: ${plural} }]`;
    return [
      { name: `${plural}-${group.split('.')[0]}`, resource: `resource: k8s.custom-namespaced-resource, ${query}` },
    ];
  });
  const lines = all.map(({ name, resource }) => `  - { name: ${name}, ${resource}, filters: [${IS_OURS.join(', ')}] }`);
  return { yaml: `policies:\n${lines.join('\n')}\n`, names: all.map(({ name }) => name) };
}
