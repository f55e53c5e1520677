/**
 * Small facts that a provider's own answers taught Holystone, shared by all instances: how a registry deletes a tag. To
 * forget one costs a request, and nothing else. Rejects with `StoreError` when the store cannot be reached.
 */
export interface LearntFacts {
  /** `undefined`: not learnt, or learnt too long ago. */
  get(key: string): Promise<string | undefined>;
  put(key: string, fact: string, forMs: number): Promise<void>;
}
