/** Requests of the SDK that no table describes, as an attacker or a mistake would send them: the guard must see them too. */
import type { EC2 } from '@aws-sdk/client-ec2';
import type { SSM } from '@aws-sdk/client-ssm';
import type { HttpHandlerOptions } from '@smithy/types';
import { ec2 } from '../../src/handlers/aws/calls/ec2.ts';
import { ssm } from '../../src/handlers/aws/calls/ssm.ts';
import { clientOf } from '../../src/handlers/aws/wire/client.ts';
import type { CallScope } from '../../src/handlers/aws/wire/target.ts';
import { onWire } from '../../src/handlers/aws/wire/wire.ts';

interface RawClients {
  readonly ec2: Promise<EC2>;
  readonly ssm: Promise<SSM>;
}

/**
 * @param api the call as the guard gets it: `ec2:DescribeImages`
 * @param input of the command; `request` gets the object that the guard knows
 * @param as a dry run carries `DryRun`: it needs no permit, and is sent only with that flag
 */
export function call<I extends object, T>(
  target: CallScope,
  api: string,
  input: I,
  request: (clients: RawClients, input: I, options: HttpHandlerOptions) => Promise<T>,
  as?: 'dryRun',
): Promise<T> {
  const clients: RawClients = {
    get ec2() {
      return clientOf(target, ec2.describeImages);
    },
    get ssm() {
      return clientOf(target, ssm.describeParameters);
    },
  };
  return request(clients, onWire(target, api, input, as), { abortSignal: target.io.signal });
}
