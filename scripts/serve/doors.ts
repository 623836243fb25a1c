import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { inRequest } from "@/lib/providers/request-context";
import { closeWhenUnread, completeHeaders } from "./answer-headers";
import { limitBody, streamsFile, watchBody } from "./body-limit";
import { isProbe } from "./health";
import {
  answerFault,
  nameFault,
  refuse,
  refuseMalformed,
  refuseMalformedRequest,
  refusePaused,
} from "./refuse";
import { refuseTarget, setClientAddress } from "./request-facts";
import { type HasAction, isAction, nameUnread, refuseAction } from "./routes";
import type { Traces } from "./traces";

const routerState = "next-router-state-tree";

/**
 * Handles requests for which Next would answer with a server error. An unreadable router state is removed, as for a
 * first visit; a form without a boundary is refused. True when the request is already answered.
 */
function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
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

/** A slow line sends a file of 256 MB in this time; whoever sends less than nothing for `requestMs` is cut off before. */
const fileMs = 2 * 60 * 60 * 1000;

/**
 * Ends a request whose body does not arrive in `requestMs` with 408. The body of a file may take longer, as long as it
 * never rests for that time.
 */
function limitTime(request: IncomingMessage, response: ServerResponse, requestMs: number): void {
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
  if (rest) watchBody(request, () => void rest.refresh());
  response.once("close", () => {
    clearTimeout(whole);
    if (rest) clearTimeout(rest);
  });
}

const maxHeaderBytes = 16 * 1024;
/**
 * Who waits for an answer to be closed: up to six of ours, and one for each step of Next, of which a page behind a proxy
 * has seven. That is more than the ten at which Node suspects a leak; with the answer all of them go.
 */
const listenersMax = 24;

export interface Doors {
  /** Answers every request that was not answered before. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<unknown> | unknown;
  /** Answers the requests that it knows; false for all others. */
  fastLane: ((request: IncomingMessage, response: ServerResponse) => boolean) | null;
  trustedHops: number;
  siteUrl: string;
  /** Null in development, where the framework looks itself. */
  hasAction?: HasAction | null;
  /** Nothing may change: only reads are answered. */
  isPaused?: boolean;
  onError(error: unknown): void;
  /** Sees every request before anybody answers it. */
  watch?: ((request: IncomingMessage, response: ServerResponse) => void) | undefined;
  /** The id of a request, which its answer names. */
  newId?: () => string;
  /** Traces a request while it is answered. */
  within?: Traces["within"] | undefined;
  times?: Partial<DoorTimes>;
}

export interface DoorTimes {
  /** The time limit for receiving a request. */
  requestMs: number;
  headersMs: number;
  /** Longer than proxies keep a connection to us, so that they never use one that we are closing. */
  keepAliveMs: number;
  /** A request without an answer after this time gets a timeout answer. */
  answerMs: number;
  /** A call of the executor finishes its work before it is answered; the executor itself waits two minutes. */
  executorMs: number;
}

const usualTimes: DoorTimes = {
  requestMs: 30_000,
  headersMs: 15_000,
  keepAliveMs: 75_000,
  answerMs: 60_000,
  executorMs: 300_000,
};

/**
 * The server in front of the app. It refuses, for every path, requests that cannot be handled: malformed requests, and
 * bodies that are too large or too slow. Every request gets an answer.
 */
export function openDoors(doors: Doors): Server {
  const times = { ...usualTimes, ...doors.times };
  const isHttps = doors.siteUrl.startsWith("https:");
  const checking = { connectionsCheckingInterval: Math.min(5_000, times.requestMs), requestTimeout: 0 };
  // Who names no host is refused by refuseTarget, but for probes.
  const options = { maxHeaderSize: maxHeaderBytes, requireHostHeader: false, ...checking };
  const server = createServer(options, (request, response) => {
    response.setMaxListeners(listenersMax);
    doors.watch?.(request, response);
    completeHeaders(response, isHttps);
    setClientAddress(request, doors.trustedHops);
    if (!isProbe(request) && refuseTarget(request, response)) return;
    if (refuseMalformed(request, response)) return;
    if (refuseUnreadable(request, response)) return;
    if (doors.hasAction && refuseAction(request, response, doors.hasAction)) return;
    if (!limitBody(request, response)) return;
    limitTime(request, response, times.requestMs);
    closeWhenUnread(request, response);
    if (doors.isPaused && refusePaused(request, response, doors.siteUrl)) return;
    answerInTime(request, response, times);
    const id = doors.newId?.() ?? null;
    if (id !== null) response.setHeader("Request-Id", id);
    const isUnread = isAction(request);
    const answered = () => {
      if (isUnread) nameUnread(response);
      return answer(doors, request, response);
    };
    const within = () => (doors.within ? doors.within(request, response, answered) : answered());
    void inRequest(id, within, isUnread);
  });
  // limitTime counts for each request by itself: a file may take longer than a form.
  server.requestTimeout = 0;
  server.headersTimeout = Math.min(times.headersMs, times.requestMs);
  server.keepAliveTimeout = times.keepAliveMs;
  // A connection that was idle for longer than any answer takes is abandoned.
  server.timeout = times.executorMs + 10_000;
  server.on("clientError", refuseMalformedRequest);
  server.on("connect", refuseTunnel);
  return server;
}

async function answer(doors: Doors, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    if (doors.fastLane?.(request, response)) return;
    nameFault(request, response);
    await doors.handle(request, response);
  } catch (error) {
    answerFault(request, response, error, doors.onError);
  }
}

function answerInTime(request: IncomingMessage, response: ServerResponse, times: DoorTimes): void {
  const isExecutor = request.url?.startsWith("/api/inngest") ?? false;
  const late = setTimeout(
    () => {
      if (response.headersSent) return;
      refuse(request, response, {
        status: 503,
        headers: { "retry-after": "10" },
        message:
          "The answer takes too long. What was asked for may still be done: look before you send it again.",
        french: "La réponse tarde trop. La demande aboutira peut-être : vérifiez avant de la renvoyer.",
      });
    },
    isExecutor ? times.executorMs : times.answerMs,
  ).unref();
  // A file may take longer to come than an answer may: until it is there, limitTime watches it.
  if (streamsFile.test(request.url ?? "")) watchBody(request, () => void late.refresh());
  response.once("close", () => clearTimeout(late));
}

/** We are not a proxy. */
function refuseTunnel(_: IncomingMessage, socket: Duplex): void {
  socket.on("error", () => socket.destroy());
  socket.end("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
}
