/** The trust policy: the principals that may assume the roles. Pure. */
import type { Trust } from './roles.ts';

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html: without a raised quota */
const TRUST_CHARACTERS = 2_048;

/** An identity of one account, or all identities of one account; never every account. Also a pattern for CloudFormation. */
export const PRINCIPAL = '^(arn:[a-z-]+:(iam|sts)::[0-9]{12}:(root|(role|user|assumed-role)/.+)|[0-9]{12})$';

/** https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
export const EXTERNAL_ID = '^[A-Za-z0-9_+=,.@:/-]{2,1224}$';

/** @param principal, externalId texts, or references of the template */
export function trustPolicy(principal: unknown, externalId: unknown): object {
  const statement = { Effect: 'Allow', Principal: { AWS: principal }, Action: 'sts:AssumeRole' };
  const condition = { StringEquals: { 'sts:ExternalId': externalId } };
  return {
    Version: '2012-10-17',
    Statement: [externalId === undefined ? statement : { ...statement, Condition: condition }],
  };
}

/** Values that AWS would refuse, or that would trust every account. */
export function problemOfTrust({ principal, externalId }: Trust): string | undefined {
  if (principal !== undefined && !new RegExp(PRINCIPAL).test(principal)) {
    return '--principal must be the ARN of a role or user, such as arn:aws:iam::123456789012:role/holystone';
  }
  if (externalId !== undefined && !new RegExp(EXTERNAL_ID).test(externalId)) {
    return 'an external id has 2 to 1,224 characters: letters, digits and _+=,.@:/-';
  }
  if (JSON.stringify(trustPolicy(principal ?? '', externalId)).length > TRUST_CHARACTERS) {
    return `the trust policy is longer than the ${TRUST_CHARACTERS} characters that IAM allows: choose a shorter external id`;
  }
  return undefined;
}
