import type { Html } from '../../../core/text/html.ts';
import { TOKEN_PATH } from '../../app/access.ts';
import type { Identity } from '../../app/identity.ts';
import { Facts, Line, renderReading } from '../../page/layout.tsx';
import { ChangeForm } from '../dashboard/frame.tsx';
import { viewerOf } from '../dashboard/viewer.ts';
import { signInTexts } from '../texts/signIn.ts';

/** `GET /sign-in` before signing in. @param to a path of the console, where the person goes after signing in */
export function signInPage({
  to,
  signedOut,
}: {
  readonly to: string;
  /** Just now; with the page of the provider that ends the session there, where it has one. */
  readonly signedOut?: { readonly endUrl: string | undefined };
}): string {
  return renderReading(
    signedOut ? signInTexts.signedOut : signInTexts.signIn,
    'en',
    <>
      {signedOut && <SignedOut endUrl={signedOut.endUrl} />}
      <p>
        <a href={`/sign-in/start?${new URLSearchParams({ to })}`}>{signInTexts.withProvider}</a>
      </p>
      <p class="quiet">
        {signInTexts.withToken} <a href={TOKEN_PATH}>{signInTexts.asksForIt}</a>; {signInTexts.tokenIsPassword}
      </p>
    </>,
  );
}

function SignedOut({ endUrl }: { readonly endUrl: string | undefined }): Html {
  const { youAreOut, outThereToo } = signInTexts;
  return (
    <Line tone="good">
      {youAreOut} {endUrl !== undefined && <a href={endUrl}>{outThereToo}</a>}
    </Line>
  );
}

/** `GET /sign-in` after signing in: the person, and the ways to sign out. */
export function accountPage(identity: Identity): string {
  const viewer = viewerOf(identity);
  const { access, accounts } = identity;
  return renderReading(
    signInTexts.signedIn,
    'en',
    <>
      <Facts
        rows={[
          [signInTexts.actor, identity.actor],
          [signInTexts.rights, access === 'reader' ? signInTexts.reader : signInTexts.operator(accounts)],
        ]}
      />
      {identity.by === 'session' ? (
        <>
          <ChangeForm viewer={viewer} action="/sign-out">
            <button>{signInTexts.signOut}</button>
          </ChangeForm>
          <ChangeForm viewer={viewer} action="/sign-out/everywhere">
            <button>{signInTexts.everywhere}</button>
          </ChangeForm>
        </>
      ) : (
        <p class="quiet">{signInTexts.byToken}</p>
      )}
      <p>
        <a href="/">{signInTexts.firstPage}</a>
      </p>
    </>,
  );
}
