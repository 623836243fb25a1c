import { createHash } from "node:crypto";
import type { ReactElement, ReactNode } from "react";
import { docsCss } from "./css";

const sheetHash = createHash("sha256").update(docsCss).digest("base64");

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${sheetHash}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

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
