/**
 * The markup of mails and pages: JSX. What is put between tags and into attributes is data, is escaped, and can never
 * become markup.
 */
import { type ComponentChildren, Fragment, h, type JSX, options } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** An element. Only JSX and {@link sentence} make one: an object that came as data is none and shows nothing. */
export type Html = JSX.Element;

/** What a component takes between its tags; `undefined`, `null` and `false` are nothing. */
export type HtmlContent = ComponentChildren;

/** The markup, without a doctype. */
export function renderHtml(html: Html): string {
  return renderToString(html);
}

/**
 * Words around times with their tag, for the texts in several languages, which are no JSX.
 * @example sentence`It was deleted ${at}.`
 */
export function sentence(parts: TemplateStringsArray, ...values: readonly HtmlContent[]): Html {
  return h(Fragment, null, ...parts.flatMap((part, index) => [part, values[index]]));
}

/** What matters most of a sentence. */
export function strong(content: HtmlContent): Html {
  return h('strong', null, content);
}

const ADDRESSES = ['href', 'src', 'action', 'formaction', 'formAction'];
/** Without a scheme it leads to the same site. What a browser skips before and in a scheme is skipped here too. */
const SAFE_ADDRESS = /^(https?:|mailto:|(?![a-z][a-z\d+.-]*:))/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a browser skips
const SKIPPED = /[\u0000-\u0020]/g;

/** An address that would run a script, or anything but lead somewhere, is left out: the engine itself takes any. */
options.vnode = ({ type, props }) => {
  if (typeof type !== 'string') return;
  const attributes = props as Record<string, unknown>;
  for (const name of ADDRESSES) {
    const address = attributes[name];
    if (typeof address === 'string' && !SAFE_ADDRESS.test(address.replace(SKIPPED, ''))) attributes[name] = undefined;
  }
};
