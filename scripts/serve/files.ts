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
