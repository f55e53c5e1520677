import { ReadError } from '../../../../core/common/errors.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type TemplateResource, toTemplateResource } from '../../resources/launchTemplate.ts';
import { deleteTemplate, dryRunDelete, templates } from '../../resources/launchTemplateApi.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import { openSession } from '../../session/session.ts';
import { readById } from '../../wire/readById.ts';
import type { CallContext } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';
import { templateById } from './readTemplates.ts';
import { restoreTemplate } from './restore.ts';

export function openTemplates(scope: Scope, io: Io): Session<TemplateResource> {
  return openSession<TemplateResource>(scope, io, {
    list: listTemplates,
    get: (reader, ids) => readById(reader, templateById, ids),
    api: ec2.deleteLaunchTemplate.api,
    dryRun: (deleter, { id }) => dryRunDelete(deleter, id),
    async delete({ id }, { deleter }) {
      const requestId = await deleteTemplate(deleter, id);
      return requestId === undefined ? undefined : { kind: 'deleted', requestId };
    },
    restore: restoreTemplate,
    tags: ec2Tags,
  });
}

async function* listTemplates(target: CallScope): AsyncGenerator<readonly TemplateResource[]> {
  const doing: CallContext = { target, api: ec2.describeLaunchTemplates.api, what: 'listing launch templates' };
  for await (const page of templates(doing)) {
    yield page.map((template) => {
      const resource = toTemplateResource(template);
      if (!resource) throw new ReadError('listing launch templates: one came without an id', { problem: 'malformed' });
      return unshareStrings(resource);
    });
  }
}
