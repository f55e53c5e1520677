import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { DbInstanceResource } from '../../resources/dbInstance.ts';
import { dbInstanceSafeguards } from '../../resources/dbInstanceSafeguards.ts';
import type { ManagedParameters } from '../../resources/managedBy.ts';

/** RDS stops no other: https://docs.aws.amazon.com/AmazonRDS/latest/UserGuide/USER_StopInstance.html */
const status: Safeguard<DbInstanceResource, ManagedParameters> = {
  name: 'status',
  summary: 'Its state is not `available`: what is stopped costs no hours, and all else is on its way.',
  keeps: ({ dbInstanceStatus: is }) => (is === 'available' ? undefined : `its state is ${is ?? 'not known'}`),
};

/** As strict as those of a deletion, though a stop loses nothing: who protects it, or binds something to it, needs it. */
export const runningDbSafeguards = dbInstanceSafeguards.map((one) => (one.name === 'status' ? status : one));
