import type { Export } from "./export-person";
import { exportHtml } from "./html";

/** The answer that a browser saves. No cache may store it, and the page may load and run nothing. */
export function exportFile(data: Export, asPage: boolean, name: string): Response {
  return new Response(asPage ? exportHtml(data) : `${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      "Content-Type": asPage ? "text/html; charset=utf-8" : "application/json",
      "Content-Disposition": `attachment; filename="${name}.${asPage ? "html" : "json"}"`,
      "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
  });
}
