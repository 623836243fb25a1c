import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { refuse } from "./refuse";

const routerState = "next-router-state-tree";

/**
 * What Next would answer with a fault of its own. A router's state that it cannot read is left out, as if the page were
 * asked for anew; a form that does not say where its parts end is refused. True when it was answered.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  const { headers } = request;
  try {
    parseAndValidateFlightRouterState(headers[routerState]);
  } catch {
    delete headers[routerState];
  }
  const type = headers["content-type"] ?? "";
  if (!/^multipart\/form-data\b/i.test(type) || /;\s*boundary=("[^"]{1,70}"|[^\s;"]{1,70})/i.test(type))
    return false;
  refuse(request, response, {
    status: 400,
    message: "This form does not say where its parts end (boundary). Nothing was changed.",
    french: "Ce formulaire ne dit pas où finissent ses parties (boundary). Rien n’a été changé.",
  });
  return true;
}
