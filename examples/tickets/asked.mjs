/** One request in JSON. */

/** The JSON of an answer; `undefined` for what is gone (404, 410) where the caller expects that. Anything else that is not 2xx is an error. */
export async function asked(url, { body, isMissingExpected = false, ...request } = {}) {
  const response = await fetch(url, {
    ...request,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...request.headers },
    signal: AbortSignal.timeout(20_000),
  });
  if (isMissingExpected && (response.status === 404 || response.status === 410)) return undefined;
  if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${new URL(url).pathname}: ${response.status}`);
  const text = await response.text();
  return text === '' ? undefined : JSON.parse(text);
}
