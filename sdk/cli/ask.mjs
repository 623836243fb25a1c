/** What ends the command, said to the person in front of it. */
export class Stop extends Error {}

/** The line was lost or the server is busy: asking again helps. `waitMs` is what the server asked for, or null. */
export class Passing extends Error {
  constructor(message, waitMs = null) {
    super(message);
    this.waitMs = waitMs;
  }
}

/** The API's answer as JSON. Throws Passing for what asking again may help, else Stop. */
export async function ask({ key, baseUrl }, method, path, { body, timeoutMs = 30_000, signal } = {}) {
  const answer = await reach(baseUrl + path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      Accept: "application/json",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    redirect: "manual",
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.status < 300 && answer.json) return answer.json;
  const said = answer.json?.message ?? `The API answered ${answer.status}.`;
  if (answer.status === 429 || answer.status >= 500) throw new Passing(said, answer.waitMs);
  const problems = Object.values(answer.json?.errors ?? {}).flat();
  throw new Stop([said, ...problems, answer.json?.doc_url].filter(Boolean).join("\n"));
}

async function reach(url, init) {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const seconds = Number(response.headers.get("Retry-After"));
    return { status: response.status, json: jsonOf(text), waitMs: seconds > 0 ? seconds * 1000 : null };
  } catch (error) {
    throw new Passing(reasonOf(error));
  }
}

/** fetch hides what went wrong in `cause`. */
export function reasonOf(error) {
  return error.name === "TimeoutError"
    ? "no answer in time"
    : (error.cause?.code ?? error.cause?.message ?? error.message);
}

function jsonOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
