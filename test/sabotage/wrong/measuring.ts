/** Law 1: what is not known of a measured use is no silence. */
import { endpointIsolation } from '../../../src/handlers/aws/evidence/network/endpointIsolation.ts';
import { gatewayTraffic } from '../../../src/handlers/aws/evidence/network/gatewayTraffic.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

/** A gateway of which nothing can be measured has no traffic. */
export const silenceBelieved: Change = {
  patch: () =>
    patched(gatewayTraffic, 'read', (real) => async (...given) => {
      const found = await real.apply(gatewayTraffic, given);
      return found.filter(({ says }) => says !== 'unknown');
    }),
};

/** Nobody needs an endpoint without traffic. */
export const isolationIgnored: Change = {
  patch: () => patched(endpointIsolation, 'read', () => async () => []),
};
