import type { EC2 } from '@aws-sdk/client-ec2';
import { messageOf, ReadError } from '../../../core/common/errors.ts';
import type { Call, Input, Method } from '../calls/call.ts';
import { settingsOf } from '../wire/accountSettings.ts';
import { send } from '../wire/client.ts';
import { codeOf, isClientFault, isCredentialsProblem, isDenied, isThrottled } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import { type CallScope, roleOf } from '../wire/target.ts';

/** How long a successful check is trusted; AWS's answer to the real request decides in any case. */
const BELIEVED_FOR_MS = 6 * 3_600_000;
/** "If you have the required permissions, the error response is DryRunOperation." (every EC2 action's `DryRun`) */
const WOULD_SUCCEED = 'DryRunOperation';

/**
 * Checks with EC2's `DryRun` whether a deletion is allowed, before any step of it is done (A8); cached per account,
 * region and role.
 * @param input of the real request
 * @throws ReadError when it is not allowed, or the check failed
 */
export async function dryRun<M extends Method<EC2>>(
  target: CallScope,
  call: Call<EC2, M>,
  input: Input<EC2, M>,
): Promise<void> {
  const { api } = call;
  const ask = () => send(target, call, { ...(input as object), DryRun: true } as Input<EC2, M>, 'dryRun');
  const { account, region, io } = target;
  const key = `aws/${account.name}/${region}/dry-run/${api}/${roleOf(target)}/${settingsOf(account).externalId}`;
  const memory = io.clients.get(key, () => new Memory());
  if (io.clock.now() < memory.until) return;
  if (await wouldSucceed(target, api, ask)) memory.until = io.clock.now() + BELIEVED_FOR_MS;
}

class Memory {
  /** Time of the business clock, ms. */
  until = 0;

  destroy(): void {
    this.until = 0;
  }
}

/** `false`: AWS refused for another reason, which shows nothing about permissions. */
async function wouldSucceed(target: CallScope, api: string, ask: () => Promise<unknown>): Promise<boolean> {
  const operation = { target, api, what: `asking with DryRun whether ${api} is allowed` };
  try {
    await ask();
  } catch (error) {
    if (codeOf(error) === WOULD_SUCCEED) return true;
    if (isAboutTheResource(error)) {
      target.io.log.debug({ api }, `DryRun was refused: ${messageOf(error)}`);
      return false;
    }
    throw readError(error, operation);
  }
  throw new ReadError(`${operation.what}: AWS did not treat the request as a DryRun; Holystone sends no more`, {
    problem: 'malformed',
  });
}

function isAboutTheResource(error: unknown): boolean {
  return isClientFault(error) && !isDenied(error) && !isThrottled(error) && !isCredentialsProblem(error);
}
