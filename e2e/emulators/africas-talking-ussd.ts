/** How a session on the emulated gateway goes wrong. */
export interface GatewayFaults {
  /** Every post is made twice, one after the other; the payer sees the second answer. */
  repeats?: boolean;
  /** The answer to each entry is lost once; the gateway posts the same again. */
  losesFirst?: boolean;
  /** Before each post, the one before it arrives again, late. */
  reorders?: boolean;
}

export interface GatewaySession {
  id: string;
  /** Null after the session ended, or when no answer came in time. */
  screen: string | null;
  end: boolean;
  /** All entries so far, as they are posted. */
  text: string;
}

const patienceMs = 5_000;

/**
 * Africa's Talking as its documents describe it: it posts a form for each entry and shows what stands behind CON or END;
 * anything else, and an answer that comes too late, ends the session. It tells a second address when one is over.
 */
export function openGateway(callbackUrl: string, { repeats, losesFirst, reorders }: GatewayFaults = {}) {
  let count = 0;
  const posted: { text: string; answer: string; ms: number }[] = [];
  const send = async (id: string, phone: string, text: string): Promise<string | null> => {
    const body = new URLSearchParams({
      ...{ sessionId: id, phoneNumber: phone, networkCode: "63902", serviceCode: "*384*77#", text },
    });
    const before = performance.now();
    try {
      const signal = AbortSignal.timeout(patienceMs);
      const answer = await fetch(callbackUrl, { method: "POST", body, signal });
      const said = await answer.text();
      posted.push({ text, answer: said, ms: performance.now() - before });
      return answer.ok ? said : null;
    } catch {
      return null;
    }
  };
  const deliver = async (session: GatewaySession, phone: string, text: string): Promise<GatewaySession> => {
    if (reorders && session.text !== "") await send(session.id, phone, session.text);
    if (losesFirst || repeats) await send(session.id, phone, text);
    const said = await send(session.id, phone, text);
    const [, kind, screen = ""] = /^(CON|END) ([\s\S]*)$/.exec(said ?? "") ?? [];
    const next = { ...session, text, screen: kind ? screen : null, end: kind !== "CON" };
    if (next.end) await ended(session.id, phone, kind ? "Success" : "Failed");
    return next;
  };
  const ended = async (sessionId: string, phoneNumber: string, status: string) => {
    const body = new URLSearchParams({ sessionId, phoneNumber, status, durationInMillis: "9000", input: "" });
    await fetch(`${callbackUrl}/ended`, { method: "POST", body });
  };
  return {
    posted,
    /** Dials `*384*77*<code>#`. */
    dial(phone: string, code: string): Promise<GatewaySession> {
      count += 1;
      const id = `ATUid_${Date.now()}_${count}`;
      return deliver({ id, screen: null, end: false, text: "" }, phone, code);
    },
    enter(session: GatewaySession, phone: string, entry: string): Promise<GatewaySession> {
      if (session.end) throw new Error("The session is over.");
      return deliver(session, phone, session.text === "" ? entry : `${session.text}*${entry}`);
    },
    hangUp: (session: GatewaySession, phone: string) => ended(session.id, phone, "Incomplete"),
  };
}
