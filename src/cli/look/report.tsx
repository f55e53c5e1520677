/** The report of a look: one page that needs nothing beside it. */
import { readFileSync } from 'node:fs';
import { pluralize } from '../../core/common/pluralize.ts';
import { type Html, renderHtml } from '../../core/text/html.ts';
import { TOKENS } from '../../http/page/style.ts';
import { visibleMarkup } from '../../http/page/visibleMarkup.ts';
import { type Choices, choiceStyle, choicesOf } from './choices.ts';
import { InUseSection } from './inUseSection.tsx';
import type { Look } from './look.ts';
import { CannotSeeSection, NextSection, NotJudgedSection, UnreadSection } from './restSections.tsx';
import { ageOf, totalOf } from './sums.ts';
import { WastedSection } from './wastedSection.tsx';
import { WhereSection } from './whereSection.tsx';
import { accountWords, byOwner, callsWords, costWords, headline, locationWords } from './words.ts';

const STYLE = TOKENS + readFileSync(new URL('./report.css', import.meta.url), 'utf8');

/** The whole page as HTML. @param json the file of the document, for the commands. Names and reasons come from strangers: the renderer escapes them. */
export function report(look: Look, json: string): string {
  const choices = choicesOf(look.wasted, (row) => ageOf(row, look.generatedAt));
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>{`Holystone look, ${accountWords(look)}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE + choiceStyle(choices) }} />
      </head>
      <body>
        <Body look={look} choices={choices} json={json} />
      </body>
    </html>
  );
  return visibleMarkup(`<!doctype html>\n${renderHtml(page)}\n`);
}

function Body({ look, choices, json }: { look: Look; choices: Choices; json: string }): Html {
  const { wasted, inUse, unread, mails, generatedAt } = look;
  const at = `${new Date(generatedAt).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
  return (
    <>
      <header>
        <ul class="top">
          <li>
            <b>Holystone look</b>
          </li>
          <li>
            {look.called.account} {accountWords(look)}
          </li>
          <li>{locationWords(look)}</li>
          <li>{at}</li>
          <li>{callsWords(look)}</li>
        </ul>
      </header>
      <main>
        <Headline look={look} />
        <p class="quiet">{basis(look)}</p>
        {look.called.unseen === undefined ? null : <p>{look.called.unseen}</p>}
        <ul class="places">
          {wasted.length > 0 && (
            <li>
              <a href="#wasted">What was found: {wasted.length}</a>
            </li>
          )}
          {inUse.length > 0 && (
            <li>
              <a href="#in-use">What only looks unused: {inUse.length}</a>
            </li>
          )}
          {unread.length > 0 && (
            <li>
              <a href="#unread">What could not be read</a>
            </li>
          )}
          {mails.length > 0 && (
            <li>
              <a href="#mails">The mail that each owner would get</a>
            </li>
          )}
          <li>
            <a href="#next">What to do next</a>
          </li>
        </ul>
        {wasted.length > 0 && <WhereSection look={look} />}
        {wasted.length > 0 && <WastedSection look={look} choices={choices} />}
        {inUse.length > 0 && <InUseSection look={look} />}
        {unread.length > 0 && <UnreadSection look={look} json={json} />}
        {look.cannotSee.length > 0 && <CannotSeeSection look={look} />}
        {look.notJudged && <NotJudgedSection look={look} />}
        {mails.length > 0 && <MailsSection look={look} />}
        <NextSection look={look} json={json} />
      </main>
    </>
  );
}

/** The money stands out; what only looks unused is as large, and quiet. */
function Headline({ look }: { look: Look }): Html {
  const [wasted, inUse] = headline(look);
  const cost = costWords(totalOf(look.wasted), look, 'up to ');
  const [before = '', after] = cost === '' ? [wasted] : wasted.split(`${cost} a month`);
  return (
    <h1>
      {before}
      {after === undefined ? null : <em>{cost} a month</em>}
      {after}
      {inUse === undefined ? null : <i> {inUse}: here is who still uses each.</i>}
    </h1>
  );
}

function basis({ prices, notLookedAt }: Look): string {
  const partly = notLookedAt === 0 ? '' : ` ${notLookedAt} places were not looked at: the look was stopped.`;
  return prices
    ? `List prices of ${prices.date}, without discounts. “Up to” and ≤: the provider bills a snapshot by its changed blocks and does not say how many.${partly}`
    : `No price list has these locations, so there is no figure.${partly}`;
}

/** What each owner would be sent, were this look a mark pass. */
function MailsSection({ look }: { look: Look }): Html {
  const left = byOwner(look).length - look.mails.length;
  return (
    <section aria-labelledby="mails">
      <h2 id="mails">The mail that each owner would get</h2>
      <p>
        Nobody is sent anything. The links work in a real mail; without an owner, the address that the configuration
        names gets it.
      </p>
      {look.mails.map(({ owner, resources, subject, text }) => (
        <details class="card mail">
          <summary>
            <b>{owner ?? 'no owner'}</b> <span class="quiet">{pluralize(resources, 'resource')}</span>
          </summary>
          <p>
            <b>{subject}</b>
          </p>
          <pre>{text}</pre>
        </details>
      ))}
      {left > 0 ? <p class="quiet">{pluralize(left, 'more owner')} with a lower cost.</p> : null}
    </section>
  );
}
