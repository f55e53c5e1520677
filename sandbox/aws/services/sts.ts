import * as module from '@aws-sdk/client-sts';
import { AwsError } from '../collections/errors.ts';
import type { Call } from '../store/call.ts';
import { type Service, service } from '../wire/service.ts';
import { type Identities, SESSION_S } from './identities.ts';
import { type Permissions, unauthorized } from './permissions.ts';

const ROLE_ARN = /^arn:[\w-]+:iam::(\d{12}):role\/(.+)$/;

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html: 15 minutes to 12 hours, default 1 hour. */
const [MIN_SECONDS, MAX_SECONDS] = [900, 43_200];

export function sts(identities: Identities, permissions: Permissions): Service {
  return service(
    module,
    module.STSClient,
  )({
    GetCallerIdentity: (_input, { account, principal }) => ({
      Account: account.id,
      Arn: principal.arn,
      UserId: principal.userId,
    }),

    AssumeRole(input, call) {
      const [, accountId = '', role = ''] = ROLE_ARN.exec(input.RoleArn ?? '') ?? [];
      if (role === '') throw new AwsError('ValidationError', `${input.RoleArn} is invalid`);
      const { DurationSeconds: seconds = SESSION_S, RoleSessionName: name = '' } = input;
      checkSession(name, seconds);
      const account = identities.get(accountId);
      // AWS gives the same answer for a missing role, a role that does not trust the caller, and a suspended account.
      const refuses = identities.isSuspended(accountId) || permissions.deniesRole(accountId, role);
      if (!account?.roles.includes(role) || refuses) throw refused(call, input.RoleArn);
      const session = identities.startSession(account, role, name, seconds);
      return {
        Credentials: {
          AccessKeyId: session.accessKeyId,
          SecretAccessKey: session.secretAccessKey,
          SessionToken: session.sessionToken,
          Expiration: new Date(session.expiresAt),
        },
        AssumedRoleUser: { Arn: session.principal.arn, AssumedRoleId: session.principal.userId },
      };
    },
  });
}

function checkSession(name: string, seconds: number): void {
  if (!/^[\w+=,.@-]{2,64}$/.test(name)) {
    throw new AwsError(
      'ValidationError',
      `1 validation error detected: Value '${name}' at 'roleSessionName' failed to satisfy constraint: ` +
        'Member must satisfy regular expression pattern: [\\w+=,.@-]*',
    );
  }
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw new AwsError(
      'ValidationError',
      `1 validation error detected: Value '${seconds}' at 'durationSeconds' failed to satisfy constraint`,
    );
  }
}

function refused({ principal }: Call, roleArn = ''): AwsError {
  return unauthorized({ principal, protocol: 'query' }, 'sts:AssumeRole', roleArn);
}
