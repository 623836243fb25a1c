import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import type { Doors } from "./doors";
import { type Sheet, withOwnStyle } from "./first-sheet";

const ofPeople =
  /^\/(dashboard|ops|sign-in|sign-up|forgot-password|reset-password|invitation|new-email|verify-email)([/?]|$)/;
/**
 * What only React reads. Next writes a page a second time, for React, into scripts in which it escapes each `<`; and it
 * names the files of the page's components, which React asks for itself where it needs them.
 */
const ofReact =
  /<script[^>]*>\(?self\.__next_f.*?<\/script>|<script src="\/_next\/static\/chunks\/(?!first-)[^"]*" async[^>]*><\/script>/gs;

/**
 * Packs what Next answers. A page that needs no React in the browser (withoutReact in scripts/start/build.ts) is sent
 * without what only React reads, two thirds of its bytes, and for the first time with its own style. A page that React has
 * to draw, as an error, stays whole.
 */
export function leanPages(handle: Doors["handle"], sheet: Sheet | null): Doors["handle"] {
  // Its types are those of Express; it asks for no more than Node's own.
  const pack = compression() as unknown as (
    request: IncomingMessage,
    response: ServerResponse,
    next: () => void,
  ) => void;
  return (request, response) => {
    pack(request, response, () => {});
    if (ofPeople.test(request.url ?? ""))
      holdPage(response, (html) => {
        const page = withoutReact(html);
        // What a script reads is put in a page that has its style.
        const { cookie = "", "sec-fetch-mode": mode = "navigate" } = request.headers;
        const isSeen = sheet && mode === "navigate" && page !== html;
        return isSeen ? withOwnStyle(page, sheet, cookie) : page;
      });
    return handle(request, response);
  };
}

/** Keeps a page until it is whole. An answer of another kind, or of a stated length, goes out as it comes. */
function holdPage(response: ServerResponse, change: (html: string) => string): void {
  const held: Buffer[] = [];
  const isHeld = () =>
    String(response.getHeader("content-type")).startsWith("text/html") &&
    !response.hasHeader("content-length");
  // Safe: what they are given is passed on as it came.
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  const hold = ([piece]: unknown[]) => {
    if (typeof piece === "string" || piece instanceof Uint8Array) held.push(Buffer.from(piece));
    return true;
  };
  response.write = (...args: unknown[]) => (isHeld() ? hold(args) : write(...args));
  response.end = (...args: unknown[]) => {
    if (held.length === 0) return end(...args);
    hold(args);
    return end(change(Buffer.concat(held).toString()));
  };
}

function withoutReact(html: string): string {
  const waits = html.includes("/chunks/first-") && html.includes('id="content"');
  return waits ? html.replace(ofReact, "") : html;
}
