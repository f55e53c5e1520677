import type { Catalogue } from '../../notify/texts/common/catalogue.ts';
import { InEnglish, Note, renderReading } from '../page/layout.tsx';
import type { Problem } from './problem.ts';

/** A failure as a page; a problem without a translation stays in English. */
export function problemPage(problem: Problem, requestId: string, { language, pages }: Catalogue): string {
  const { title = problem.title, detail } = pages.problems[problem.code] ?? {};
  return renderReading(
    title,
    language,
    <>
      <Note tone="bad">
        {detail === undefined ? (
          <InEnglish on={language}>
            <p>{problem.message}</p>
          </InEnglish>
        ) : (
          <p>{detail}</p>
        )}
      </Note>
      <p class="quiet small">{pages.problemFoot(problem.status, requestId)}</p>
    </>,
  );
}
