const patienceMs = 10_000;

/** Calls an address that the operator set, with a text as Slack takes it, or with nothing. Throws without a 2xx. */
export async function callOut(url: string, text?: string): Promise<void> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(patienceMs),
    ...(text === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ text }),
        }),
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`It answered ${answer.status}.`);
}

/** The provider did not accept a message. `final`: this address will never accept it, so a retry is useless. */
export class DeliveryProblem extends Error {
  override name = "DeliveryProblem";
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}
