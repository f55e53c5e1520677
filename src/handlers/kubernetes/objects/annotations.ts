/** The annotations that Holystone itself writes. */

/** The writers of a field, in `managedFields`: the opt-out, a person's opt-out put back, a restored object, an Event. */
export const MANAGERS = {
  keep: 'holystone',
  putBack: 'holystone-put-back',
  restore: 'holystone-restore',
  events: 'holystone-events',
} as const;

/** The annotation that keeps an object (`always`, or an ISO end date), and the value of a person that ours replaced. */
export const KEEP_ANNOTATION = 'holystone/keep';
export const KEPT_BEFORE_ANNOTATION = 'holystone/kept-before';
