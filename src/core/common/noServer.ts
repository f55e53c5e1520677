/**
 * Node's error codes for: nothing listens there, the name has no address, or this machine has no network. Of several
 * addresses of one server Node reports them within another error.
 */
export const NO_SERVER_CODES: ReadonlySet<string | undefined> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ENETUNREACH',
  'ENOTFOUND',
]);
