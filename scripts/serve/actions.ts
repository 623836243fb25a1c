import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { isUnread } from "@/lib/providers/request-context";
import { refuse } from "./refuse";
import { builtRoutes, routeNamer } from "./route-names";

/** Whether the page of this address has this action. */
export type HasAction = (url: string, id: string) => boolean;

interface Manifest {
  node: Record<string, { workers: Record<string, unknown> }>;
}

/** The actions of the build and their pages; null where there is no build, in development. */
export function builtActions(): HasAction | null {
  const read = (file: string) => JSON.parse(readFileSync(path.resolve(".next", file), "utf8"));
  try {
    const routes: Record<string, string> = read("app-path-routes-manifest.json");
    const { node }: Manifest = read("server/server-reference-manifest.json");
    const pagesOf = new Map(
      Object.entries(node).map(([id, { workers }]) => [
        id,
        new Set(Object.keys(workers).map((page) => routes[page.replace(/^app/, "")])),
      ]),
    );
    const nameOf = routeNamer(builtRoutes());
    return (url, id) => pagesOf.get(id)?.has(nameOf(url)) ?? false;
  } catch {
    return null;
  }
}

/**
 * Refuses an action that the page of the address does not have, with the mark that tells Next's own script that the page
 * is of another release. Next would call this server once more for an action of another page, which fails, and write an
 * error for each. True when the request is already answered.
 */
export function refuseAction(request: IncomingMessage, response: ServerResponse, has: HasAction): boolean {
  const id = request.headers["next-action"];
  if (id === undefined || request.method !== "POST" || has(request.url ?? "/", String(id))) return false;
  refuse(request, response, {
    status: 409,
    headers: { "x-nextjs-action-not-found": "1" },
    message: "This page does not have that button any more. Nothing was changed; load the page again.",
    french: "Cette page n’a plus ce bouton. Rien n’a été changé ; rechargez la page.",
  });
  return true;
}

/** Whether Next takes it for a call of an action. */
export function isAction({ method, headers }: IncomingMessage): boolean {
  const isForm = headers["content-type"]?.startsWith("multipart/form-data") ?? false;
  return method === "POST" && (headers["next-action"] !== undefined || isForm);
}

/** Next ends a call that it cannot read as a fault of ours (500). This gives it its right name. */
export function nameUnread(response: ServerResponse): void {
  const writeHead: WriteHead = response.writeHead.bind(response);
  response.writeHead = (status: number, ...more: never[]) =>
    writeHead(status === 500 && isUnread() ? 400 : status, ...more);
}

/** `writeHead` has overloads, of which TypeScript would see only the last; all arguments are passed on unchanged. */
type WriteHead = (status: number, ...more: never[]) => ServerResponse;
