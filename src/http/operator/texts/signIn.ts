/** For the pages before and after a sign-in. */
export const signInTexts = {
  signedOut: 'Signed out',
  signIn: 'Sign in',
  withProvider: 'Sign in with your identity provider',
  withToken: 'With a token instead:',
  asksForIt: 'your browser asks for it',
  tokenIsPassword: 'the token is the password, the user name may be anything.',
  youAreOut: 'You are signed out of Holystone.',
  outThereToo: 'Sign out at the identity provider too',
  signedIn: 'Signed in',
  actor: 'Name in the audit log',
  rights: 'Rights',
  reader: 'reader',
  /** @param accounts patterns of names; `undefined` = the whole fleet */
  operator: (accounts: readonly string[] | undefined) =>
    accounts === undefined ? 'operator' : `operator of ${accounts.join(', ')}`,
  signOut: 'Sign out',
  everywhere: 'Sign out everywhere',
  byToken: 'By a token: close the browser to forget it.',
  firstPage: 'To the first page',
};
