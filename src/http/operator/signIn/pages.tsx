import type { Html } from '../../../core/text/html.ts';
import { TOKEN_PATH } from '../../app/access.ts';
import type { Identity } from '../../app/identity.ts';
import { Facts, Line, renderReading } from '../../page/layout.tsx';
import { ChangeForm } from '../dashboard/frame.tsx';
import { viewerOf } from '../dashboard/viewer.ts';

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
    signedOut ? 'Signed out' : 'Sign in',
    'en',
    <>
      {signedOut && <SignedOut endUrl={signedOut.endUrl} />}
      <p>
        <a href={`/sign-in/start?${new URLSearchParams({ to })}`}>Sign in with your identity provider</a>
      </p>
      <p class="quiet">
        With a token instead: <a href={TOKEN_PATH}>your browser asks for it</a>; the token is the password, the user
        name may be anything.
      </p>
    </>,
  );
}

function SignedOut({ endUrl }: { readonly endUrl: string | undefined }): Html {
  return (
    <Line tone="good">
      You are signed out of Holystone.{' '}
      {endUrl !== undefined && <a href={endUrl}>Sign out at the identity provider too</a>}
    </Line>
  );
}

/** `GET /sign-in` after signing in: the person, and the ways to sign out. */
export function accountPage(identity: Identity): string {
  const viewer = viewerOf(identity);
  const { access, accounts } = identity;
  return renderReading(
    'Signed in',
    'en',
    <>
      <Facts
        rows={[
          ['Name in the audit log', identity.actor],
          ['Rights', access === 'reader' ? 'reader' : operatorOf(accounts)],
        ]}
      />
      {identity.by === 'session' ? (
        <>
          <ChangeForm viewer={viewer} action="/sign-out">
            <button>Sign out</button>
          </ChangeForm>
          <ChangeForm viewer={viewer} action="/sign-out/everywhere">
            <button>Sign out everywhere</button>
          </ChangeForm>
        </>
      ) : (
        <p class="quiet">By a token: close the browser to forget it.</p>
      )}
      <p>
        <a href="/">To the first page</a>
      </p>
    </>,
  );
}

/** @param accounts patterns of names; `undefined` = the whole fleet */
function operatorOf(accounts: readonly string[] | undefined): string {
  return accounts === undefined ? 'operator' : `operator of ${accounts.join(', ')}`;
}
