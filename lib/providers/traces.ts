import { createHash } from "node:crypto";
import { type Attributes, type Link, type Span, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { currentRequest } from "./request-context";

/** The name of our tracer. Others in this process have their own, and write addresses of pages into their spans. */
export const tracerName = "sente";

// On globalThis, because Next has its own copy of every module.
const holder = globalThis as { senteTraces?: boolean };

/** Said once by the process that sends its traces away; until then a step costs nothing. */
export function tracesAreSent(): void {
  holder.senteTraces = true;
}

/** 32 hex digits, always the same for a request: whoever has the id of a request finds its trace, and the other way round. */
export function traceIdOf(requestId: string): string {
  return createHash("sha256").update(requestId).digest("hex").slice(0, 32);
}

interface About {
  kind?: SpanKind;
  /** Never a name, a phone number, an address of a page or a secret. */
  attributes?: Attributes;
  links?: Link[];
}

/**
 * Does work as one step of a trace, with its times and its error. A step belongs to the trace of its request: where
 * another runs, such as a rail's callback, it begins anew in its own, with a link to that other.
 */
export async function traced<T>(
  name: string,
  about: About,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!holder.senteTraces) return work(null);
  const { kind = SpanKind.INTERNAL, attributes = {}, links = [] } = about;
  const request = currentRequest();
  const running = trace.getActiveSpan()?.spanContext();
  const root = request !== null && running !== undefined && running.traceId !== traceIdOf(request);
  const options = {
    ...{ kind, root },
    attributes: request === null ? attributes : { "sente.request_id": request, ...attributes },
    links: root ? [{ context: running }, ...links] : links,
  };
  return trace.getTracer(tracerName).startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      // The name alone: a message may hold what a person typed.
      tellFailure(span, error instanceof Error ? error.name : "Error");
      throw error;
    } finally {
      span.end();
    }
  });
}

/** A call of ours to somebody else; `status` of the answer is set by whoever gets one. */
export function inCall<T>(
  name: string,
  url: string,
  attributes: Attributes,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  const address = URL.canParse(url) ? { "server.address": new URL(url).host } : {};
  return traced(name, { kind: SpanKind.CLIENT, attributes: { ...address, ...attributes } }, work);
}

/** There was no answer, or no result; `type` says why in one word. */
export function tellFailure(span: Span | null, type: string): void {
  span?.setAttribute("error.type", type);
  span?.setStatus({ code: SpanStatusCode.ERROR });
}

/** The status of an HTTP answer; from 400 on a call has failed, from 500 on an answer of ours. */
export function tellStatus(span: Span | null, status: number, failsFrom: 400 | 500): void {
  span?.setAttribute("http.response.status_code", status);
  if (status >= failsFrom) span?.setStatus({ code: SpanStatusCode.ERROR });
}
