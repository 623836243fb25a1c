import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createTimeline, type TimelineOptions } from "./timeline";

/** What a test, or bad luck, does to a provider. All off at first. */
export interface Switches {
  /** Every answer takes this much longer, in milliseconds. */
  delay: number;
  dropCallback: boolean;
  dupCallback: boolean;
  /** What moves money is taken, its answer is a 500. */
  http500AfterCommit: boolean;
  /** What moves money is taken, its answer never comes. */
  hang: boolean;
  /** Nothing is answered but with a 503. */
  down: boolean;
  /** Callbacks are changed after they were signed. */
  tamperBody: boolean;
  /** One unit less than asked for is said to be paid. */
  wrongAmount: boolean;
  /** Statuses are a word that nobody knows. */
  unknownStatus: boolean;
  /** The answer is ten megabytes long. */
  hugeAnswer: boolean;
  /** The answer ends in the middle. */
  brokenJson: boolean;
  /** The credentials are not good any more. */
  revoked: boolean;
  /** Nothing is taken: we ask too often. */
  tooMany: boolean;
}

export interface EmulatorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  text: string;
}

/** `json` is written as JSON; `html` is a page. With neither the answer is empty; status 0 cuts the line instead. */
export interface EmulatorAnswer {
  status: number;
  json?: unknown;
  html?: string;
  headers?: Record<string, string>;
}

export interface EmulatorCallback {
  url: string;
  method?: "POST" | "PUT";
  body: string;
  /** Made of the body as it is meant to be sent. */
  headers: Record<string, string>;
}

/** The server, its clock and its switches: what every provider's emulator is made of. */
export interface Emulator {
  url: string;
  switches: Switches;
  /** Everything that was asked, oldest first. */
  requests: EmulatorRequest[];
  now(): number;
  /** Does something once this much time of the emulator's clock has gone by. */
  after(ms: number, what: () => Promise<void>): void;
  /** Lets time pass and does what falls due, in order. */
  advance(ms: number): Promise<void>;
  send(callback: EmulatorCallback): Promise<void>;
  close(): Promise<void>;
}

export interface EmulatorOptions extends TimelineOptions {
  /** Follows the real clock, for browsers. Otherwise time stands still until it is moved. */
  realTime?: boolean;
  port?: number;
  /** Whether a request moves money; by default all that are no GET. */
  moves?: (request: EmulatorRequest) => boolean;
}

/** Pages for the payer lie below this; what is broken on purpose is the API, never they. */
export const pagePath = "/checkout/";

export async function startEmulator(
  answer: (request: EmulatorRequest, emulator: Emulator) => EmulatorAnswer | Promise<EmulatorAnswer>,
  options: EmulatorOptions = {},
): Promise<Emulator> {
  const switches = noSwitches();
  const moves = options.moves ?? (({ method }: EmulatorRequest) => method !== "GET");
  const requests: EmulatorRequest[] = [];
  const clock = createTimeline(options);
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    requests.push(request);
    try {
      const broken = switches.down ? 503 : switches.tooMany ? 429 : null;
      const isPage = request.path.startsWith(pagePath);
      const given = broken && !isPage ? { status: broken } : await answer(request, emulator);
      await reply(response, request, given, { switches, moves: moves(request) });
    } catch (error) {
      response.writeHead(500).end(`The emulator failed: ${String(error)}`);
    }
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const stop = options.realTime ? clock.follow() : () => {};
  const emulator: Emulator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    switches,
    requests,
    now: clock.now,
    after: clock.after,
    advance: clock.advance,
    send: (callback) => send(callback, switches),
    close: () => {
      stop();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return emulator;
}

/** The JSON of a request as a record; empty for what is none. */
export function jsonOf(request: EmulatorRequest): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(request.text));
  } catch {
    return {};
  }
}

/** What lies in an object of JSON; empty for what is none. */
export function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** What of a payment has not gone back yet; what failed to go back is left. */
export function leftOf(amount: number, back: readonly { amount: number; status: string }[]): number {
  return back.reduce((left, one) => (/^failed$/i.test(one.status) ? left : left - one.amount), amount);
}

/** One page of a list, by the number that the request names. */
export function pageOf<T>(rows: readonly T[], query: URLSearchParams, size: number): T[] {
  const from = (Number(query.get("page") ?? 1) - 1) * size;
  return rows.slice(from, from + size);
}

