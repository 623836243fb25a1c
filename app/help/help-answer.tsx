import type { ReactElement } from "react";
import { acceptedLanguages, handbookLanguage, type Language } from "@/lib/domain/languages";
import { docsColours, policyOf } from "../docs/docs-answer";

/** The style sheet of the handbook, whose pages run no script. */
export const helpCss = `
${docsColours}
*,*::before,*::after{box-sizing:border-box}
html{background:var(--paper);color-scheme:light dark;-webkit-text-size-adjust:100%}
body{margin:0;color:var(--ink);font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:break-word}
h1,h2,h3,p,ul,ol{margin:0}
h1{font-size:1.75rem;line-height:1.25;font-weight:600;letter-spacing:-.01em}
h2{font-size:1.25rem;line-height:1.35;font-weight:600;margin-top:2.5rem;padding-top:.75rem;border-top:2px solid var(--ink)}
h3{font-size:1.0625rem;font-weight:600;margin-top:1.75rem}
p,ul,ol,pre,.wide{margin-top:.75rem}
h1+p{font-size:1.125rem;color:var(--ink-2)}
ul,ol{padding-inline-start:1.5rem}li{margin-top:.375rem}
b,strong{font-weight:600}
a{color:inherit;text-underline-offset:.15em}
:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
:target{scroll-margin-top:1rem}
code,pre{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
code{overflow-wrap:anywhere}
pre{padding:.75rem 1rem;background:var(--sunk);border:1px solid var(--rule);border-radius:4px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:1rem}
th,td{padding:.5rem .75rem .5rem 0;border-bottom:1px solid var(--rule);text-align:start;vertical-align:top}th{font-weight:600}
img{display:inline-block;width:17rem;max-width:100%;height:auto;margin:.25rem .75rem .25rem 0;vertical-align:top;border:1px solid var(--rule);border-radius:4px;background:var(--sheet)}
mark{background:none;color:inherit;font-weight:600}
.skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:1rem;background:var(--sheet);padding:.5rem 1rem;z-index:2}
.top{border-bottom:1px solid var(--rule)}
.top>div,.page{max-width:66rem;margin:0 auto;padding:0 1rem}
.top>div{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.25rem;padding-top:.5rem;padding-bottom:.5rem}
.brand{font-weight:600;text-decoration:none;min-height:2.75rem;display:inline-flex;align-items:center}
.langs{display:flex;flex-wrap:wrap;gap:0 1rem;margin-inline-start:auto;font-size:.9375rem}
.langs>*{min-height:2.75rem;display:inline-flex;align-items:center}.langs b{font-weight:600}
search{flex:1 1 16rem;min-width:0;max-width:30rem;padding:.375rem 0}.find{display:flex;gap:.5rem}
.find label{position:absolute;left:-99em}
.find input{flex:1;width:100%;min-width:0;min-height:2.75rem;padding:0 .75rem;font:inherit;color:var(--ink);background:var(--sheet);border:1px solid var(--field);border-radius:4px}
.find button{min-height:2.75rem;padding:0 1rem;font:inherit;color:var(--ink);background:var(--sunk);border:1px solid var(--field);border-radius:4px;cursor:pointer}
.page{padding-top:1.75rem;padding-bottom:4rem}
main>*{max-width:68ch}main>.wide{max-width:none}
.crumb{margin:0 0 .5rem;font-size:.9375rem;color:var(--ink-2)}.crumb a{display:inline-block;padding:.25rem 0}
.on{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.5rem 2rem;margin-top:3rem;padding-top:1rem;border-top:1px solid var(--rule)}
.on a{display:inline-block;padding:.5rem 0}.on span{display:block;font-size:.875rem;color:var(--ink-2)}
.side{margin-top:3rem;padding-top:1rem;border-top:2px solid var(--ink)}
.side p,.list h2{font-weight:600}.side p{margin-top:1rem}
.side ul{list-style:none;padding:0;margin-top:.25rem}.side li{margin:0}
.side a{display:block;padding:.5rem 0;text-decoration:none}.side a:hover{text-decoration:underline}
.side [aria-current]{font-weight:600}
.hits{list-style:none;padding:0}.hits>li{margin-top:1.25rem}.hits p{margin-top:.125rem;color:var(--ink-2)}
.hits a{font-weight:600}
@media (min-width:60rem){.page.two{display:grid;grid-template-columns:14rem minmax(0,1fr);gap:0 3rem}.two>main{grid-area:1/2}.two>.side{grid-area:1/1;margin:0;padding:0;border:0;align-self:start;font-size:.9375rem}.side a{padding:.25rem 0}.side p:first-child{margin:0}}
@media (max-width:40rem){.langs{margin:0}}
@media print{.top,.side,.on,.crumb{display:none}}
`.trim();

const policy = policyOf(helpCss, "'self'");

/** A finished page, the same for everybody. It runs no script. */
export async function helpAnswer(page: ReactElement, status = 200): Promise<Response> {
  // Loaded here because Next refuses a static import of the server renderer.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return new Response(`<!doctype html>${renderToStaticMarkup(page)}`, {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": status === 200 ? "public, max-age=300" : "no-store",
      "Content-Security-Policy": policy,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
    },
  });
}

/** The language chosen before in this browser, else the browser's own; English where the handbook has neither. */
export function languageOf(request: Request): Language {
  const cookie = /(?:^|;\s*)hl=(\w{2})/.exec(request.headers.get("cookie") ?? "")?.[1];
  return handbookLanguage(cookie, ...acceptedLanguages(request.headers.get("accept-language") ?? ""));
}
