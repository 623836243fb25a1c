import type { Export } from "./export-person";

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

/** The same as a page that needs nothing else: names of fields as in the JSON, so that both can be compared. */
export function exportHtml(data: Export): string {
  const title = `${data.service}: ${data.exported_at.toISOString()}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:1rem auto;max-width:60rem;padding:0 1rem}dl{margin:0 0 0 1rem}dt{font-weight:600}dd{margin:0 0 .5rem 1rem;overflow-wrap:anywhere;white-space:pre-line}ol{padding-inline-start:1.5rem}</style>
</head><body><h1>${escaped(title)}</h1>${shown(data.held)}</body></html>
`;
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === "") return "—";
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value))
    return value.length === 0 ? "—" : `<ol>${value.map((one) => `<li>${shown(one)}</li>`).join("")}</ol>`;
  if (typeof value === "object")
    return `<dl>${Object.entries(value)
      .map(([name, inner]) => `<dt>${escaped(name.replaceAll("_", " "))}</dt><dd>${shown(inner)}</dd>`)
      .join("")}</dl>`;
  return escaped(String(value));
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
