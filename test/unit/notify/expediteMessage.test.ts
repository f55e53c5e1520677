import { describe, expect, test } from '@jest/globals';
import { renderExpedited } from '../../../src/notify/mail/expediteMessage.tsx';
import { catalogueOf } from '../../../src/notify/texts/index.ts';
import { day, preparedAt, row } from './digests.ts';

describe('the mail to the fallback about an early deletion', () => {
  const { namespace } = row();
  const render = (name: string) => {
    const dates = { deletionAt: preparedAt + day, insteadOfAt: preparedAt + 10 * day, timeZone: 'UTC' };
    const report = { owner: 'dana@example.com', namespace, id: 'ami-1', name, ...dates };
    return renderExpedited(report as Parameters<typeof renderExpedited>[0], catalogueOf('en'));
  };

  test('P3 markup and direction marks in a name are shown, never run', () => {
    const { html } = render('<script>x</script>\u202E');
    expect(html).toContain('<li>&lt;script>x&lt;/script>[U+202E]</li>');
  });

  test('a name in a right-to-left script is isolated, in HTML and text', () => {
    const { html, text } = render('שלום');
    expect([html.includes('<li>\u2068שלום\u2069</li>'), text.includes('\u2068שלום\u2069')]).toEqual([true, true]);
  });
});
