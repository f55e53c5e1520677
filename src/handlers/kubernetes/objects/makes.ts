/** The Secrets that an object has an operator make, and that it need not own. Pure. */
import { type Fields, fieldsOf } from './fields.ts';
import type { ObjectReference } from './reference.ts';

/** Fields of a `spec` with the Secret to make in them; each also for the name itself. */
const TARGETS =
  /^(?:target|destination|managedSecretReference|writeConnectionSecretToRef|publishConnectionDetailsTo|output|outputSecret)$/;
/** Kinds that are there to make one: ExternalSecret, SealedSecret, VaultStaticSecret, Certificate. */
const MAKERS = /Secret|Certificate$/;

/**
 * By the documents of External Secrets (`creationPolicy: Orphan`), cert-manager (no owner by default), Vault, Infisical and
 * Crossplane. @param content absent: the object was not read whole
 */
export function secretsMadeBy(reference: ObjectReference, content: Fields | undefined): readonly ObjectReference[] {
  const { group, kind, namespace, name } = reference;
  if (!group.includes('.') || namespace === '') return [];
  const spec = fieldsOf(content?.spec);
  const targets = Object.entries(spec).filter(([key]) => TARGETS.test(key));
  const named = targets.flatMap(([, target]) =>
    typeof target === 'string' ? [target] : [fieldsOf(target).name, fieldsOf(target).secretName],
  );
  const own = MAKERS.test(kind) ? [name, spec.secretName] : [];
  const names = new Set([...named, ...own].filter((one) => typeof one === 'string' && one !== ''));
  return [...(names as ReadonlySet<string>)].map((one) => ({ group: '', kind: 'Secret', namespace, name: one }));
}
