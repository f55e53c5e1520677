import { z } from 'zod';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { templateProtection } from '../../resources/templateProtection.ts';

const WHY_ONLY_OFF =
  'off; Holystone revokes no rule, because that cuts off unseen users of the group at once (docs/adr/0053-no-rule-is-revoked.md). Security groups of a gone cluster that only name each other stay, and the reason names them: revoke their rules by hand';

/** The keys of an entry for security groups. */
export const securityGroupParameters = clusterParameters.extend({
  evidence: templateProtection,
  revokeRules: z
    .enum(['off'], { error: WHY_ONLY_OFF })
    .default('off')
    .describe('Holystone revokes no rule so that security groups which only name each other can be deleted.'),
});
