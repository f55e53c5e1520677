/**
 * Small facts that a provider's own answers taught Holystone, shared by all instances: how a registry deletes a tag, the
 * full name of a load balancer that is gone. To forget one costs a request or delays a deletion, and nothing else. Rejects with `StoreError` when the store cannot be reached.
 */
export interface LearntFacts {
  /** `undefined`: not learnt, or learnt too long ago. */
  get(key: string): Promise<string | undefined>;
  put(key: string, fact: string, forMs: number): Promise<void>;
  /** Removes a fact that no caller needs again. */
  forget(key: string): Promise<void>;
}
