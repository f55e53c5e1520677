/** The port that grants permits: no deleting request leaves without one. */
import type { Mark } from '../mark/mark.ts';
import type { Stage } from '../policy/stage.ts';
import type { StoreClause } from '../policy/stateWatch.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { Fence } from './ports.ts';

/** The inputs of a permit; one script checks all of them directly before the request. */
export interface PermitRequest {
  readonly mark: Mark;
  /** Only the step before the deletion; it needs the same permit, and uses the same budgets. */
  readonly to?: 'quarantine';
  readonly passId: string;
  readonly now: number;
  /** The identity from the latest read by id; must be the mark's. */
  readonly identity: string;
  /** From the latest read by id; the mark has an earlier one. */
  readonly name?: string;
  readonly group?: string;
  /** See `Resource.keptAs`. */
  readonly keptAs?: readonly string[];
  /** The patterns of people that were in force when it was judged, with all that goes with it. */
  readonly patterns?: readonly string[];
  /** Why the configuration forbids deletions there; `undefined` = it allows them. The property is never omitted. */
  readonly forbiddenBecause: string | undefined;
  /** The stage of the type in the account where no operator set one. */
  readonly startStage: Stage;
  /** Is a notice required for this namespace? */
  readonly noticeRequired: boolean;
  readonly deletesPerDay: number;
  /** After so many refused requests in a day, no refused mark is tried again that day; absent = `deletesPerDay`. */
  readonly refusalsPerDay?: number;
  readonly evidence?: AuditEntry['evidence'];
}

/** The answer about one delete request. Both kinds are expected; only a failing store rejects. */
export type PermitAnswer =
  /** `mark` is the stored value with the intent; the lock was ours then for at least `lockRemainingMs` more. */
  | {
      readonly kind: 'granted';
      readonly mark: Mark;
      readonly lockRemainingMs: number;
      /**
       * Returns the permit to its budgets: only for a request that certainly had no effect. Never rejects.
       * @param isUncounted it is no refusal of the day: Holystone sent nothing, or something lingers and it asks again soon
       */
      readonly giveBack: (isUncounted?: boolean) => Promise<void>;
      /** Another store may have taken over since, without the permit: no request may leave. Absent = never. */
      readonly mayBeForgotten?: () => boolean;
    }
  | {
      readonly kind: 'denied';
      /** The condition that failed. */
      readonly clause:
        | 'configuration'
        | 'lock'
        | 'optedOut'
        | 'changed'
        | 'identity'
        | 'notice'
        | 'due'
        | 'budget'
        | 'refusals'
        | 'fleetBudget'
        | 'stage'
        | 'canary'
        | 'record'
        | StoreClause;
      /** In words, for the log and the audit log. */
      readonly why: string;
      /** Only with `canary`: when its pause ends, ms since the epoch. */
      readonly until?: number;
    };

/** The only source of permits; a denial is a value, and a store that does not answer rejects. */
export interface Permits {
  request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer>;
}
