import type { Language } from '../../../core/common/language.ts';
import type { Html } from '../../../core/text/html.ts';
import { TOKEN_PATH } from '../../app/access.ts';
import type { Identity } from '../../app/identity.ts';
import { Facts, Line, renderReading } from '../../page/layout.tsx';
import { ChangeForm } from '../dashboard/frame.tsx';
import { OtherLanguage } from '../dashboard/operatorParts.tsx';
import { viewerOf } from '../dashboard/viewer.ts';
import { signInTexts } from '../texts/signIn.ts';

/** `GET /sign-in` before signing in. */
/** The language, and the page that a choice of another returns to. */
export interface Spoken {
  readonly language: Language;
  readonly path: string;
}

function Top({ language, path }: Spoken): Html {
  return (
    <>
      <span class="brand">Holystone</span>
      <OtherLanguage language={language} path={path} root="./" />
    </>
  );
}

/** `to` = a path of the console, where the person goes after signing in. */
export function signInPage({
  to,
  signedOut,
  spoken,
}: {
  readonly spoken: Spoken;
  readonly to: string;
  /** Just now; with the page of the provider that ends the session there, where it has one. */
  readonly signedOut?: { readonly endUrl: string | undefined };
}): string {
  const texts = signInTexts[spoken.language];
  return renderReading(
    signedOut ? texts.signedOut : texts.signIn,
    spoken.language,
    <>
      {signedOut && <SignedOut endUrl={signedOut.endUrl} language={spoken.language} />}
      <p>
        <a href={`/sign-in/start?${new URLSearchParams({ to })}`}>{texts.withProvider}</a>
      </p>
      <p class="quiet">
        {texts.withToken} <a href={TOKEN_PATH}>{texts.asksForIt}</a>; {texts.tokenIsPassword}
      </p>
    </>,
    <Top {...spoken} />,
  );
}

function SignedOut({ endUrl, language }: { readonly endUrl: string | undefined; readonly language: Language }): Html {
  const { youAreOut, outThereToo } = signInTexts[language];
  return (
    <Line tone="good">
      {youAreOut} {endUrl !== undefined && <a href={endUrl}>{outThereToo}</a>}
    </Line>
  );
}

/** `GET /sign-in` after signing in: the person, and the ways to sign out. */
export function accountPage(identity: Identity, spoken: Spoken): string {
  const viewer = viewerOf(identity);
  const texts = signInTexts[spoken.language];
  const { access, accounts } = identity;
  return renderReading(
    texts.signedIn,
    spoken.language,
    <>
      <Facts
        rows={[
          [texts.actor, identity.actor],
          [texts.rights, access === 'reader' ? texts.reader : texts.operator(accounts)],
        ]}
      />
      {identity.by === 'session' ? (
        <>
          <ChangeForm viewer={viewer} action="/sign-out">
            <button>{texts.signOut}</button>
          </ChangeForm>
          <ChangeForm viewer={viewer} action="/sign-out/everywhere">
            <button>{texts.everywhere}</button>
          </ChangeForm>
        </>
      ) : (
        <p class="quiet">{texts.byToken}</p>
      )}
      <p>
        <a href="/">{texts.firstPage}</a>
      </p>
    </>,
    <Top {...spoken} />,
  );
}
