import { defineHandler } from '../../../contract/defineHandler.ts';
import { managers } from '../../evidence/managers.ts';
import { ownerReferences } from '../../evidence/ownerReferences.ts';
import { references } from '../../evidence/references.ts';
import { writers } from '../../evidence/writers.ts';
import { KEEP_ANNOTATION } from '../../objects/annotations.ts';
import { definitionOf } from '../../objects/definition.ts';
import { isMadeByController } from '../../objects/groupKind.ts';
import type { KubernetesObject } from '../../objects/object.ts';
import { referenceIn } from '../../objects/reference.ts';
import { waveOf } from '../../objects/waves.ts';
import { declaredInSource } from '../../source/declaredInSource.ts';
import { problemOfFoundOwnership, problemOfFoundSource, problemOfSharedObjects } from '../../source/placeholders.ts';
import { newestGeneration } from './newestGeneration.ts';
import { type ObjectParameters, objectParameters } from './parameters.ts';
import { notInSource, safeguards } from './policy.ts';
import { open } from './session.ts';

const NO_SOURCE = 'the type object needs `source`: the manifests of everything that the environment should have';
const OF_RELEASE =
  'with `ownership: helm` the release itself, as Helm keeps it in the cluster, is the source; leave this out';

export const object = defineHandler<KubernetesObject, ObjectParameters>({
  provider: 'kubernetes',
  resourceType: 'object',
  mayBeId: (text) => referenceIn(text) !== undefined,
  called: { en: 'Kubernetes object', de: 'Kubernetes-Objekt' },
  keepKey: KEEP_ANNOTATION,
  alsoCalled: ['manifest', 'kubernetes object', 'deployment', 'configmap'],
  summary: 'Objects of an application environment that were applied once and are no longer in its source.',
  attributes: {
    tags: 'map',
    group: 'text',
    createdAt: 'date',
    reference: { group: 'text', kind: 'text', namespace: 'text', name: 'text' },
    labels: 'map',
    annotations: 'map',
    owners: 'texts',
    ownedBy: 'internal',
    finalizers: 'texts',
    managers: 'internal',
    generateName: 'text',
    generation: 'internal',
    resourceVersion: 'internal',
    alsoServedAs: 'internal',
    isOutside: 'internal',
    isOwn: 'internal',
    content: 'internal',
  },
  permissions: {
    list: ['kubernetes:ListObjects', 'kubernetes:GetObject'],
    delete: ['kubernetes:DeleteObject'],
    protect: ['kubernetes:PatchObject'],
    restore: ['kubernetes:PatchObject'],
  },
  parameters: objectParameters,
  problemsOf({ parameters: { source, ownership } }) {
    const problem = (message: string) => [{ path: ['source'], message }];
    if (ownership === 'helm') return source === undefined ? [] : problem(OF_RELEASE);
    return source === undefined ? problem(NO_SOURCE) : [];
  },
  problemsWhereFound({ source, ownership }, locations) {
    const ofSource = source === undefined ? undefined : problemOfFoundSource(source, locations);
    return [ofSource, problemOfFoundOwnership(ownership, locations)].filter((problem) => problem !== undefined);
  },
  problemsTogether({ ownership }, locations) {
    const problem = problemOfSharedObjects(ownership, locations);
    return problem === undefined ? [] : [problem];
  },
  evidence: [declaredInSource, managers, ownerReferences, references, writers],
  after: ['object'],
  takesTypes: ['object'],
  isMadeByWhole: (id) => isMadeByController(referenceIn(id) ?? { group: '', kind: '' }),
  candidatesAreReadById: true,
  safeguards,
  rules: [notInSource],
  setPolicies: [newestGeneration],
  wave: waveOf,
  definition: ({ content }) => content && definitionOf(content),
  open,
});
