import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  type ContextManager,
  context,
  DiagLogLevel,
  diag,
  type Link,
  ProxyTracerProvider,
  ROOT_CONTEXT,
  SpanKind,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Log } from "@/lib/providers/log";
import { currentRequest } from "@/lib/providers/request-context";
import { tellStatus, traced, traceIdOf, tracerName, tracesAreSent } from "@/lib/providers/traces";
import { routeNamer } from "./routes";

export interface Traces {
  /** Answers a request as the first step of its trace. */
  within(request: IncomingMessage, response: ServerResponse, answer: () => Promise<void>): Promise<void>;
  /** Sends what is still here, for at most some seconds. */
  close(): Promise<void>;
}

const closeMs = 3_000;

/**
 * Sends this process's traces to OTEL_EXPORTER_OTLP_ENDPOINT, whose headers, time limit and compression are read by
 * OpenTelemetry itself. `share` (0 to 1) of all traces is sent; whether a trace is among them its request's id decides,
 * so each story is sent whole, or not at all, by every process.
 */
export function openTraces(
  routes: readonly string[],
  { share, service, log }: { share: number; service: string; log: Pick<Log, "warn"> },
): Traces {
  const warn = (text: string) => log.warn({ what: text }, "Traces were not sent; the site goes on without.");
  diag.setLogger(
    { error: warn, warn: () => {}, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service, "process.pid": process.pid }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    idGenerator: byRequest,
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(asyncContext());
  // Next writes the address of each page into its spans, and many an address is a key: only our own are sent.
  const nobody = new ProxyTracerProvider();
  trace.setGlobalTracerProvider({
    getTracer: (name, version) => (name === tracerName ? provider : nobody).getTracer(name, version),
  });
  tracesAreSent();
  const routeOf = routeNamer(routes);
  return {
    within: (request, response, answer) => answered(request, response, routeOf, answer),
    close: () => Promise.race([provider.shutdown().catch(() => {}), sleep(closeMs)]),
  };
}

/** The trace of a request has its id in another form; what the clock does by itself has any. */
const byRequest: IdGenerator = {
  generateTraceId() {
    const request = currentRequest();
    return request === null ? randomBytes(16).toString("hex") : traceIdOf(request);
  },
  generateSpanId: () => randomBytes(8).toString("hex"),
};

function answered(
  request: IncomingMessage,
  response: ServerResponse,
  routeOf: (url: string) => string,
  answer: () => Promise<void>,
): Promise<void> {
  const { method = "GET", url = "" } = request;
  const route = routeOf(url);
  const ended = new Promise<void>((resolve) => void response.once("close", resolve));
  const attributes = { "http.request.method": method, "http.route": route };
  return traced(
    `${method} ${route}`,
    { kind: SpanKind.SERVER, attributes, links: sentBy(request) },
    async (span) => {
      await answer();
      await ended;
      if (response.headersSent) tellStatus(span, response.statusCode, 500);
    },
  );
}

/** The caller's own trace, if it says one. Ours has our request's id, so theirs is linked to. */
function sentBy({ headers }: IncomingMessage): Link[] {
  const parent = headers.traceparent;
  const context = typeof parent === "string" ? parseTraceParent(parent) : null;
  return context ? [{ context }] : [];
}

/** Which step runs, across everything that is awaited. */
function asyncContext(): ContextManager {
  const storage = new AsyncLocalStorage<Context>();
  return {
    active: () => storage.getStore() ?? ROOT_CONTEXT,
    with: (active, work, self, ...args) => storage.run(active, () => work.apply(self as never, args)),
    bind: (active, target) =>
      typeof target === "function"
        ? (((...args: unknown[]) => storage.run(active, () => target(...args))) as typeof target)
        : target,
    enable() {
      return this;
    },
    disable() {
      return this;
    },
  };
}
