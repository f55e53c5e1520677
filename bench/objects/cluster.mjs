// A cluster with many objects, in a process of its own: spread over its kinds and namespaces, the first of them in the
// environment shop/prod. argv: how many objects, kinds, namespaces, objects of the environment.
import { SandboxCluster } from '../../dist/sandbox/kubernetes/server.js';

const [count, kinds, namespaces, owned] = process.argv.slice(2).map(Number);
const cluster = new SandboxCluster();
const NEVER = /^(Event|Node|Lease|Endpoints|EndpointSlice|ComponentStatus|ControllerRevision)$/;
const listed = () => cluster.kinds.filter(({ kind }) => !NEVER.test(kind));
for (let at = 0; listed().length < kinds; at++) {
  const names = {
    kind: `Widget${at}`,
    resource: `widget${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}s`,
  };
  cluster.kinds.push({ group: 'example.com', version: 'v1', namespaced: true, ...names });
}
const DATA = /^(Secret|Namespace|PersistentVolume|PersistentVolumeClaim|CustomResourceDefinition|Pod)$/;
const used = listed().filter(({ kind, namespaced }) => namespaced && !DATA.test(kind));
const creationTimestamp = '2026-01-01T00:00:00Z';
for (let at = 0; at < namespaces; at++) {
  cluster.apply({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: `team-${at}`, creationTimestamp } });
}
for (let at = 0; at < count; at++) {
  const { group, version, kind } = used[at % used.length];
  const labels =
    at < owned
      ? { 'qbec.io/application': 'shop', 'qbec.io/environment': 'prod' }
      : { 'qbec.io/application': 'other', 'qbec.io/environment': `e${at % namespaces}` };
  cluster.apply({
    ...{ apiVersion: group === '' ? version : `${group}/${version}`, kind },
    metadata: { name: `object-${at}`, namespace: `team-${at % namespaces}`, labels, creationTimestamp },
    data: { text: 'x'.repeat(300) },
  });
}
process.on('message', () => {
  const calls = cluster.asked.length;
  cluster.asked.length = 0;
  process.send({ calls });
});
process.once('disconnect', () => process.exit());
const url = await cluster.listen();
process.send({
  url,
  paths: listed().map(
    ({ group, version, resource }) => `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`,
  ),
  listed: used.map(
    ({ group, version, resource }) => `${group === '' ? '/api' : `/apis/${group}`}/${version}/${resource}`,
  ),
  kinds: used.map(({ group, version, kind }) => ({ apiVersion: group === '' ? version : `${group}/${version}`, kind })),
});
