/** A pass that was blocked, and is over: who let it through, and which pass did it. */
import type { EndOfBlock } from '../../../core/policy/pastPass.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { shorten } from '../../../core/text/visible.ts';
import { shortWords } from '../../page/dates.tsx';
import { Line } from '../../page/layout.tsx';
import { blockedTexts } from '../texts/blocked.ts';
import { consolePage } from './frame.tsx';
import type { FrameState } from './frameState.ts';

/** Reads nothing: what came of the pass is in `end`. */
export function blockedOverPage({ frame }: FrameState, namespace: Namespace, end: EndOfBlock): string {
  const { stopped } = end;
  const { title, stopped: stoppedAt, pass } = blockedTexts.over;
  const heading = title(stopped.blocked.size, stopped.action, namespace);
  const home = `namespaces/${encodeURIComponent(namespace)}`;
  return consolePage({
    title: heading,
    frame,
    here: 'Blocked',
    json: `api/v1/passes?namespace=${encodeURIComponent(namespace)}`,
    command: 'holystone status',
    isLive: true,
    body: (
      <>
        <h1>{heading}</h1>
        <Line tone={end.applied ? 'good' : 'plain'}>{whatCame(end)}</Line>
        <p class="quiet">{stoppedAt(timeOf(stopped.since))}</p>
        <p>
          <a class="button" href={`${frame.root}${home}`}>
            {pass}
          </a>
        </p>
      </>
    ),
  });
}

function whatCame({ approval, applied }: EndOfBlock): string {
  const { over } = blockedTexts;
  const actor = shorten(approval?.actor ?? '', 100);
  if (approval && applied) return over.applied(actor, timeOf(approval.at), timeOf(applied.since));
  if (approval) return over.approvedSince(actor, timeOf(approval.at));
  return applied ? over.passed(timeOf(applied.since)) : over.changed;
}

function timeOf(at: number): string {
  return `${shortWords(new Date(at).toISOString())} UTC`;
}
