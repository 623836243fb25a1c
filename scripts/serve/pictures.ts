import { createTurns } from "@/lib/providers/turns";

type Handler = (request: Request, context: { params: Promise<{ token: string }> }) => Promise<Response>;

/** Loaded on first use: the drawing libraries take memory, and many instances never draw. */
const routes: Record<string, () => Promise<{ GET: Handler }>> = {
  "pay/card.png": () => import("@/app/(pay)/pay/[token]/card.png/route"),
  "pay/qr.png": () => import("@/app/(pay)/pay/[token]/qr.png/route"),
  "pay/qr.svg": () => import("@/app/(pay)/pay/[token]/qr.svg/route"),
  "invoice/pdf": () => import("@/app/(pay)/invoice/[token]/pdf/route"),
};

export type AnswerPicture = (request: Request) => Promise<Response>;

export interface Pictures {
  /** Answers this path; null when it is not a picture or document. */
  at(path: string): AnswerPicture | null;
}

/**
 * Pictures of payment links and PDFs of invoices. Anybody may request them without limit, so together they have two
 * slots, each of which rests three times as long as it worked: only callers who request many of them wait.
 */
export function createPictures({ atOnce = 2, waitingMax = 128 } = {}): Pictures {
  const turns = createTurns({ atOnce, waitingMax, restTimes: 3 });
  return {
    at(path) {
      const [, folder, token = "", name] = /^\/(pay|invoice)\/([0-9A-Za-z]{22})\/([a-z.]+)$/.exec(path) ?? [];
      const key = `${folder}/${name}`;
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) return null;
      const answer: AnswerPicture = async (request) =>
        (await route()).GET(request, { params: Promise.resolve({ token }) });
      return async (request) => (turns.isFull() ? busy() : turns.take(() => answer(request)));
    },
  };
}

function busy(): Response {
  return new Response(null, { status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } });
}
