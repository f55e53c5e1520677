import type { Configuration } from '../config/load/configuration.ts';
import { toldRows } from '../core/notice/toldRows.ts';
import type { OperatorDeps } from '../http/app/deps.ts';
import { previewWaiting } from '../lifecycle/index.ts';
import { renderDigest } from '../notify/mail/renderDigest.ts';
import { previewLinks } from './links.ts';

type Deps = Omit<Parameters<typeof previewWaiting>[0], 'links'>;

/** The waiting message of an owner as text, for the operator's page. Its links decide nothing. */
export function messagePreview(configuration: Configuration, deps: Deps): OperatorDeps['preview'] {
  const { from = 'holystone@holystone.invalid', language = 'en', intro, contact } = configuration.mail ?? {};
  const links = previewLinks(configuration);
  return async (owner) => {
    const digest = await previewWaiting({ ...deps, links }, owner);
    if (!digest) return undefined;
    const { subject, text } = await renderDigest(digest, { from, language, intro, contact });
    return { subject, text, resources: toldRows(digest.rows).length };
  };
}
