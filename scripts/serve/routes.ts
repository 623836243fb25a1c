import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { isUnread } from "@/lib/providers/request-context";
import { beforeHead } from "./answer-headers";
import { refuse } from "./refuse";

/** The routes of the build, the API's and the callbacks' too, and those that no build knows. */
export function builtRoutes(): string[] {
  const ours = ["/healthz", "/readyz", "/_next/[...file]"];
  try {
    const manifest = readFileSync(path.resolve(".next/app-path-routes-manifest.json"), "utf8");
    return [...ours, ...Object.values<string>(JSON.parse(manifest))];
  } catch {
    return ours;
  }
}

/**
 * Names the route of a path, `/pay/[token]` for every payer's page, so that a metric has as many series as there are
 * routes and not as many as there are addresses. A parameter is `[name]` or `{name}`; a literal segment goes before it.
 * `other` for what no route has.
 */
export function routeNamer(routes: readonly string[]): (url: string) => string {
  const root = newNode();
  for (const route of routes) add(root, route);
  return (url) => {
    const end = url.search(/[?#]/);
    const path = end < 0 ? url : url.slice(0, end);
    return find(root, path.split("/").slice(1), 0) ?? "other";
  };
}

interface Node {
  literal: Map<string, Node>;
  parameter: Node | null;
  /** The route that takes any number of further segments. */
  rest: string | null;
  route: string | null;
}

function newNode(): Node {
  return { literal: new Map(), parameter: null, rest: null, route: null };
}

function add(root: Node, route: string): void {
  let node = root;
  for (const segment of route.split("/").slice(1)) {
    if (/^\[+\.\.\./.test(segment)) {
      node.rest = route;
      return;
    }
    if (/^[[{]/.test(segment)) node = node.parameter ??= newNode();
    else {
      const next = node.literal.get(segment) ?? newNode();
      node.literal.set(segment, next);
      node = next;
    }
  }
  node.route = route;
}

function find(node: Node, segments: readonly string[], at: number): string | null {
  const segment = segments[at];
  if (segment === undefined) return node.route ?? node.rest;
  const literal = node.literal.get(segment);
  return (
    (literal && find(literal, segments, at + 1)) ??
    (node.parameter && segment !== "" ? find(node.parameter, segments, at + 1) : null) ??
    node.rest
  );
}

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
  beforeHead(response, (head) => {
    if (head[0] === 500 && isUnread()) head[0] = 400;
  });
}
