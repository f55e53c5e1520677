const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param root the relative address of the site's first page @param nav the rendered docs/README.md */
export function layout({ title, body, nav, root, version }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Holystone ${version}</title>
<link rel="stylesheet" href="${root}/style.css">
<script type="module" src="${root}/search.mjs"></script>
</head>
<body data-root="${root}" data-version="${version}">
<header>
<a class="brand" href="${root}/index.html">Holystone</a>
<label>Version <select id="versions"><option>${version}</option></select></label>
<label class="search">Search <input id="search" type="search" autocomplete="off" placeholder="press /"></label>
<ol id="results" aria-live="polite"></ol>
</header>
<nav aria-label="Documentation"><details open><summary>All pages</summary>${nav}</details></nav>
<main>
${body}
</main>
</body>
</html>
`;
}
