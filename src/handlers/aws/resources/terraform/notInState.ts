/** The rule `notInState`: what carries the tag of a workspace, and is in no state of Terraform. Pure. */
import { z } from 'zod';
import { tagsAsSeen } from '../../../../core/evaluation/matcher.ts';
import type { Rule } from '../../../../core/evaluation/rule.ts';
import type { Resource } from '../../../../core/resource/resource.ts';

export const NOT_IN_STATE = 'notInState';

const WORKSPACE = 'terraformWorkspace/';

/** The key by which evidence speaks about a workspace. */
export function workspaceAlias(workspace: string): string {
  return `${WORKSPACE}${workspace}`;
}

/** The resource, which is also of the workspace that its tag names; of none if several spellings say different things. */
export function inWorkspace<R extends Resource>(resource: R, workspaceTag: string): R {
  const values = new Set(tagsAsSeen(resource, workspaceTag).map(String));
  const [workspace = ''] = values;
  if (values.size !== 1 || workspace.trim() === '') return resource;
  return { ...resource, aliases: [...resource.aliases, workspaceAlias(workspace)] };
}

export const notInState: Rule<Resource, Record<string, never>> = {
  name: NOT_IN_STATE,
  summary:
    'Its tag (`terraform.workspaceTag` of the account) names a workspace whose states were all read, and no state names the resource (docs/terraform.md).',
  parameters: z.strictObject({}),
  matches({ aliases }, _parameters, { findings, isFirstLook, isUnread }) {
    const own = aliases.find((alias) => alias.startsWith(WORKSPACE));
    const isRead = findings.some(({ says, alias }) => says === 'exists' && alias === own);
    // While a state is unread, the verdict is unknown, and not keep.
    if (own === undefined || !(isRead || isFirstLook || isUnread)) return undefined;
    return { code: 'notInState', values: { workspace: own.slice(WORKSPACE.length) } };
  },
};
