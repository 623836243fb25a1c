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
