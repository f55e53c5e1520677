/** Why marks wait although their date has passed. */
export const overdueTexts = {
  /** A problem and a time may follow. */
  waits: {
    unproven: 'Waits: the control of the fleet is not proven',
    killed: 'Waits: the kill switch is on',
    out: 'Waits: the fleet is out of service',
    paused: 'Waits: an operator set the capacity to 0',
    differs: 'Waits: the instances differ',
    nothingDeleted: 'Waits: nothing is deleted here',
    notNotified: 'Waits: its owner has no valid notice',
    deferred: 'Waits: deferred',
    window: 'Waits: the window is closed',
    blocked: 'Waits: the delete pass is blocked',
    approved: 'Waits for the next delete pass, which an operator approved',
    paced: 'Waits: the pace of deletions',
    incomplete: 'Waits: the last delete pass was incomplete',
    failed: 'Waits: the last delete pass failed',
    unfinished: 'Waits: the last delete pass ended early',
    next: 'Waits for the next delete pass',
  },
  again: (time: string) => `next attempt ${time}`,
};

/** The first cause why a mark waits. */
export type WaitsFor = keyof (typeof overdueTexts)['waits'];
