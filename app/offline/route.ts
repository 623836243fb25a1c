import { createHash } from "node:crypto";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { dashboardLanguage } from "@/lib/domain/languages";
import { serviceName } from "../service-name";

const style =
  "body{margin:0;padding:3rem 1.5rem;font:16px/1.5 system-ui,sans-serif;background:#fbfaf6;color:#1c1c1a}" +
  "main{max-width:34rem;margin:auto}h1{font-size:1.25rem}a{color:inherit}" +
  "@media(prefers-color-scheme:dark){body{background:#131411;color:#ecebe6}}";
const styleHash = createHash("sha256").update(style).digest("base64");

/** What the dashboard shows without a line. It is the same for everybody: it is stored in the browser. */
export function GET(request: Request): Response {
  const language = dashboardLanguage(new URL(request.url).searchParams.get("lang")) ?? "en";
  const { text } = dashboardWords(language);
  const name = escaped(serviceName());
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${name}</title><style>${style}</style>
<main><p>${name}</p><h1>${escaped(text("offlineTitle"))}</h1><p>${escaped(text("offlineMeans"))}</p>
<p><a href="">${escaped(text("offlineAgain"))}</a></p></main></html>`;
  return new Response(html, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cache-Control": "no-cache",
    },
  });
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
