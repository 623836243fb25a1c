import { createHash } from "node:crypto";
import type { ReactElement, ReactNode } from "react";

/** The colours of pages to read, light and dark. */
export const docsColours = `
:root{--paper:#FBFAF6;--sheet:#FFFFFF;--sunk:#F3F1EA;--ink:#1B1C19;--ink-2:#56584F;--rule:#DDD9CD;--field:#85877B;--brand:#14532D;--ring:#0B57D0;--word:#6B21A8;--name:#9A3412}
@media (prefers-color-scheme:dark){:root{--paper:#131411;--sheet:#1A1C18;--sunk:#0E0F0C;--ink:#ECEAE2;--ink-2:#B4B6AB;--rule:#32352E;--field:#7D8074;--brand:#7FD19B;--ring:#A8C7FA;--word:#C4B5FD;--name:#FDBA74}}
`.trim();

/**
 * The style sheet of the API's reference and error pages, which run no script. The pictures of `body` are none: asking for one
 * remembers the language of the samples that was chosen.
 */
const docsCss = `
${docsColours}
*,*::before,*::after{box-sizing:border-box}
html{background:var(--paper);color-scheme:light dark;scroll-padding-top:4rem}
body{margin:0;color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
h1,h2,h3,h4,p,dl,dd,ul{margin:0;padding:0}
h1{font-size:1.75rem;line-height:2.125rem;font-weight:600}
h2{font-size:1.375rem;line-height:1.75rem;font-weight:600;margin-top:3.5rem;padding-top:1rem;border-top:2px solid var(--ink)}
h3{font-size:1.0625rem;font-weight:600;margin-top:2.5rem}
h4{font-size:.875rem;font-weight:600;margin-top:1.25rem}
p,.text{margin-top:.5rem;max-width:68ch}
a{color:inherit;text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
.skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:1rem;background:var(--sheet);padding:.5rem 1rem;z-index:2}
.page{max-width:78rem;margin:0 auto;padding:1.5rem 1rem 4rem}
.soft{color:var(--ink-2)}
code,pre,.path{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
pre{margin:0;padding:.75rem 1rem;background:var(--sunk);border:1px solid var(--rule);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:2;line-height:1.45}
p+pre{margin-top:.75rem}pre i,pre em{font-style:normal}pre i{color:var(--brand)}pre b{font-weight:400;color:var(--word)}pre em{color:var(--name)}
.verb{font-weight:600;color:var(--brand)}
nav ul{list-style:none}nav a{display:inline-block;padding:.2rem 0;text-decoration:none}nav a:hover{text-decoration:underline}
nav strong{display:block;margin-top:.75rem}
.langs{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center;margin:1.5rem 0 0;padding:.5rem 0;border:0;border-bottom:1px solid var(--rule);background:var(--paper)}
.langs legend{float:left;padding:0;color:var(--ink-2)}
.langs label{display:inline-flex;gap:.375rem;align-items:center;min-height:2.75rem;cursor:pointer}
.langs input{width:1.125rem;height:1.125rem;margin:0;accent-color:var(--brand)}
.s{margin-top:.75rem}
@supports selector(:has(*)){.s{display:none}
body:has(#l-curl:checked) .s-curl,body:has(#l-node:checked) .s-node,body:has(#l-python:checked) .s-python,body:has(#l-php:checked) .s-php{display:block}
body:has(#l-curl:checked){background-image:url(/docs/samples-in/curl)}
body:has(#l-node:checked){background-image:url(/docs/samples-in/node)}
body:has(#l-python:checked){background-image:url(/docs/samples-in/python)}
body:has(#l-php:checked){background-image:url(/docs/samples-in/php)}}
.fields{margin-top:.5rem;border-top:1px solid var(--rule)}
.fields>div{display:grid;grid-template-columns:minmax(9rem,14rem) 1fr;gap:0 1rem;padding:.375rem 0;border-bottom:1px solid var(--rule)}
.fields dt code{font-weight:600}
.codes{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-top:.5rem}
details{margin-top:.75rem}summary{cursor:pointer;min-height:2rem;font-size:.875rem;font-weight:600}
details>pre{margin-top:.25rem}
@media (min-width:64rem){.page{display:grid;grid-template-columns:15rem minmax(0,1fr);gap:0 3rem}.page>nav{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto;font-size:.875rem}}
@media (max-width:40rem){.fields>div{grid-template-columns:1fr}}
@media print{.langs,nav{display:none}}
`.trim();

/**
 * What a page without scripts may load: its one style sheet, named by its hash, and our own pictures. `forms`: where its
 * forms may go.
 */
export function policyOf(sheet: string, forms = "'none'"): string {
  const hash = createHash("sha256").update(sheet).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "img-src 'self'",
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

const policy = policyOf(docsCss);

/**
 * A finished page: no script, and one style sheet that is named by its hash. It is the same for everybody, unless it is the
 * reader's own.
 */
export async function docsAnswer(
  page: ReactElement,
  { status = 200, isOwn = false }: { status?: number; isOwn?: boolean } = {},
): Promise<Response> {
  // Loaded here because Next refuses a static import of the server renderer.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": isOwn ? "private, no-cache" : "public, max-age=300",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}

export function DocsPage(props: { title: string; nav?: ReactNode; children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{props.title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        {/* Our own sheet, without any outside value. */}
        <style dangerouslySetInnerHTML={{ __html: docsCss }} />
      </head>
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        <div className="page">
          {props.nav ?? (
            <nav aria-label="Documentation">
              <a href="/help/en#developers">Handbook</a>
              <br />
              <a href="/docs">API reference</a>
              <br />
              <a href="/docs/errors">Errors</a>
              <br />
              <a href="/docs/changelog">Changelog</a>
            </nav>
          )}
          <main id="content">{props.children}</main>
        </div>
      </body>
    </html>
  );
}
