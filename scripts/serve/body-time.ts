import type { IncomingMessage, ServerResponse } from "node:http";
import { streamsFile } from "./body-limit";
import { refuse } from "./refuse";

/** A slow line sends a file of 256 MB in this time; whoever sends less than nothing for `requestMs` is cut off before. */
const fileMs = 2 * 60 * 60 * 1000;

/**
 * Ends a request whose body does not arrive in `requestMs` with 408. The body of a file may take longer, as long as it
 * never rests for that time.
 */
export function limitTime(request: IncomingMessage, response: ServerResponse, requestMs: number): void {
  const isFile = streamsFile.test(request.url ?? "");
  const end = () => {
    if (request.complete || request.destroyed) return;
    if (response.headersSent) return void request.destroy();
    refuse(request, response, {
      status: 408,
      message: "The request took too long to arrive. Nothing was changed.",
      french: "La requête a mis trop de temps à arriver. Rien n’a été changé.",
    });
    response.once("close", () => request.destroy());
  };
  const whole = setTimeout(end, isFile ? fileMs : requestMs).unref();
  const rest = isFile ? setTimeout(end, requestMs).unref() : null;
  if (rest) {
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null) => {
      rest.refresh();
      return push(chunk);
    };
  }
  response.once("close", () => {
    clearTimeout(whole);
    if (rest) clearTimeout(rest);
  });
}
