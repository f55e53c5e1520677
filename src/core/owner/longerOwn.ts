import { inForce, type OptOut, outlasts } from './optOut.ts';

/**
 * The decision of the same actor that ends later than `wanted`, which would replace it; `undefined`: nothing gets shorter.
 * @param decisions about the same target
 */
export function longerOwn(decisions: readonly OptOut[], wanted: OptOut): OptOut | undefined {
  return decisions.find((one) => one.actor === wanted.actor && inForce(one, wanted.at) && outlasts(one, wanted));
}
