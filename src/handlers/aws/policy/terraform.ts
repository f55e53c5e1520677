/** The roles as a Terraform configuration. Pure. */

import type { Template } from './cloudFormation.ts';
import type { PolicyDocument } from './documents.ts';
import { block, Encoded, Expression } from './hcl.ts';
import type { Role, RoleSet } from './roles.ts';
import { trustPolicy } from './trust.ts';

/** One file, with a variable for each value that the configuration leaves open. */
export function rolesTerraform({ place, roles, trust }: RoleSet): string {
  return text(`Roles for Holystone in ${place}.`, [
    ...variables(trust),
    ...roles.flatMap((role) => blocksOf(role, trust.externalId !== undefined)),
  ]);
}

/** Managed policies of no role, for an identity that exists already. */
export function policiesTerraform(description: string, name: string, policies: readonly PolicyDocument[]): string {
  return text(
    `${description}.`,
    policies.flatMap((policy, index) => {
      const id = `${identifier(name)}_${index + 1}`;
      return [
        block(`resource "aws_iam_policy" "${id}"`, { name: `${name}-${index + 1}`, policy: new Encoded(policy) }),
        block(`output "${id}_policy_arn"`, { value: new Expression(`aws_iam_policy.${id}.arn`) }),
      ];
    }),
  );
}

/**
 * A StackSet with the template, for an organisation:
 * https://registry.terraform.io/providers/hashicorp/aws/latest/docs/resources/cloudformation_stack_set
 */
export function stackSetTerraform({ place, trust }: RoleSet, template: Template, units: readonly string[]): string {
  const parameters = {
    Principal: new Expression('var.principal'),
    ...(trust.externalId === undefined ? {} : { ExternalId: new Expression('var.external_id') }),
  };
  return text(`Roles for Holystone in ${place}, by a StackSet of the management account.`, [
    ...variables(trust),
    block('variable "organizational_unit_ids"', {
      type: new Expression('list(string)'),
      description: 'Units whose accounts get the roles; the root (r-…) for all',
      ...(units.length === 0 ? {} : { default: units }),
    }),
    block(
      'resource "aws_cloudformation_stack_set" "holystone"',
      {
        name: 'holystone',
        description: template.Description,
        permission_model: 'SERVICE_MANAGED',
        capabilities: ['CAPABILITY_NAMED_IAM'],
        parameters,
        template_body: new Encoded(template),
      },
      [
        block('auto_deployment', { enabled: true, retain_stacks_on_account_removal: false }),
        // AWS sets it for service-managed permissions, and Terraform would remove it again.
        block('lifecycle', { ignore_changes: [new Expression('administration_role_arn')] }),
      ],
    ),
    block(
      'resource "aws_cloudformation_stack_set_instance" "holystone"',
      { stack_set_name: new Expression('aws_cloudformation_stack_set.holystone.name') },
      [block('deployment_targets', { organizational_unit_ids: new Expression('var.organizational_unit_ids') })],
    ),
  ]);
}

function variables({ principal, externalId }: RoleSet['trust']): readonly string[] {
  const variable = (name: string, description: string, standard: string | undefined) =>
    block(`variable "${name}"`, {
      type: new Expression('string'),
      description,
      ...(standard === undefined ? {} : { default: standard }),
    });
  return [
    variable('principal', 'ARN of the role or user that runs Holystone', principal),
    ...(externalId === undefined
      ? []
      : [variable('external_id', 'externalId of the account in the configuration', externalId)]),
  ];
}

function blocksOf({ key, name, path, purpose, policies }: Role, hasExternalId: boolean): readonly string[] {
  const id = identifier(key);
  const trusted = trustPolicy(
    new Expression('var.principal'),
    hasExternalId ? new Expression('var.external_id') : undefined,
  );
  const role = block(`resource "aws_iam_role" "${id}"`, {
    name,
    path,
    description: `Holystone ${purpose}`,
    assume_role_policy: new Encoded(trusted),
  });
  const managed = policies.flatMap((policy, index) => {
    const label = `${id}_${index + 1}`;
    return [
      block(`resource "aws_iam_policy" "${label}"`, { name: `${name}-${index + 1}`, policy: new Encoded(policy) }),
      block(`resource "aws_iam_role_policy_attachment" "${label}"`, {
        role: new Expression(`aws_iam_role.${id}.name`),
        policy_arn: new Expression(`aws_iam_policy.${label}.arn`),
      }),
    ];
  });
  const output = block(`output "${id}_role_arn"`, { value: new Expression(`aws_iam_role.${id}.arn`) });
  return [role, ...managed, output];
}

function identifier(text: string): string {
  return text
    .replace(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replace(/\W+/g, '_')
    .toLowerCase();
}

function text(title: string, blocks: readonly string[]): string {
  return [`# ${title}\n# Printed by holystone iam-policy.`, ...blocks].join('\n\n');
}
