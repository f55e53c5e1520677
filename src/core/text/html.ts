/**
 * The markup of mails and pages: JSX. Values between tags and in attributes are data: they are escaped and can never
 * become markup.
 */
import { Fragment, h, type JSX, options } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** An element. Only JSX and {@link sentence} make one: an object from data is no element and renders nothing. */
export type Html = JSX.Element;

/** The children of a component; `undefined`, `null` and `false` render nothing. No other object: it would render nothing either. */
export type HtmlContent = Html | string | number | bigint | boolean | null | undefined | readonly HtmlContent[];

/** The markup, without a doctype. */
export function renderHtml(html: Html): string {
  return renderToString(html);
}

/**
 * Words around elements such as times, for the texts in several languages, which are no JSX.
 * @example sentence`It was deleted ${at}.`
 */
export function sentence(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return h(Fragment, null, ...parts.flatMap((part, index) => [part, values[index]]));
}

/** The most important part of a sentence. */
export function strong(content: HtmlContent): Html {
  return h('strong', null, content);
}

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'formAction'];
/** An address without a scheme stays on the same site. {@link SKIPPED} removes the characters that a browser skips. */
const SAFE_ADDRESS = /^(https?:|mailto:|(?![a-z][a-z\d+.-]*:))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these
const SKIPPED = /[\u0000-\u0020]/g;

/** Removes an address with any other scheme, such as one that runs a script: the engine itself accepts all. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return;
  const attributes = props as Record<string, unknown>;
  for (const name of ADDRESSES) {
    const address = attributes[name];
    if (typeof address === 'string' && !SAFE_ADDRESS.test(address.replace(SKIPPED, ''))) attributes[name] = undefined;
  }
};
