import type { IncomingMessage, ServerResponse } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { refuse } from "./refuse";

const routerState = "next-router-state-tree";

/**
 * Handles requests for which Next would answer with a server error. An unreadable router state is removed, as for a
 * first visit; a form without a boundary is refused. True when the request is already answered.
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
