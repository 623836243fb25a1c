import { onTestFinished } from "vitest";
import { startWave } from "@/e2e/emulators/wave";
import type { WaveAccount } from "@/e2e/emulators/wave-book";
import samples from "@/e2e/emulators/wave-samples.json";
import { callbackOf, listen } from "../listen";

// A client of Wave that knows nothing: it sends what the documents show, and keeps what comes.

type Json = Record<string, unknown>;

export async function openWave(account: WaveAccount = {}) {
  const emulator = await startWave(account);
  const received: { headers: Record<string, string>; text: string; json: Json }[] = [];
  const server = await listen(async (request, response) => {
    const { headers, body } = await callbackOf(request);
    const text = body.toString("utf8");
    received.push({ headers, text, json: JSON.parse(text) });
    response.end();
  });
  emulator.callbackUrl.current = server.url;
  onTestFinished(async () => {
    await emulator.close();
    await server.close();
  });
  const call = async (method: string, path: string, json?: Json, more: Record<string, string> = {}) => {
    const own = { authorization: `Bearer ${emulator.apiKey}` };
    const headers = json ? { ...own, "content-type": "application/json", ...more } : { ...own, ...more };
    const answer = await fetch(emulator.url + path, { method, body: json && JSON.stringify(json), headers });
    const text = await answer.text();
    return { status: answer.status, text, json: text.startsWith("{") ? JSON.parse(text) : {} };
  };
  const get = (path: string) => call("GET", path);
  return {
    ...{ emulator, received, call, get },
    create: (more: Json = {}) =>
      call("POST", "/v1/checkout/sessions", { ...samples.session.request, ...more }),
    read: (id: string) => get(`/v1/checkout/sessions/${id}`),
    act: (id: string, act: "refund" | "expire") => call("POST", `/v1/checkout/sessions/${id}/${act}`),
    payOut: (key: string, more: Json = {}) => {
      const own = { ...samples.payout.request, mobile: "+221761110001", ...more };
      return call("POST", "/v1/payout", own, key ? { "idempotency-key": key } : {});
    },
    reverse: (id: string) => call("POST", `/v1/payout/${id}/reverse`),
  };
}
