import { readFileSync } from "node:fs";
import path from "node:path";

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
