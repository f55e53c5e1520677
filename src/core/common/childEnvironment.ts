/** The variables that programs which this one starts may have: places and words, never keys, tokens or passwords. Pure. */

/** Variables by name, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** In capitals; a name that ends in `*` means all that begin so. */
const EVERYWHERE: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'TERM', 'TZ', 'TMPDIR', 'TEMP', 'TMP'],
  ...['LANG', 'LANGUAGE', 'LC_ALL', 'LC_COLLATE', 'LC_CTYPE', 'LC_MESSAGES', 'LC_MONETARY', 'LC_NUMERIC', 'LC_TIME'],
  ...['XDG_CACHE_HOME', 'XDG_CONFIG_DIRS', 'XDG_CONFIG_HOME', 'XDG_DATA_DIRS', 'XDG_DATA_HOME', 'XDG_RUNTIME_DIR'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ...['CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS'],
  ...['SYSTEMROOT', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'PROGRAMDATA'],
];

/** `http://user:secret@proxy.example`, whatever its name is; of a proxy also without the scheme, or with a slash in it. */
const HAS_USER = /:\/\/[^/?#\s]*@/;
const IS_PROXY = /_PROXY$/i;

/**
 * Those that every program may have, and those whose names `more` has in the same form.
 * A variable whose value is a URL with a user or a password is never among them.
 */
export function childEnvironment(variables: Variables, more: readonly string[] = []): Readonly<Record<string, string>> {
  const allowed = [...EVERYWHERE, ...more];
  const isAllowed = (name: string) =>
    allowed.some((one) => (one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : name === one));
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value !== undefined && isAllowed(name.toUpperCase()) && !hasUser(name, value) ? [[name, value]] : [],
    ),
  );
}

function hasUser(name: string, value: string): boolean {
  return HAS_USER.test(value) || (IS_PROXY.test(name) && value.includes('@'));
}
