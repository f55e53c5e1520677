/** The container images in an object, as the API server has it. Pure. */
import { type Fields, fieldsOf } from './fields.ts';

/** An image that an object runs, or may run again. */
export interface ImageUse {
  /** As a manifest has it: `registry.example.com/shop/web:1.2`. */
  readonly reference: string;
  /** `sha256:…`; absent until a node has pulled it. */
  readonly digest?: string;
  /** The user, for people: `Deployment shop/web`. */
  readonly by: string;
}

/** These Pods never start a container again. */
const ENDED: ReadonlySet<unknown> = new Set(['Succeeded', 'Failed']);
/** `docker-pullable://registry.example.com/shop/web@sha256:…`; some runtimes have the digest alone. */
const DIGEST = /sha256:[0-9a-f]{64}$/;

/**
 * @param kind the items of a list do not say it
 * @returns an image twice where its name and its digest are in different places
 */
export function imagesOf(kind: string, object: Fields): readonly ImageUse[] {
  const { namespace, name } = fieldsOf(object.metadata);
  const by = `${kind} ${String(namespace)}/${String(name)}`;
  if (kind === 'Pod') return imagesOfPod(object, by);
  return podSpecsIn(object).flatMap((spec) => imagesInSpec(spec).map((reference) => ({ reference, by })));
}

function imagesOfPod({ spec, status }: Fields, by: string): readonly ImageUse[] {
  const { phase, ...statuses } = fieldsOf(status);
  if (ENDED.has(phase)) return [];
  const pulled = ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'].flatMap((key) =>
    itemsOf(statuses[key]).flatMap(({ image, imageID }) => {
      const digest = DIGEST.exec(textOf(imageID))?.[0];
      return [image, imageID].map(textOf).map((reference) => ({ reference, by, ...(digest ? { digest } : {}) }));
    }),
  );
  return [...imagesInSpec(fieldsOf(spec)).map((reference) => ({ reference, by })), ...pulled].filter(isNamed);
}

/** The templates of workloads: `spec.template`, of a CronJob one deeper, of a ControllerRevision in its `data`. */
function podSpecsIn({ spec, data }: Fields): readonly Fields[] {
  const { template, jobTemplate } = fieldsOf(spec);
  const templates = [template, fieldsOf(fieldsOf(jobTemplate).spec).template, fieldsOf(fieldsOf(data).spec).template];
  return templates.map((one) => fieldsOf(fieldsOf(one).spec));
}

/** Of all its containers, and of volumes that are images. */
function imagesInSpec(spec: Fields): readonly string[] {
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((key) => itemsOf(spec[key]));
  const volumes = itemsOf(spec.volumes).map(({ image }) => fieldsOf(image).reference);
  return [...containers.map(({ image }) => image), ...volumes].map(textOf).filter((text) => text !== '');
}

function isNamed({ reference }: ImageUse): boolean {
  return reference !== '';
}

function itemsOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
