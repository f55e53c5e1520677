import type { OwnerResolution } from '../owner/owner.ts';
import type { MonthlyCost } from '../resource/prices.ts';
import type { Resource } from '../resource/resource.ts';
import type { Verdict } from './verdict.ts';

/** The result of evaluating one resource now. @typeParam More further fields of a verdict */
export type Checked<More = unknown> =
  | ({
      readonly kind: 'verdict';
      readonly resource: Resource;
      readonly verdict: Verdict;
      readonly owner: OwnerResolution;
      /** At list price; absent = not known. */
      readonly monthlyCost?: MonthlyCost;
    } & More)
  /** A read by id showed that it does not exist. */
  | { readonly kind: 'gone' }
  /** It could not be read; law 1. */
  | { readonly kind: 'unknown'; readonly why: string };
