/** RFC 9110, 5.6.7: the one form that servers send. `Date.parse` takes "0" for a year. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** ms since the epoch; `undefined` for a text that is no date of a header. */
export function httpDate(text: string | undefined): number | undefined {
  const at = HTTP_DATE.test(text ?? '') ? Date.parse(text as string) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
