import type { Clock } from "./clock";
import type { Send } from "./outbound";
import { callBody, failure, type Reply, readReply } from "./protocol";
import type { Run, Task } from "./run";
import { signatureOf } from "./signature";

/** Either the app answered (or may have run the call and then was lost), or the call never arrived. */
export type CallOutcome = { kind: "reply"; reply: Reply } | { kind: "unreachable"; reason: string };

export type Call = (run: Run, task: Task, maxAttempts: number, timeoutMs: number) => Promise<CallOutcome>;

/** Makes the one signed request by which a function, or one of its steps, is run in the app. Never rejects. */
export function createCaller(world: { send: Send; clock: Clock; appUrl: string; signingKey: string }): Call {
  return async (run, task, maxAttempts, timeoutMs) => {
    const url = new URL(world.appUrl);
    url.searchParams.set("fnId", run.functionId);
    url.searchParams.set("stepId", task.stepId);
    let body: string;
    try {
      body = callBody(run, task.attempt, maxAttempts);
    } catch (error) {
      return {
        kind: "reply",
        reply: failure("UnwritableState", `A step's data cannot be sent: ${error}`, true),
      };
    }
    const sent = await world.send({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        "x-inngest-signature": signatureOf(body, world.signingKey, world.clock.now()),
      },
      body,
      timeoutMs,
    });
    switch (sent.kind) {
      case "unreachable":
        return sent;
      case "lost":
        return { kind: "reply", reply: failure("LostCall", `The app did not answer: ${sent.reason}.`) };
      case "answer":
        return { kind: "reply", reply: readReply(sent.answer, world.clock.now()) };
    }
  };
}