/** What the payer does at a page: types the card and pays. */
export async function payAt({ url }: Pick<Emulator, "url">, page: string, card: string): Promise<void> {
  const body = new URLSearchParams({ card, outcome: "ok" });
  await fetch(`${url}${pagePath}${page}`, { method: "POST", body, redirect: "manual" });
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** A page with one form and a button for each outcome; it works without script. */
export function payerPage(title: string, buttons: Record<string, string>): EmulatorAnswer {
  const inputs = Object.entries(buttons)
    .map(([value, label]) => `<button name="outcome" value="${value}">${label}</button>`)
    .join(" ");
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>
<form method="post"><label>Card number <input name="card" inputmode="numeric"></label> ${inputs}</form></html>`;
  return { status: 200, html };
}

function noSwitches(): Switches {
  return {
    delay: 0,
    dropCallback: false,
    dupCallback: false,
    http500AfterCommit: false,
    hang: false,
    down: false,
    tamperBody: false,
    wrongAmount: false,
    unknownStatus: false,
    hugeAnswer: false,
    brokenJson: false,
    revoked: false,
    tooMany: false,
  };
}

async function read(incoming: IncomingMessage): Promise<EmulatorRequest> {
  const chunks: Buffer[] = await incoming.toArray();
  const url = new URL(incoming.url ?? "/", "http://emulator.invalid");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    method: incoming.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    text: Buffer.concat(chunks).toString("utf8"),
  };
}

async function reply(
  response: ServerResponse,
  request: EmulatorRequest,
  answer: EmulatorAnswer,
  { switches, moves }: { switches: Switches; moves: boolean },
): Promise<void> {
  if (request.path.startsWith(pagePath)) return write(response, answer);
  if (switches.delay > 0) await new Promise((resolve) => setTimeout(resolve, switches.delay));
  if (switches.hang && moves) return;
  if (switches.http500AfterCommit && moves) {
    response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal Server Error</h1>");
  } else if (switches.hugeAnswer) {
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(`{"padding":"${"x".repeat(10 * 1024 * 1024)}"}`);
  } else if (switches.brokenJson) {
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify(answer.json ?? { status: "success" }).slice(0, -2));
  } else {
    write(response, answer);
  }
}

function write(response: ServerResponse, { status, json, html, headers = {} }: EmulatorAnswer): void {
  if (status === 0) return void response.destroy();
  const type = html === undefined ? "application/json" : "text/html; charset=utf-8";
  response.writeHead(
    status,
    json === undefined && html === undefined ? headers : { "content-type": type, ...headers },
  );
  response.end(html ?? (json === undefined ? "" : JSON.stringify(json)));
}

async function send(
  { url, method = "POST", body, headers }: EmulatorCallback,
  switches: Switches,
): Promise<void> {
  if (switches.dropCallback) return;
  const sent = switches.tamperBody
    ? body.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10))
    : body;
  for (let copy = switches.dupCallback ? 2 : 1; copy > 0; copy -= 1) {
    const answer = await fetch(url, { method, body: sent, headers });
    await answer.arrayBuffer();
  }
}

/** Errors that are planted in a provider's own list or balance, as they happen: by our id, or for what is none of ours. */
export interface Planted {
  /** The list does not have it. */
  leftOut: Set<string>;
  /** The list says so much more of it, in the provider's units. */
  more: Map<string, number>;
  /** The list has it twice. */
  twice: Set<string>;
  /** Payments that the list has and nobody here made. */
  foreign: { ourId: string; amount: number; currency: string }[];
  /** The balance is so much higher, in major units. */
  balance: number;
}

export function nothingPlanted(): Planted {
  return { leftOut: new Set(), more: new Map(), twice: new Set(), foreign: [], balance: 0 };
}

/** The rows of a list with what was planted among them. `idOf`: our id of a row. */
export function withPlanted<T extends { amount: number }>(
  rows: readonly T[],
  planted: Planted,
  idOf: (row: T) => string,
): T[] {
  const { leftOut, more, twice } = planted;
  if (leftOut.size + more.size + twice.size === 0) return [...rows];
  return rows.flatMap((row) => {
    const changed = { ...row, amount: row.amount + (more.get(idOf(row)) ?? 0) };
    return leftOut.has(idOf(row)) ? [] : twice.has(idOf(row)) ? [changed, changed] : [changed];
  });
}
