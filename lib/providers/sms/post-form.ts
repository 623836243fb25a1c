import { DeliveryProblem } from "../call-out";

const timeoutMs = 15_000;
const answerMaxBytes = 64 * 1024;

export interface Answer {
  status: number;
  /** Undefined when the body is not JSON. */
  body: unknown;
}

/** Posts a form to the operator's provider. Throws DeliveryProblem, not final, when no answer came. */
export async function postForm(
  url: string,
  headers: Record<string, string>,
  form: Record<string, string>,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { accept: "application/json", ...headers },
      body: new URLSearchParams(form),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, body: parsed(await readCapped(response)) };
  } catch (error) {
    if (error instanceof DeliveryProblem) throw error;
    // The error's own message may contain addresses and keys; only the missing answer matters.
    const isLate = error instanceof Error && error.name === "TimeoutError";
    throw new DeliveryProblem(
      isLate
        ? `The SMS provider did not answer within ${timeoutMs / 1000} seconds.`
        : "The SMS provider could not be reached.",
      false,
    );
  }
}

async function readCapped(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(chunks).toString("utf8");
    size += value.byteLength;
    if (size > answerMaxBytes) {
      await reader.cancel();
      throw new DeliveryProblem("The SMS provider's answer was too long to be one.", false);
    }
    chunks.push(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
