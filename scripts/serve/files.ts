import { createTurns } from "@/lib/providers/turns";

type Answer = (request: Request) => Promise<Response>;

const upload = /^\/upload\/([0-9A-Za-z_-]{1,1000})$/;
const download = /^\/d\/([0-9A-Za-z.]{1,100})\/([0-9]{1,10})$/;

/**
 * The way of a file that is sold, in and out, past Next: it goes through piece by piece. Null for every other path.
 * Loaded on first use, as pictures are.
 */
export function fileAnswer(method: string | undefined, path: string): Answer | null {
  const [, ticket] = (method === "POST" && upload.exec(path)) || [];
  if (ticket !== undefined)
    return async (request) => {
      const { POST } = await import("@/app/upload/[ticket]/route");
      return POST(request, { params: Promise.resolve({ ticket }) });
    };
  const [, token, item] = ((method === "GET" || method === "HEAD") && download.exec(path)) || [];
  if (token === undefined || item === undefined) return null;
  return async (request) => {
    const route = await import("@/app/(pay)/d/[token]/[item]/route");
    return (method === "HEAD" ? route.HEAD : route.GET)(request, {
      params: Promise.resolve({ token, item }),
    });
  };
}

interface Params {
  token: string;
  slug: string;
  share: string;
}
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;

/** By a token of 22 letters and digits; a store by its name. */
const address =
  /^\/(pay|product|subscribe|invoice|store)\/([0-9A-Za-z]{22}|(?<=\/store\/)[0-9a-z-]{1,100})\/([a-z.]+)$/;

/** Loaded on first use: the drawing libraries take memory, and many instances never draw. */
const shares = {
  pay: () => import("@/app/(pay)/pay/[token]/[share]/route"),
  product: () => import("@/app/(pay)/product/[token]/[share]/route"),
  subscribe: () => import("@/app/(pay)/subscribe/[token]/[share]/route"),
  store: () => import("@/app/(pay)/store/[slug]/[share]/route"),
};
const routes: Record<string, () => Promise<{ GET: Handler }>> = {
  ...Object.fromEntries(
    Object.entries(shares).flatMap(([folder, load]) =>
      ["card.png", "qr.png", "qr.svg"].map((name) => [`${folder}/${name}`, load]),
    ),
  ),
  "invoice/pdf": () => import("@/app/(pay)/invoice/[token]/pdf/route"),
};

export type AnswerPicture = (request: Request) => Promise<Response>;

export interface Pictures {
  /** Answers this path; null when it is not a picture or document. */
  at(path: string): AnswerPicture | null;
}

/**
 * Pictures of shared pages and PDFs of invoices. Anybody may request them without limit, so together they have two
 * slots, each of which rests three times as long as it worked: only callers who request many of them wait.
 */
export function createPictures({ atOnce = 2, waitingMax = 128 } = {}): Pictures {
  const turns = createTurns({ atOnce, waitingMax, restTimes: 3 });
  return {
    at(path) {
      const [, folder, token = "", name = ""] = address.exec(path) ?? [];
      const key = `${folder}/${name}`;
      const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
      if (!route) return null;
      const answer: AnswerPicture = async (request) =>
        (await route()).GET(request, { params: Promise.resolve({ token, slug: token, share: name }) });
      return async (request) => (turns.isFull() ? busy() : turns.take(() => answer(request)));
    },
  };
}

function busy(): Response {
  return new Response(null, { status: 503, headers: { "Retry-After": "5", "Cache-Control": "no-store" } });
}
