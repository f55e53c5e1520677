/** The roles as a CloudFormation template, in JSON. Pure. */
import type { PolicyDocument } from './documents.ts';
import type { Role, RoleSet } from './roles.ts';
import { EXTERNAL_ID, PRINCIPAL, trustPolicy } from './trust.ts';

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html: larger ones come from S3 */
export const TEMPLATE_BYTES = 51_200;

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/template-anatomy.html */
export interface Template {
  readonly AWSTemplateFormatVersion: '2010-09-09';
  readonly Description: string;
  readonly Parameters?: Readonly<Record<string, object>>;
  readonly Resources: Readonly<Record<string, object>>;
  readonly Outputs: Readonly<Record<string, object>>;
}

/** The principal, and the external id where there is one, are parameters of the template. */
export function rolesTemplate({ place, roles, trust }: RoleSet): Template {
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Roles for Holystone in ${place}`,
    Parameters: {
      Principal: {
        Type: 'String',
        Description: 'ARN of the role or user that runs Holystone',
        AllowedPattern: PRINCIPAL,
        ...(trust.principal === undefined ? {} : { Default: trust.principal }),
      },
      ...(trust.externalId === undefined
        ? {}
        : {
            ExternalId: {
              Type: 'String',
              Description: 'externalId of the account in the configuration',
              AllowedPattern: EXTERNAL_ID,
              Default: trust.externalId,
            },
          }),
    },
    Resources: Object.fromEntries(roles.flatMap((role) => resourcesOf(role, trust.externalId !== undefined))),
    Outputs: Object.fromEntries(
      roles.map(({ key, purpose }) => [
        `${key}RoleArn`,
        { Description: `The role that ${purpose}`, Value: { 'Fn::GetAtt': [`${key}Role`, 'Arn'] } },
      ]),
    ),
  };
}

/** Managed policies of no role, for an identity that exists already. */
export function policiesTemplate(description: string, key: string, policies: readonly PolicyDocument[]): Template {
  const names = policies.map((_policy, index) => `${key}Policy${index + 1}`);
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: description,
    Resources: Object.fromEntries(
      policies.map((policy, index) => [names[index] as string, managedPolicy(description, policy)]),
    ),
    Outputs: Object.fromEntries(names.map((name) => [`${name}Arn`, { Value: { Ref: name } }])),
  };
}

function resourcesOf(role: Role, hasExternalId: boolean): readonly (readonly [string, object])[] {
  const { key, name, path, purpose, policies } = role;
  const id = `${key}Role`;
  const properties = {
    RoleName: name,
    Path: path,
    Description: `Holystone ${purpose}`,
    AssumeRolePolicyDocument: trustPolicy({ Ref: 'Principal' }, hasExternalId ? { Ref: 'ExternalId' } : undefined),
  };
  const description = `The role of Holystone that ${purpose}`;
  return [
    [id, { Type: 'AWS::IAM::Role', Properties: properties }],
    ...policies.map(
      (policy, index) => [`${key}Policy${index + 1}`, managedPolicy(description, policy, [{ Ref: id }])] as const,
    ),
  ];
}

function managedPolicy(Description: string, PolicyDocument: PolicyDocument, Roles: readonly object[] = []): object {
  const roles = Roles.length === 0 ? {} : { Roles };
  return { Type: 'AWS::IAM::ManagedPolicy', Properties: { Description, ...roles, PolicyDocument } };
}
