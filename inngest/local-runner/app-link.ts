import type { Clock } from "./clock";
import { isRecord, parseJson, textAt } from "./json";
import type { Send, Sent } from "./outbound";
import { signatureOf } from "./signature";

export type AppLinkOptions = {
  send: Send;
  clock: Clock;
  appUrl: string;
  signingKey: string;
  log: (line: string) => void;
  /** How often an app that is up is asked again, so that a restarted app or a new deploy is picked up. */
  resyncMs: number;
  onUp: () => void;
};

type State = {
  options: AppLinkOptions;
  phase: "starting" | "up" | "down";
  said: string;
  delayMs: number;
  registrations: number;
  functionIds: string[];
  isAsking: boolean;
  isStopped: boolean;
  cancel: () => void;
};

export type AppLink = {
  start: () => void;
  /** A registration of the SDK arrived with these functions. */
  registered: (functionIds: string[]) => void;
  /** A call found nobody listening. */
  unreachable: (reason: string) => void;
  phase: () => State["phase"];
  stop: () => void;
};

const firstDelayMs = 250;
const longestDelayMs = 5000;
const putTimeoutMs = 30_000;

/** Asks the app to register its functions until it does, and says when it comes and goes, one line each. */
export function createAppLink(options: AppLinkOptions): AppLink {
  const state: State = {
    options,
    phase: "starting",
    said: "",
    delayMs: firstDelayMs,
    registrations: 0,
    functionIds: [],
    isAsking: false,
    isStopped: false,
    cancel: () => {},
  };
  return {
    start: () => void ask(state),
    registered: (ids) => {
      state.registrations += 1;
      state.functionIds = ids;
    },
    unreachable: (reason) => becomeDown(state, reason),
    phase: () => state.phase,
    stop: () => {
      state.isStopped = true;
      state.cancel();
    },
  };
}

async function ask(state: State): Promise<void> {
  if (state.isAsking || state.isStopped) return;
  state.isAsking = true;
  const { options } = state;
  const before = state.registrations;
  const body = "{}";
  const signature = signatureOf(body, options.signingKey, options.clock.now());
  const sent = await options.send({
    method: "PUT",
    url: new URL(options.appUrl),
    headers: { "content-type": "application/json", "x-inngest-signature": signature },
    body,
    timeoutMs: putTimeoutMs,
  });
  state.isAsking = false;
  if (state.isStopped) return;
  const problem = problemOf(sent, state.registrations > before);
  if (problem === undefined) becomeUp(state);
  else becomeDown(state, problem);
}

function becomeUp(state: State): void {
  state.phase = "up";
  state.delayMs = firstDelayMs;
  say(state, `The app is up: ${state.functionIds.length} functions (${state.functionIds.join(", ")}).`);
  state.options.onUp();
  askAfter(state, state.options.resyncMs);
}

function becomeDown(state: State, problem: string): void {
  if (state.phase === "up") state.phase = "down";
  say(state, `Waiting for the app at ${state.options.appUrl}: ${problem}`);
  askAfter(state, state.delayMs);
  state.delayMs = Math.min(state.delayMs * 2, longestDelayMs);
}

function askAfter(state: State, ms: number): void {
  state.cancel();
  if (!state.isStopped) state.cancel = state.options.clock.after(ms, () => void ask(state));
}

function say(state: State, line: string): void {
  if (line !== state.said) state.options.log(line);
  state.said = line;
}

/** Why the app is not ready, or undefined when it registered with this runner. */
function problemOf(sent: Sent, hasRegistered: boolean): string | undefined {
  if (sent.kind !== "answer") return sent.reason;
  if (sent.answer.status === 200 && hasRegistered) return undefined;
  if (sent.answer.status === 200)
    return "it registered elsewhere; its INNGEST_BASE_URL must be this runner's address.";
  if (sent.answer.status === 401)
    return "one side refuses the other; both must have the same INNGEST_SIGNING_KEY.";
  const body = parseJson(sent.answer.body);
  const message = isRecord(body) ? textAt(body, "message") : undefined;
  return `it answered ${sent.answer.status}${message === undefined ? "." : ` (${message}).`}`;
}
