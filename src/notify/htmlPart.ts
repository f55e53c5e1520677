/**
 * The HTML of a digest. Mail clients drop what they like: the light colours and the layout are inline and hold alone;
 * the style sheet only adds the dark colours and stacks the columns on a phone.
 */
import { type Html, html, raw } from '../core/html.ts';
import type { Item } from './item.ts';
import type { Wording } from './wording.ts';

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MUTED = 'color:#56616d';
const MONO = 'font-family:ui-monospace,Consolas,Menlo,monospace;font-size:13px;word-break:break-all';
const RULE = 'border-top:1px solid #dde2e7';

const STYLE = raw(`
  @media (max-width: 560px) {
    .page { padding: 0 !important } .card { border-radius: 0 !important; padding: 20px 16px !important }
    .head { display: none !important } .label { display: block !important } .cell { display: block !important; width: auto !important }
    .date { border-top: 0 !important; padding: 0 0 20px !important }
    .button { display: block !important; text-align: center !important }
  }
  @media (prefers-color-scheme: dark) {
    .page { background: #12161a !important } .card { background: #1c2229 !important; color: #e7ebef !important }
    .card .muted { color: #a8b3be !important } .cell, .head th, .box { border-color: #36404a !important }
    .box { background: #242c34 !important } .button { background: #4cc38a !important; color: #08130d !important }
  }
`);

export function htmlPart(items: readonly Item[], wording: Wording): string {
  const { subject, heading, intro, keep, nothing, more, footer } = wording;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#eef1f4">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#eef1f4;padding:24px 12px"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:720px"><tr><td class="card" style="${FONT};font-size:15px;line-height:1.5;color:#1c252e;background:#ffffff;border-radius:8px;padding:28px 32px;text-align:left">
<h1 style="font-size:22px;line-height:1.3;margin:0 0 8px">${heading}</h1>
<p style="margin:0 0 16px">${intro}</p>
<div class="box" style="background:#f4f7f9;border:1px solid #dde2e7;border-radius:6px;padding:12px 16px;margin:0 0 16px">
<strong>To keep a resource</strong>
<ul style="margin:4px 0 0;padding:0 0 0 18px">${keep.map((way) => html`<li>${way}</li>`)}</ul>
</div>
<p style="margin:0 0 20px">${nothing}</p>
${more === undefined ? undefined : html`<p style="margin:0 0 20px"><strong>${more}</strong></p>`}
<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">
<tr class="head"><th scope="col" align="left" class="muted" style="${MUTED};${FONT};font-size:13px;padding:0 16px 6px 0">Resource</th><th scope="col" align="left" class="muted" style="${MUTED};${FONT};font-size:13px;padding:0 0 6px">Deletion</th></tr>
${items.map(row)}
</table>
<p class="muted" style="${MUTED};font-size:13px;margin:20px 0 0">${footer}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return page.markup;
}

/** `dir="auto"` keeps a name in a right-to-left script from reordering what stands next to it. */
function row(item: Item): Html {
  const { deletion } = item;
  return html`<tr>
<td class="cell" valign="top" style="${RULE};${FONT};font-size:15px;line-height:1.5;padding:14px 16px 14px 0">
<div dir="auto" style="font-weight:600;word-break:break-word">${item.name}</div>
<div dir="auto" class="muted" style="${MUTED};${MONO}">${item.id}</div>
<div class="muted" style="${MUTED};font-size:13px">${item.type} in <bdi>${item.place}</bdi> · ${item.age}${
    item.group === undefined ? undefined : html` · group <bdi>${item.group}</bdi>`
  }</div>
${item.why.map((reason) => html`<div dir="auto" style="margin:6px 0 0;word-break:break-word">${reason}</div>`)}
</td>
<td class="cell date" valign="top" width="210" style="${RULE};${FONT};font-size:15px;line-height:1.5;padding:14px 0;width:210px">
<div class="label muted" style="display:none;${MUTED};font-size:13px">Deletion</div>
<div style="font-weight:600">${deletion.words}</div>
<div class="muted" style="${MUTED};font-size:13px">${deletion.timeZone}<br>${deletion.iso}</div>
<a class="button" href="${item.row.keepUrl}" aria-label="Keep ${item.name}" style="display:inline-block;margin:10px 0 0;padding:7px 18px;border-radius:5px;background:#11694b;color:#ffffff;font-weight:600;text-decoration:none">Keep it</a>
</td>
</tr>
`;
}
